/// Tells of changes in folders.
package protocol FolderWatching: Sendable {
  /// Watches a folder as long as the result is held.
  ///
  /// - Parameters:
  ///   - path: The folder.
  ///   - hearsContents: Whether what happens inside files is told as well as names that come and go.
  ///   - onChange: Called with the names of the files that have changed, or with `nil` when that is not known.
  /// - Returns: `nil` if the folder cannot be watched.
  func watch(
    _ path: String, hearsContents: Bool, _ onChange: @escaping @Sendable (Set<String>?) -> Void
  ) -> FolderWatch?
}
