internal import TypedSettingsCore
internal import TypedSettingsFormats

#if os(Linux) || os(Android)
  // A dispatch source may be used from any thread, although its protocol isn't `Sendable`.
  @preconcurrency internal import Dispatch
  #if canImport(Glibc)
    internal import Glibc
  #elseif canImport(Musl)
    internal import Musl
  #endif

  /// A watcher that uses inotify: one instance for the process, because the number for each user is limited.
  final class FolderWatcher: FolderWatching {
    private struct State {
      var folders: [Int32: Folder] = [:]
      /// The watches that report only names at present.
      var muted: Set<Int32> = []
    }

    /// A watched folder.
    private struct Folder {
      let path: String
      var observers = NumberedTable<Observer>()

      /// The events that are requested.
      var events: UInt32 {
        FolderWatcher.events(includingWrites: observers.entries.contains { !$0.element.files.isEmpty })
      }
    }

    private struct Observer: Sendable {
      /// The files whose writes are reported.
      let files: Set<String>
      let call: @Sendable (Set<String>?) -> Void
    }

    /// The inotify instance, which is closed once neither the watcher nor the source uses it.
    private let inotify: OpenFile
    private let queue = DispatchQueue(label: "TypedSettings.FolderWatcher", qos: .utility)
    let source: any DispatchSourceRead
    private let state = LockedState(State())

    /// The time for which changes are collected, which limits how often many writes wake the watcher.
    private static let collectingTime = DispatchTimeInterval.milliseconds(20)

    /// The events of the folder itself and of the names in it.
    ///
    /// They cost nothing when a file is written.
    private static let nameEvents = UInt32(
      IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR)

    /// The events of the files in the folder.
    ///
    /// If a folder is watched for any of them, the kernel looks up the watch during each write to a file in it, even if
    /// the watch doesn't include writes.
    private static let fileEvents = UInt32(IN_CLOSE_WRITE | IN_ATTRIB)

    private static let writes = UInt32(IN_MODIFY)

    private static func events(includingWrites: Bool) -> UInt32 {
      includingWrites ? nameEvents | fileEvents | writes : nameEvents | fileEvents
    }

    /// Creates the watcher, or returns `nil` if the limit of instances is reached.
    static func make() -> FolderWatcher? {
      let descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
      guard descriptor >= 0 else { return nil }
      let watcher = FolderWatcher(OpenFile(FileDescriptor(number: descriptor), of: SystemCalls()))
      watcher.waitForChanges()
      return watcher
    }

    private init(_ inotify: OpenFile) {
      self.inotify = inotify
      source = DispatchSource.makeReadSource(fileDescriptor: inotify.descriptor.number, queue: queue)
      source.setCancelHandler { withExtendedLifetime(inotify) {} }
    }

    deinit {
      // Not closed if it now belongs to the program.
      if !isOpen { _ = Unmanaged.passRetained(inotify) }
      source.cancel()
    }

    private var descriptor: Int32 { inotify.descriptor.number }

    /// A Boolean value that indicates whether the program hasn't closed the descriptor, and opened another kind of file
    /// with its number; `true` if that can't be determined.
    private var isOpen: Bool {
      nilOnFailure { () throws(FileSystemError) in
        // An absolute path, for which the folder doesn't count.
        let path = "/proc/self/fd/\(descriptor)"
        return try SystemCalls().destination(ofLink: path, in: inotify.descriptor) == "anon_inode:inotify"
      } ?? true
    }

    func watch(
      _ path: String, trackingWritesTo files: Set<String>, _ onChange: @escaping @Sendable (Set<String>?) -> Void
    ) -> FolderWatch? {
      // Under the lock, because a watch that's removed meanwhile could have the number of this one.
      let added = state.withLock { state -> (watch: Int32, number: UInt64)? in
        let events = Self.events(includingWrites: !files.isEmpty)
        let watch = inotify_add_watch(descriptor, path, events | UInt32(IN_MASK_ADD))
        guard watch >= 0 else { return nil }
        let observer = Observer(files: files, call: onChange)
        return (watch, state.folders[watch, default: Folder(path: path)].observers.add(observer))
      }
      guard let added else { return nil }
      return FolderWatch(isComplete: isLocal(path)) { [weak self] in self?.remove(added.number, from: added.watch) }
    }

    /// Returns whether only this machine can change a folder; `true` if that's unknown.
    private func isLocal(_ path: String) -> Bool {
      let system = SystemCalls()
      return nilOnFailure { () throws(FileSystemError) in
        let folder = OpenFile(try system.openFolder(path), of: system)
        return withExtendedLifetime(folder) { system.ordersAppends(in: folder.descriptor) }
      } ?? true
    }

    private func remove(_ number: UInt64, from watch: Int32) {
      let removed = state.withLock { state -> Observer? in
        let removed = state.folders[watch]?.observers.remove(number)
        if state.folders[watch]?.observers.isEmpty ?? false {
          state.folders[watch] = nil
          inotify_rm_watch(descriptor, watch)
        }
        return removed
      }
      withExtendedLifetime(removed) {}
    }

    private func waitForChanges() {
      source.setEventHandler { [weak self] in ForkBarrier.shared.run { self?.handleChanges() } }
      source.activate()
    }

    private func handleChanges() {
      let changes = readChanges()
      pauseFileEvents(of: changes.written)
      report(changes)
      source.suspend()
      queue.asyncAfter(deadline: .now() + Self.collectingTime) { [weak self, source] in
        ForkBarrier.shared.run {
          self?.resumeFileEvents()
          source.resume()
        }
      }
    }

    private struct Changes {
      var names: [Int32: Set<String>] = [:]
      /// The files that were closed after they were opened for writing.
      var closed: [Int32: Set<String>] = [:]
      /// The files that were written.
      var written: [Int32: Set<String>] = [:]
      var isIncomplete = false
    }

    private func readChanges() -> Changes {
      var changes = Changes()
      // The program may have closed it, and read the descriptor's next file itself.
      guard isOpen else { return changes }
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
            if event.mask & UInt32(IN_CLOSE_WRITE) != 0 {
              changes.closed[event.wd, default: []].insert(name)
            } else {
              changes.names[event.wd, default: []].insert(name)
            }
            offset = start + Int(event.len)
          }
        }
      }
      return changes
    }

    private func report(_ changes: Changes) {
      for (watch, folder) in state.withLock({ $0.folders }) {
        let names = changes.names[watch] ?? []
        // An event without a name concerns the folder itself.
        let isUnclear = changes.isIncomplete || names.contains("")
        for observer in folder.observers.elements {
          // If the writes to a file are reported, closing it means nothing: it may only have been opened.
          let news = names.union((changes.closed[watch] ?? []).subtracting(observer.files))
          if isUnclear || !news.isEmpty { observer.call(isUnclear ? nil : news) }
        }
      }
    }
  }

  // MARK: Many writes

  extension FolderWatcher {
    /// Pauses the file events of folders after the first write.
    ///
    /// The kernel creates an event during each write, even if an equal one wasn't read yet, which slows the writer
    /// down. One event is enough until the next check.
    private func pauseFileEvents(of written: [Int32: Set<String>]) {
      state.withLock { state in
        for (watch, names) in written {
          let observers = state.folders[watch]?.observers.elements ?? []
          let isTracked = observers.contains { !$0.files.isDisjoint(with: names) }
          if isTracked, setEvents(Self.nameEvents, of: watch, in: state) { state.muted.insert(watch) }
        }
      }
    }

    /// Resumes file events, and reports that any file may have changed meanwhile.
    private func resumeFileEvents() {
      let observers = state.withLock { state in
        state.muted.flatMap { watch -> [Observer] in
          guard let folder = state.folders[watch] else {
            state.muted.remove(watch)
            return []
          }
          // A folder that can't be found may return; the next event tries again.
          if setEvents(folder.events, of: watch, in: state) { state.muted.remove(watch) }
          return folder.observers.elements
        }
      }
      for observer in observers { observer.call(nil) }
    }

    /// Changes the requested events of a folder.
    ///
    /// - Returns: `false` if the folder can no longer be found by its path.
    private func setEvents(_ events: UInt32, of watch: Int32, in state: State) -> Bool {
      guard let folder = state.folders[watch] else { return false }
      let found = inotify_add_watch(descriptor, folder.path, events)
      if found == watch { return true }
      if found >= 0 {
        // Another folder has the path now.
        if let other = state.folders[found] {
          inotify_add_watch(descriptor, folder.path, other.events)
        } else {
          inotify_rm_watch(descriptor, found)
        }
      }
      return false
    }
  }
#endif

#if canImport(Darwin)
  internal import Darwin
  // A dispatch source may be used from any thread, although its protocol isn't `Sendable`.
  @preconcurrency internal import Dispatch

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
      // The protocol of all sources isn't `Sendable` in any SDK. The one of this kind is in later SDKs, with which the
      // attribute of the import would have no effect.
      let source: any DispatchSourceProtocol = DispatchSource.makeFileSystemObjectSource(
        fileDescriptor: descriptor, eventMask: [.write, .extend, .delete, .rename], queue: queue)
      source.setEventHandler { ForkBarrier.shared.run { onChange(nil) } }
      source.setCancelHandler { close(descriptor) }
      source.activate()
      let isLocal = SystemCalls().ordersAppends(in: FileDescriptor(number: descriptor))
      return FolderWatch(isComplete: isLocal) { source.cancel() }
    }
  }
#endif
