#if canImport(Darwin)
  internal import Darwin
  internal import Dispatch

  /// Watches folders with dispatch sources.
  ///
  /// A source on a folder tells of names that come and go, and not of a file that is written in place: what an editor
  /// writes so is seen with the next such change, or after a refresh.
  final class FolderWatcher: FolderWatching {
    private let queue = DispatchQueue(label: "TypedSettings.FolderWatcher", qos: .utility)

    static func make() -> FolderWatcher? { FolderWatcher() }

    func watch(
      _ path: String, hearing files: Set<String>, _ onChange: @escaping @Sendable (Set<String>?) -> Void
    ) -> FolderWatch? {
      let descriptor = open(path, O_EVTONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return nil }
      let source = DispatchSource.makeFileSystemObjectSource(
        fileDescriptor: descriptor, eventMask: [.write, .extend, .delete, .rename], queue: queue)
      source.setEventHandler { onChange(nil) }
      source.setCancelHandler { close(descriptor) }
      source.activate()
      return FolderWatch { source.cancel() }
    }
  }
#endif
