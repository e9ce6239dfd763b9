#if canImport(Darwin)
  internal import Darwin
  internal import Dispatch

  /// A watcher that uses dispatch sources.
  ///
  /// A source on a folder reports names that are added and removed, but not a file that's written in place. The store
  /// notices such an edit after the next change of a name, or after a refresh.
  final class FolderWatcher: FolderWatching {
    private let queue = DispatchQueue(label: "TypedSettings.FolderWatcher", qos: .utility)

    static func make() -> FolderWatcher? { FolderWatcher() }

    func watch(
      _ path: String, trackingWritesTo files: Set<String>, _ onChange: @escaping @Sendable (Set<String>?) -> Void
    ) -> FolderWatch? {
      let descriptor = open(path, O_EVTONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return nil }
      let source = DispatchSource.makeFileSystemObjectSource(
        fileDescriptor: descriptor, eventMask: [.write, .extend, .delete, .rename], queue: queue)
      source.setEventHandler { ForkBarrier.shared.run { onChange(nil) } }
      source.setCancelHandler { close(descriptor) }
      source.activate()
      return FolderWatch { source.cancel() }
    }
  }
#endif
