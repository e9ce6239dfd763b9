// Bringing a session to where a record can be appended.

extension FileCore {
  /// How often something is tried that other processes may be at.
  static let attempts = 2_000

  /// Makes sure that there is a journal that a record can be appended to.
  ///
  /// What has to be told is in ``FileSession/missed``.
  @inline(__always)
  func attach(_ session: inout FileSession) throws(FileSystemError) {
    // The journal is asked for its parts, since to copy it takes a while, here and wherever every write comes by.
    if session.journal?.isWritable == true, session.journal?.isEnded == false, session.journal?.damages.isEmpty == true,
      session.journal?.isClosed == false, session.hasClearedUp, !session.isTooLong, !session.hasWrongName,
      !session.isReadOnly, session.forkCount == system.forkCount, !session.condition.refusesWrites
    {
      return
    }
    try attachAnew(&session)
  }

  private func attachAnew(_ session: inout FileSession) throws(FileSystemError) {
    if session.forkCount != system.forkCount { reopenAfterFork(&session) }
    try prepareForWriting(&session)
    for attempt in 0..<Self.attempts {
      if session.journal == nil || session.condition.refusesWrites { session.missed += load(&session) }
      if session.condition.refusesWrites { return }
      guard let journal = session.journal else {
        if try createJournal(&session) { continue }
        system.pause(attempt: attempt)
        continue
      }
      guard journal.isWritable else { throw FileSystemError("open the journal for writing", .notPermitted) }
      if journal.isClosed {
        if try !replaceJournal(&session) { system.pause(attempt: attempt) }
      } else if session.hasWrongName {
        try takeName(&session)
      } else if journal.isEnded {
        if try !goOn(&session), try !makeFollower(&session) { system.pause(attempt: attempt) }
      } else {
        if !journal.damages.isEmpty { try repair(&session) }
        if !session.hasClearedUp { try removeAbandonedFiles(&session) }
        if session.isTooLong || journal.growth > Self.veryLongJournal {
          session.isTooLong = false
          let hadEnded = session.ended != nil
          try shortenJournals(&session)
          // What was the next journal may be very long itself.
          if hadEnded, session.ended == nil { continue }
        }
        return
      }
    }
    throw FileSystemError("get the lock that another process holds", .isLocked)
  }

  /// Opens the files anew after the process was made by copying another one: they would share positions and locks.
  private func reopenAfterFork(_ session: inout FileSession) {
    session.forkCount = system.forkCount
    session.journal = nil
    session.ended = nil
    session.unsynchronized = []
    // The thread that had these goes on in the other process alone.
    session.right = nil
    session.isEnding = false
    session.isAppendingUnwritten = false
  }

  /// Opens the folder or makes it, and asks whether the file may be written.
  private func prepareForWriting(_ session: inout FileSession) throws(FileSystemError) {
    if session.folder == nil {
      do throws(FileSystemError) { try openFolder(&session) } catch {
        guard error.isMissing else { throw error }
        session.unsynchronizedFolders = foldersAbove()
        try system.makeFolder(location.folder)
        try openFolder(&session)
      }
    }
    guard session.journal == nil || session.isReadOnly, let folder = session.folder else { return }
    // The folder may allow what the file forbids: to replace it.
    guard folder.mayWrite(location.names.document) else { throw FileSystemError("write to the file", .notPermitted) }
  }

  /// Opens the folder, but not by a symbolic link where there was none before.
  func openFolder(_ session: inout FileSession) throws(FileSystemError) {
    let folder = try Folder(location.folder, of: system)
    let isNamed = try statusOfFolderByName()?.isOfSameFile(as: folder.file.status()) ?? false
    if session.hasOpenedFolder, !isNamed { throw FileSystemError("open the folder", .leadsAway) }
    session.hasOpenedFolder = isNamed
    session.folder = folder
    session.locksAppends = !system.ordersAppends(in: folder.file.descriptor)
    session.forkCount = system.forkCount
  }

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

// MARK: Locks

extension FileCore {
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

  /// Gives the lock of an open file back.
  func release(_ file: OpenFile) {
    // A lock that cannot be given back goes with its file when that is closed.
    do throws(FileSystemError) { try system.unlock(file.descriptor) } catch {}
  }

  /// Runs a body with the right to give the journal's name to another file, and to write the document.
  ///
  /// That right is the lock of the file that has the name: it goes with the process that has it.
  ///
  /// - Returns: What the body returns; `nil` if another process has the right, or the file has lost its name.
  func withRight<Result>(
    to file: OpenFile, _ session: inout FileSession, _ body: (inout FileSession) throws(FileSystemError) -> Result
  ) throws(FileSystemError) -> Result? {
    // To give it back would take it from who writes the document in this process.
    guard session.right !== file, try hasRight(to: file, &session) else { return nil }
    defer { release(file) }
    return try body(&session)
  }

  /// Takes the right to give the journal's name to another file, if it's to be had.
  func hasRight(to file: OpenFile, _ session: inout FileSession) throws(FileSystemError) -> Bool {
    guard try isTaken(file, &session) else { return false }
    do throws(FileSystemError) {
      let status = try session.folder?.status(of: location.names.journal)
      if let status, status.isOfSameFile(as: try file.status()) { return true }
    } catch {
      release(file)
      throw error
    }
    release(file)
    return false
  }
}
