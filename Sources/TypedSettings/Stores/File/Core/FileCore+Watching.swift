extension FileCore {
  /// Begins to follow what others do to the file, or to the way there while its folder is missing.
  ///
  /// - Returns: Whether the file is followed from now on: then it has to be looked at once more, because what has happened
  ///   before is heard of by nobody.
  func watchFolder() -> Bool {
    guard let watching = schedule.watching else { return false }
    var beginsPolling = false
    let isFollowed = watch.withLock { watch in
      if case .folder = watch { return false }
      if let new = watching.watch(location.folder, hearing: journals, { [weak self] in self?.hear($0) }) {
        watch = .folder(new)
        return true
      }
      if case .above = watch { return false }
      // A folder that was made before the one above it was watched is heard of by nobody.
      var seen: String?
      while let (above, path) = watchAbove(watching), path != seen {
        if let new = watching.watch(location.folder, hearing: journals, { [weak self] in self?.hear($0) }) {
          watch = .folder(new)
          return true
        }
        watch = .above(above)
        seen = path
      }
      guard seen == nil, case .none = watch else { return false }
      watch = .polling
      beginsPolling = true
      return false
    }
    if beginsPolling {
      SettingsDiagnostics.report(.unwatched(path))
      poll(after: Self.shortestPause)
    }
    return isFollowed
  }

  private var journals: Set<String> { [location.names.journal, location.names.nextJournal] }

  /// Watches the nearest folder above that is there.
  private func watchAbove(_ watching: any FolderWatching) -> (FolderWatch, path: String)? {
    var path = location.folder[...]
    while let slash = path.lastIndex(of: "/") {
      let name = String(path[path.index(after: slash)...])
      path = path[..<slash]
      let above = path.isEmpty ? "/" : String(path)
      let new = watching.watch(above, hearing: []) { [weak self] changed in
        if changed?.contains(name) ?? true { self?.hearAbove() }
      }
      if let new { return (new, above) }
    }
    return nil
  }

  /// Hears of a change in the folder; without names, of one that may be about the folder itself.
  private func hear(_ changed: Set<String>?) {
    if let changed, journals.union([location.names.document]).isDisjoint(with: changed) { return }
    noticeChange()
  }

  private func hearAbove() {
    watchAgain()
    if watchFolder() { noticeChange() }
  }

  /// Gives the watch up, to begin anew.
  func watchAgain() {
    let old = watch.withLock { watch in
      defer { watch = .none }
      return watch
    }
    // Let go of outside the lock.
    withExtendedLifetime(old) {}
  }

  /// Forgets the folder if somebody has removed or moved it, so that it is looked for, or made, by its name again; what
  /// this process has written there is written again.
  ///
  /// - Returns: Whether it was removed or moved.
  func forgetRemovedFolder(_ session: inout FileSession) -> Bool {
    guard let folder = session.folder, hasLostName(folder) else { return false }
    keepForRescue(&session)
    session.folder = nil
    session.journal = nil
    session.ended = nil
    session.unsynchronized = []
    return true
  }

  /// Whether a folder is no longer found by its path.
  func hasLostName(_ folder: Folder) -> Bool {
    do throws(FileSystemError) {
      let status = try folder.file.status()
      if status.linkCount == 0 { return true }
      for attempt in 0..<3 {
        if let found = try statusOfFolderByName() {
          // A link that somebody has put there leads nobody away from the folder that is open.
          return found.kind == .folder && found.owner == status.owner && !found.isOfSameFile(as: status)
        }
        // Who swaps two folders takes one away for a moment.
        system.pause(attempt: Self.attempts + attempt)
      }
      return true
    } catch {
      return false
    }
  }

  /// What has the name of the folder: of a symbolic link, the link itself; `nil` if nothing has.
  func statusOfFolderByName() throws(FileSystemError) -> FileStatus? {
    guard let slash = location.folder.lastIndex(of: "/"), slash != location.folder.startIndex else {
      return try Folder(location.folder, of: system).file.status()
    }
    do throws(FileSystemError) {
      let above = try Folder(String(location.folder[..<slash]), of: system)
      return try above.status(of: String(location.folder[location.folder.index(after: slash)...]))
    } catch {
      if error.isMissing { return nil }
      throw error
    }
  }
}
