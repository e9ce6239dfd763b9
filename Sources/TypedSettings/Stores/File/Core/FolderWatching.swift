/// Tells of changes in folders.
package protocol FolderWatching: Sendable {
  /// Watches a folder as long as the result is held.
  ///
  /// - Parameters:
  ///   - path: The folder.
  ///   - files: The files that are written to all the time: of them each write is told, and not that they are closed.
  ///   - onChange: Called with the names of the files that have changed, or with `nil` when that is not known.
  /// - Returns: `nil` if the folder cannot be watched.
  func watch(
    _ path: String, hearing files: Set<String>, _ onChange: @escaping @Sendable (Set<String>?) -> Void
  ) -> FolderWatch?
}
