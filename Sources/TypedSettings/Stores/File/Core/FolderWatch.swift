/// A folder is watched as long as somebody holds this.
package final class FolderWatch: Sendable {
  private let cancel: @Sendable () -> Void

  package init(cancel: @escaping @Sendable () -> Void) { self.cancel = cancel }

  deinit { cancel() }
}
