extension FileCore {
  /// Begins to follow what others do to the file, or to the way there while its folder is missing.
  func watchFolder() {
    guard let watching = schedule.watching else { return }
    let isNew = watch.withLock { watch in
      if case .folder = watch { return false }
      if let new = watching.watch(location.folder, { [weak self] in self?.hear($0) }) {
        watch = .folder(new)
        return true
      }
      if case .none = watch { watch = watchAbove(watching) }
      return false
    }
    // What has happened before the watch is heard of by nobody.
    if isNew { noticeChange() }
  }

  /// Watches the nearest folder above that is there.
  private func watchAbove(_ watching: any FolderWatching) -> FileWatch {
    var path = location.folder[...]
    while let slash = path.lastIndex(of: "/") {
      let name = String(path[path.index(after: slash)...])
      path = path[..<slash]
      let new = watching.watch(path.isEmpty ? "/" : String(path)) { [weak self] changed in
        if changed?.contains(name) ?? true { self?.hearAbove() }
      }
      if let new { return .above(new) }
    }
    return .none
  }

  /// Hears of a change in the folder; without names, of one that may be about the folder itself.
  private func hear(_ changed: Set<String>?) {
    let names: Set = [location.names.document, location.names.journal, location.names.nextJournal]
    if let changed, names.isDisjoint(with: changed) { return }
    noticeChange()
  }

  private func hearAbove() {
    watchAgain()
    watchFolder()
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

  /// Forgets the folder if somebody has removed it, so that it is looked for, or made, by its name again.
  ///
  /// - Returns: Whether it was removed.
  func forgetRemovedFolder(_ session: inout FileSession) -> Bool {
    guard let folder = session.folder else { return false }
    do throws(FileSystemError) { guard try folder.file.status().linkCount == 0 else { return false } } catch {
      return false
    }
    session.folder = nil
    session.lock = nil
    session.isLocked = false
    session.journal = nil
    session.ended = nil
    session.unsynchronized = []
    return true
  }
}
