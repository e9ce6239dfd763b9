/// Reports changes in folders.
package protocol FolderWatching: Sendable {
  /// Watches a folder until the result is deallocated.
  ///
  /// - Parameters:
  ///   - path: The folder.
  ///   - files: Files that are written all the time. Each write to them is reported, and closing them isn't.
  ///   - onChange: Called with the names of the files that have changed, or with `nil` if they aren't known.
  /// - Returns: `nil` if the folder can't be watched.
  func watch(
    _ path: String, trackingWritesTo files: Set<String>, _ onChange: @escaping @Sendable (Set<String>?) -> Void
  ) -> FolderWatch?
}

/// A token that keeps a folder watched.
package final class FolderWatch: Sendable {
  private let cancel: @Sendable () -> Void

  package init(cancel: @escaping @Sendable () -> Void) { self.cancel = cancel }

  deinit { cancel() }
}
