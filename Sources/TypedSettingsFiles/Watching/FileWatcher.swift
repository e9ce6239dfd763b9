internal import TypedSettingsCore

/// Watches the folder of a settings file, or the nearest existing parent while the folder is missing.
final class FileWatcher: Sendable {
  /// The state of the watcher.
  enum State: Sendable {
    case idle
    /// The folder is watched.
    case folder(FolderWatch)
    /// A parent of the folder is watched.
    case parent(FolderWatch)
    /// The system can't watch folders, so the core reads the file periodically for as long as the object exists.
    case polling(FolderWatch)

    fileprivate var watch: FolderWatch? {
      switch self {
      case .folder(let watch), .parent(let watch): watch
      case .idle, .polling: nil
      }
    }
  }

  /// The result of ``start(_:onChange:examine:onParentChange:)``.
  enum Start: Sendable {
    /// The folder is watched from now on.
    case watching
    /// The core has to poll until the object is deallocated.
    case polling(FolderWatch)
    /// Nothing has changed.
    case unchanged
  }

  private struct Watches: Sendable {
    var state = State.idle
    /// The folders of the symbolic links that lead to the document.
    var links: [FolderWatch] = []
  }

  /// The time between two examinations of a folder whose changes by other machines the system doesn't report.
  private static let pause = Duration.seconds(5)

  private let schedule: any FileSchedule
  private let watches = LockedState(Watches())

  init(_ schedule: any FileSchedule) { self.schedule = schedule }

  var state: State { watches.withLock { $0.state } }

  /// Starts to watch the folder of a document, unless it's watched already.
  ///
  /// - Parameters:
  ///   - location: The document.
  ///   - onChange: Called after a change to the document, its journals, or a symbolic link to it.
  ///   - examine: Called every few seconds, if the system doesn't report all changes. It looks for changes itself, and
  ///     calls this method if the folder is missing.
  ///   - onParentChange: Called when the folder, or a parent of it, may have been created.
  /// - Returns: The action that the caller has to take.
  func start(
    _ location: FileLocation, onChange: @escaping @Sendable () -> Void, examine: @escaping @Sendable () -> Void,
    onParentChange: @escaping @Sendable () -> Void
  ) -> Start {
    guard let watching = schedule.watching else { return .unchanged }
    let (start, watch) = watches.withLock { watches -> (Start, FolderWatch?) in
      let former = watches.state.watch
      let start = startWatching(location, watching, onChange, onParentChange, &watches)
      let present = watches.state.watch
      return (start, present === former ? nil : present)
    }
    if let watch, !watch.isComplete { examineLater(watch, examine) }
    return start
  }

  private func startWatching(
    _ location: FileLocation, _ watching: any FolderWatching, _ onChange: @escaping @Sendable () -> Void,
    _ onParentChange: @escaping @Sendable () -> Void, _ watches: inout Watches
  ) -> Start {
    if watches.links.isEmpty { watches.links = startLinks(location, watching, onChange) }
    if case .folder = watches.state { return .unchanged }
    if startFolder(location, watching, onChange, &watches) { return .watching }
    if case .parent = watches.state { return .unchanged }
    // Parents that were created before the one above them was watched aren't reported.
    var seen: String?
    while let (parent, path) = watchParent(of: location.folder, watching, onParentChange), path != seen {
      if startFolder(location, watching, onChange, &watches) { return .watching }
      watches.state = .parent(parent)
      seen = path
    }
    guard seen == nil, case .idle = watches.state else { return .unchanged }
    let polling = FolderWatch {}
    watches.state = .polling(polling)
    return .polling(polling)
  }

  /// Examines the file every few seconds while its folder, or a parent of it, is watched.
  ///
  /// A network drive may not respond for hours, so the next pause begins once the examination has ended.
  private func examineLater(_ watch: FolderWatch, _ examine: @escaping @Sendable () -> Void) {
    schedule.run(after: Self.pause) { [weak self, weak watch] in
      if watch == nil { return }
      examine()
      if let self, let watch { examineLater(watch, examine) }
    }
  }

  /// Stops watching.
  func stop() {
    let old = watches.withLock { watches in
      defer { watches = Watches() }
      return watches
    }
    // Deallocated after the lock was released, because that calls into the system.
    withExtendedLifetime(old) {}
  }

  private func startFolder(
    _ location: FileLocation, _ watching: any FolderWatching, _ onChange: @escaping @Sendable () -> Void,
    _ watches: inout Watches
  ) -> Bool {
    let journals: Set = [location.names.journal, location.names.nextJournal]
    let names = journals.union([location.names.document])
    let watch = watching.watch(location.folder, trackingWritesTo: journals) { changed in
      // Without names, the folder itself may have changed.
      if changed.map({ !names.isDisjoint(with: $0) }) ?? true { onChange() }
    }
    guard let watch else { return false }
    watches.state = .folder(watch)
    return true
  }

  /// Watches the folders of the symbolic links that lead to a document.
  private func startLinks(
    _ location: FileLocation, _ watching: any FolderWatching, _ onChange: @escaping @Sendable () -> Void
  ) -> [FolderWatch] {
    location.links.compactMap { link in
      watching.watch(link.folder, trackingWritesTo: []) { if $0?.contains(link.name) ?? true { onChange() } }
    }
  }

  /// Watches the nearest existing parent of a folder.
  private func watchParent(
    of folder: String, _ watching: any FolderWatching, _ onChange: @escaping @Sendable () -> Void
  ) -> (FolderWatch, path: String)? {
    var path = folder[...]
    while let slash = path.lastIndex(of: "/") {
      let name = String(path[path.index(after: slash)...])
      path = path[..<slash]
      let parent = path.isEmpty ? "/" : String(path)
      let watch = watching.watch(parent, trackingWritesTo: []) { if $0?.contains(name) ?? true { onChange() } }
      if let watch { return (watch, parent) }
    }
    return nil
  }
}

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
  /// A Boolean value that indicates whether all changes are reported; those by other machines may not be.
  package let isComplete: Bool
  private let cancel: @Sendable () -> Void

  package init(isComplete: Bool = true, cancel: @escaping @Sendable () -> Void) {
    self.isComplete = isComplete
    self.cancel = cancel
  }

  deinit { cancel() }
}
