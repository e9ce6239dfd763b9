extension FileCore {
  /// How often a writer asks for the lock of the file: with the pauses, for about two seconds.
  static let lockAttempts = 2_000

  /// How often a reader does, who can do without: for some milliseconds.
  static let lockAttemptsOfReader = 30

  /// Takes the lock that all processes share.
  func lock(_ session: inout FileSession, attempts: Int = FileCore.lockAttempts) throws(FileSystemError) {
    guard let lock = session.lock else { return }
    for attempt in 0..<attempts {
      if try isTaken(lock, &session) {
        session.isLocked = true
        return
      }
      system.pause(attempt: attempt)
    }
    throw FileSystemError("get the lock that another process holds", .isLocked)
  }

  /// Takes the lock of an open file, if nobody else has it.
  ///
  /// Where the file system has no locks, one process can still save its values: that is reported once.
  func isTaken(_ file: OpenFile, _ session: inout FileSession) throws(FileSystemError) -> Bool {
    do throws(FileSystemError) { return try system.lock(file.descriptor) } catch {
      guard error.hasNoLocks else { throw error }
      if !session.hasNoLocks { session.missed.reports.append(.unlockable(path, error)) }
      session.hasNoLocks = true
      return true
    }
  }

  func unlock(_ session: inout FileSession) {
    guard let lock = session.lock else { return }
    session.isLocked = false
    // A lock that cannot be given back goes with its file when that is closed; there is nobody to tell.
    do throws(FileSystemError) { try system.unlock(lock.descriptor) } catch {}
  }

  /// Runs a body under the lock that all processes share, where there is one and it can be had.
  ///
  /// For reading: without the lock, what is read may be older than what is there.
  func locking<Result>(
    _ session: inout FileSession, attempts: Int = FileCore.lockAttemptsOfReader, _ body: (inout FileSession) -> Result
  ) -> Result {
    var isLocked = false
    do throws(FileSystemError) {
      openLock(&session)
      try lock(&session, attempts: attempts)
      isLocked = true
    } catch {}
    defer { if isLocked { unlock(&session) } }
    return body(&session)
  }

  /// Opens the file of the lock if it is there.
  private func openLock(_ session: inout FileSession) {
    do throws(FileSystemError) {
      if session.folder == nil { session.folder = try Folder(location.folder, of: system) }
      if session.lock == nil {
        if let folder = session.folder { session.lock = try openLockIfPresent(in: folder) }
      }
    } catch {}
  }

  /// Takes the lock of the file to append a record, and brings the session up to what others have written.
  ///
  /// Where it succeeds, the caller gives the lock back. What has to be told is in ``FileSession/missed``.
  func beginWriting(_ session: inout FileSession) throws(FileSystemError) {
    try prepareForWriting(&session)
    try lock(&session)
    do throws(FileSystemError) {
      if session.condition.refusesWrites { session.missed += load(&session) }
      session.missed += try attach(&session)
    } catch {
      unlock(&session)
      throw error
    }
  }

  /// Makes the folder and the file of the lock, if they are missing.
  func prepareForWriting(_ session: inout FileSession) throws(FileSystemError) {
    if session.folder == nil {
      do throws(FileSystemError) { session.folder = try Folder(location.folder, of: system) } catch {
        guard error.isMissing else { throw error }
        session.unsynchronizedFolders = foldersAbove()
        try system.makeFolder(location.folder)
        session.folder = try Folder(location.folder, of: system)
      }
    }
    guard session.lock == nil || session.isReadOnly, let folder = session.folder else { return }
    // The folder may allow what the file forbids: to replace it.
    guard folder.mayWrite(location.names.document) else { throw FileSystemError("write to the file", .notPermitted) }
    session.lock = try openLock(in: folder)
  }
}

extension FileCore {
  /// The folders that get a name when the missing ones are made: those above it, up to the first that is there.
  private func foldersAbove() -> [String] {
    var folders: [String] = []
    var path = location.folder[...]
    while let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) {
      path = path[..<slash]
      let folder = path.isEmpty ? "/" : String(path)
      folders.append(folder)
      do throws(FileSystemError) {
        _ = try Folder(folder, of: system)
        break
      } catch {}
    }
    return folders
  }

  /// Makes the folders durable that this process has made.
  func synchronizeNewFolders() throws(FileSystemError) {
    for path in session.withLock({ $0.unsynchronizedFolders }) {
      try Folder(path, of: system).synchronize()
      session.withLock { $0.unsynchronizedFolders.removeAll { $0 == path } }
    }
  }
}
