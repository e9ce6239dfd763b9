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
      var folders: [Int32: Folder] = [:]
      var lastNumber = 0
    }

    /// A folder that is watched.
    private struct Folder {
      let path: String
      var observers: [Int: Observer] = [:]

      /// What is to be heard of it.
      var events: UInt32 {
        observers.values.reduce(FolderWatcher.events) { $0 | $1.events }
      }
    }

    private struct Observer: Sendable {
      /// The files of which it hears what is written to them.
      let files: Set<String>
      let call: @Sendable (Set<String>?) -> Void

      /// Who hears of writes need not hear that a file is closed, which is also said of one that was only opened.
      var events: UInt32 { UInt32(files.isEmpty ? IN_CLOSE_WRITE : IN_MODIFY) }
    }

    private let descriptor: Int32
    private let queue = DispatchQueue(label: "TypedSettings.FolderWatcher", qos: .utility)
    private let state = LockedState(State())

    /// How long changes are collected: whoever writes a lot wakes the watcher no more often than that.
    private static let collectingTime = DispatchTimeInterval.milliseconds(20)

    private static let events = UInt32(
      IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_ATTRIB | IN_DELETE_SELF | IN_ONLYDIR)

    /// Makes the watcher; `nil` where the system has no instance left.
    static func make() -> FolderWatcher? {
      let descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
      guard descriptor >= 0 else { return nil }
      let watcher = FolderWatcher(descriptor)
      watcher.waitForChanges()
      return watcher
    }

    private init(_ descriptor: Int32) { self.descriptor = descriptor }

    func watch(
      _ path: String, hearing files: Set<String>, _ onChange: @escaping @Sendable (Set<String>?) -> Void
    ) -> FolderWatch? {
      // Under the lock: a watch that is taken away meanwhile has the number that this one would get.
      let added = state.withLock { state -> (watch: Int32, number: Int)? in
        let observer = Observer(files: files, call: onChange)
        let watch = inotify_add_watch(descriptor, path, Self.events | observer.events | UInt32(IN_MASK_ADD))
        guard watch >= 0 else { return nil }
        state.lastNumber += 1
        state.folders[watch, default: Folder(path: path)].observers[state.lastNumber] = observer
        return (watch, state.lastNumber)
      }
      guard let added else { return nil }
      return FolderWatch { [weak self] in self?.remove(added.number, from: added.watch) }
    }

    private func remove(_ number: Int, from watch: Int32) {
      let removed = state.withLock { state -> Observer? in
        let removed = state.folders[watch]?.observers.removeValue(forKey: number)
        if state.folders[watch]?.observers.isEmpty ?? false {
          state.folders[watch] = nil
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
        let changes = readChanges()
        let ignored = ignoreContents(of: changes.written)
        tell(changes)
        source.suspend()
        queue.asyncAfter(deadline: .now() + Self.collectingTime) { [weak self] in
          self?.hearContents(of: ignored)
          source.resume()
        }
      }
      source.activate()
    }

    private struct Changes {
      var names: [Int32: Set<String>] = [:]
      /// The files that were written to.
      var written: [Int32: Set<String>] = [:]
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
            if event.mask & UInt32(IN_MODIFY) != 0 { changes.written[event.wd, default: []].insert(name) }
            changes.names[event.wd, default: []].insert(name)
            offset = start + Int(event.len)
          }
        }
      }
      return changes
    }

    private func tell(_ changes: Changes) {
      let folders = state.withLock { $0.folders }
      for (watch, folder) in folders {
        guard changes.isIncomplete || changes.names[watch] != nil else { continue }
        // An event without a name is about the folder itself.
        let names = changes.names[watch]
        let isUnclear = changes.isIncomplete || names?.contains("") ?? true
        for observer in folder.observers.values { observer.call(isUnclear ? nil : names) }
      }
    }
  }

  // MARK: Many writes

  extension FolderWatcher {
    /// Hears no more of writes to the files of folders, where somebody was to hear of one.
    ///
    /// The kernel makes an event for each write while somebody listens, in the time of the writer, even if nobody has
    /// read the one before that says the same. One is enough until the next look.
    ///
    /// - Returns: The folders to be listened to again.
    private func ignoreContents(of written: [Int32: Set<String>]) -> Set<Int32> {
      state.withLock { state in
        let watches = written.filter { watch, names in
          state.folders[watch]?.observers.values.contains { !$0.files.isDisjoint(with: names) } ?? false
        }
        return Set(
          watches.keys.compactMap { watch in
            let events = state.folders[watch].map { $0.events & ~UInt32(IN_MODIFY) }
            return events.flatMap { setEvents($0, of: watch, in: state) }
          })
      }
    }

    /// Hears of writes again, and tells of those that may have been made meanwhile.
    private func hearContents(of watches: Set<Int32>) {
      let observers = state.withLock { state in
        watches.flatMap { watch -> [Observer] in
          guard let folder = state.folders[watch] else { return [] }
          _ = setEvents(folder.events, of: watch, in: state)
          return folder.observers.values.filter { !$0.files.isEmpty }
        }
      }
      for observer in observers { observer.call(nil) }
    }

    /// Changes what is heard of a folder.
    ///
    /// A folder that has another name by now stays as it is: names that come and go in it are heard of in any case.
    ///
    /// - Returns: The folder whose events were changed.
    private func setEvents(_ events: UInt32, of watch: Int32, in state: State) -> Int32? {
      guard let folder = state.folders[watch] else { return nil }
      let found = inotify_add_watch(descriptor, folder.path, events)
      if found < 0 || state.folders[found] != nil { return found < 0 ? nil : found }
      inotify_rm_watch(descriptor, found)
      return nil
    }
  }
#endif
