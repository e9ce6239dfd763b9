#if os(Linux) || os(Android)
  // A dispatch source may be used from any thread; its protocol does not say so.
  @preconcurrency internal import Dispatch
  #if canImport(Glibc)
    internal import Glibc
  #elseif canImport(Musl)
    internal import Musl
  #endif

  /// Watches folders with inotify: one instance for the process, since each user may have but a few.
  final class FolderWatcher: FolderWatching {
    private struct State {
      var observers: [Int32: [Int: Observer]] = [:]
      var lastNumber = 0
    }

    private typealias Observer = @Sendable (Set<String>?) -> Void

    private let descriptor: Int32
    private let queue = DispatchQueue(label: "TypedSettings.FolderWatcher", qos: .utility)
    private let state = LockedState(State())

    /// How long changes are collected: whoever writes a lot wakes the watcher no more often than that.
    private static let collectingTime = DispatchTimeInterval.milliseconds(20)

    private static let events = UInt32(
      IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB | IN_DELETE_SELF
        | IN_ONLYDIR)

    /// Makes the watcher; `nil` where the system has no instance left.
    static func make() -> FolderWatcher? {
      let descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
      guard descriptor >= 0 else { return nil }
      let watcher = FolderWatcher(descriptor)
      watcher.waitForChanges()
      return watcher
    }

    private init(_ descriptor: Int32) { self.descriptor = descriptor }

    func watch(_ path: String, _ onChange: @escaping @Sendable (Set<String>?) -> Void) -> FolderWatch? {
      // Under the lock: a watch that is taken away meanwhile has the number that this one would get.
      let added = state.withLock { state -> (watch: Int32, number: Int)? in
        let watch = inotify_add_watch(descriptor, path, Self.events)
        guard watch >= 0 else { return nil }
        state.lastNumber += 1
        state.observers[watch, default: [:]][state.lastNumber] = onChange
        return (watch, state.lastNumber)
      }
      guard let added else { return nil }
      return FolderWatch { [weak self] in self?.remove(added.number, from: added.watch) }
    }

    private func remove(_ number: Int, from watch: Int32) {
      let removed = state.withLock { state -> Observer? in
        let removed = state.observers[watch]?.removeValue(forKey: number)
        if state.observers[watch]?.isEmpty ?? false {
          state.observers[watch] = nil
          inotify_rm_watch(descriptor, watch)
        }
        return removed
      }
      withExtendedLifetime(removed) {}
    }

    private func waitForChanges() {
      let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
      source.setEventHandler { [weak self] in
        guard let self else { return }
        tell(readChanges())
        source.suspend()
        queue.asyncAfter(deadline: .now() + Self.collectingTime) { source.resume() }
      }
      source.activate()
    }

    private struct Changes {
      var names: [Int32: Set<String>] = [:]
      var isIncomplete = false
    }

    private func readChanges() -> Changes {
      var changes = Changes()
      withUnsafeTemporaryAllocation(byteCount: 16 << 10, alignment: MemoryLayout<inotify_event>.alignment) { buffer in
        while true {
          let count = read(descriptor, buffer.baseAddress, buffer.count)
          guard count > 0 else { return }
          var offset = 0
          while offset < count {
            let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
            let start = offset + MemoryLayout<inotify_event>.size
            let name = String(decoding: buffer[start..<start + Int(event.len)].prefix { $0 != 0 }, as: UTF8.self)
            if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { changes.isIncomplete = true }
            changes.names[event.wd, default: []].insert(name)
            offset = start + Int(event.len)
          }
        }
      }
      return changes
    }

    private func tell(_ changes: Changes) {
      let observers = state.withLock { $0.observers }
      for (watch, observers) in observers {
        guard changes.isIncomplete || changes.names[watch] != nil else { continue }
        // An event without a name is about the folder itself.
        let names = changes.names[watch]
        let isUnclear = changes.isIncomplete || names?.contains("") ?? true
        for observer in observers.values { observer(isUnclear ? nil : names) }
      }
    }
  }
#endif
