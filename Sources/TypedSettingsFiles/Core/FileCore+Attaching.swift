internal import TypedSettingsCore

// Preparing a session so that a record can be appended.

extension FileCore {
  /// The maximum number of attempts at a transition that another process may interfere with.
  ///
  /// The session's lock is held, so all writes of this process wait meanwhile: about 20 ms.
  static let attemptsToAttach = 40

  /// Makes sure that a record can be appended to the current journal.
  ///
  /// The changes that were read on the way are in ``FileSession/undelivered``. Returns also in the state
  /// ``FileSession/AppendState/refused``.
  ///
  /// - Throws: ``FileSystemError``, which is ``FileSystemError/isLocked`` if another process doesn't release a lock
  ///   soon.
  @inline(__always)
  func attach(_ session: inout FileSession) throws(FileSystemError) {
    if session.appendState == .ready, !session.failure.isReadOnly, session.access.forkCount == system.forkCount {
      return
    }
    try prepare(&session)
    for attempt in 0..<Self.attemptsToAttach {
      guard try performTransition(&session, attempt: attempt) else { return }
    }
    throw FileSystemError("get the lock that another process holds", .isLocked)
  }

  /// Performs the next transition of ``FileSession/appendState``.
  ///
  /// - Returns: `false` if there is none.
  private func performTransition(_ session: inout FileSession, attempt: Int) throws(FileSystemError) -> Bool {
    var isDone = true
    switch session.appendState {
    case .ready: return false
    case .closed, .refused:
      if session.journals.current?.isWritable == false, !session.condition.refusesWrites {
        throw FileSystemError("open the journal for writing", .notPermitted)
      }
      session.undelivered += load(&session)
      if session.condition.refusesWrites { return false }
      if session.appendState == .closed { isDone = try createJournal(&session) }
    case .replaced: isDone = try replaceJournal(&session)
    case .ended:
      isDone = try openSuccessor(&session)
      if !isDone { isDone = try makeMissingSuccessor(&session) }
    case .unswept: try sweep(&session)
    }
    if !isDone { system.pause(attempt: attempt) }
    return true
  }

  /// Opens or creates the folder, and checks whether the file may be written.
  private func prepare(_ session: inout FileSession) throws(FileSystemError) {
    reopenAfterFork(&session)
    if session.access.folder == nil {
      do throws(FileSystemError) { try openFolder(&session) } catch {
        guard error.isMissing else { throw error }
        followLinksOfMissingFolder(&session)
      }
    }
    if session.access.folder == nil {
      session.unsynchronized.folders = existingParents(of: session.context.location.folder)
      try system.makeFolder(session.context.location.folder)
      try openFolder(&session)
    }
    guard session.journals.current == nil || session.failure.isReadOnly, let folder = session.access.folder else {
      return
    }
    // The permissions of the folder may allow replacing a file that's read-only.
    guard folder.folder.mayWrite(folder.names.document) else {
      throw FileSystemError("write to the file", .notPermitted)
    }
  }

  /// Closes the files in a child process: it would share their positions and locks with its parent.
  func reopenAfterFork(_ session: inout FileSession) {
    if session.access.forkCount == system.forkCount { return }
    session.access.forkCount = system.forkCount
    session.journals.reopenAfterFork()
    // A daemon closes all descriptors.
    session.access.folder = nil
    session.unsynchronized.files = []
    session.isAppendingPending = false
  }

  /// Opens the folder, except by a symbolic link that has taken the place of a folder.
  func openFolder(_ session: inout FileSession) throws(FileSystemError) {
    let folder = try Folder.shared(session.context.location.folder, of: system)
    let isNamed = try session.context.statusOfFolder()?.isOfSameFile(as: folder.file.status()) ?? false
    if session.access.wasFolder, !isNamed { throw FileSystemError("open the folder", .untrustedLink) }
    session.access.wasFolder = isNamed
    session.access.folder = SettingsFolder(folder: folder, context: session.context)
    session.access.locksAppends = !system.ordersAppends(in: folder.file.descriptor)
  }

  /// Returns the folders in which creating a path adds a name: its parents, up to the first one that exists.
  private func existingParents(of path: String) -> [String] {
    var folders: [String] = []
    var path = path[...]
    while let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) {
      path = path[..<slash]
      let folder = path.isEmpty ? "/" : String(path)
      folders.append(folder)
      if succeeds({ try Folder(folder, of: system) }) { break }
    }
    return folders
  }

  /// Removes the temporary files of processes that exited, if this process can acquire the lock.
  private func sweep(_ session: inout FileSession) throws(FileSystemError) {
    session.access.isSwept = true
    guard let folder = session.access.folder, let file = session.journals.first?.file else { return }
    _ = try withLock(of: file, &session) { session in
      folder.removeAbandonedFiles()
      undoReplacements(in: folder, &session)
    }
  }

  /// Undoes replacements of the document by processes that were killed.
  ///
  /// Call this only while holding the lock of the journal.
  func undoReplacements(in folder: SettingsFolder, _ session: inout FileSession) {
    // Without the ended journal, only the new document may have its values.
    guard folder.undoReplacements(hasJournals: session.journals.ended != nil) else { return }
    session.document.needsReading = true
    refreshLater()
  }
}

// MARK: The files beside the document

extension FileCore {
  /// Changes names in the folder, unless this process has lost the right to do so in the middle of a checkpoint.
  ///
  /// It loses the right if the journal is removed or replaced, or if another thread shortens the journals. Then the
  /// files beside the document may belong to another process, which is writing the document now.
  ///
  /// - Parameter body: A closure that changes the names. It must not wait for the disk, because the session's lock is
  ///   held.
  /// - Returns: `false` if the right was lost.
  /// - Throws: ``FileSystemError`` if the closure throws, or the files can't be looked at.
  func withRight(_ body: (SettingsFolder) throws(FileSystemError) -> Void) throws(FileSystemError) -> Bool {
    try session.withLock { session throws(FileSystemError) in
      guard let file = session.journals.locked, try holdsRight(byLockOf: file, &session),
        let folder = session.access.folder
      else { return false }
      try body(folder)
      return true
    }
  }

  /// Makes a copy of a document the previous one, without the session's lock while it becomes durable.
  ///
  /// - Returns: `false` if this process has lost the right to do so.
  func writePrevious(
    _ bytes: [UInt8], like status: FileStatus?, in folder: SettingsFolder
  ) throws(FileSystemError) -> Bool {
    try folder.writePrevious(bytes, like: status) { copy throws(FileSystemError) in
      try withRight { folder throws(FileSystemError) in try folder.placePrevious(copy) }
    }
  }

  /// Prepares the files beside a document that can't be renamed because it's a mount point.
  ///
  /// If the process is stopped while it overwrites the document, another process can complete it.
  ///
  /// - Returns: `false` if the document was edited, or this process has lost the right to write it.
  func prepareOverwriting(with new: DocumentReplacement) throws(FileSystemError) -> Bool {
    // A broken document must not become the previous one, so no process can complete the new one.
    if new.present.isBroken { return true }
    guard let bytes = try new.presentBytes(),
      try writePrevious(bytes, like: new.present.status, in: new.folder),
      try withRight({ _ throws(FileSystemError) in try new.prepareOverwriting() })
    else { return false }
    try new.folder.folder.synchronize()
    return true
  }

  /// Makes an overwritten document durable, and removes the new file.
  func finishOverwriting(
    with new: DocumentReplacement, _ placement: DocumentReplacement.Placement
  ) throws(FileSystemError) {
    var document: OpenFile?
    if case .overwritten = placement {
      document = try new.folder.folder.open(new.folder.names.document, for: .writing)
    }
    try finishOverwriting(document)
    new.discard()
  }

  /// Makes a document durable that this process or a stopped one was overwriting, and removes the file with its bytes.
  ///
  /// Setters must not wait for the disk, so the session's lock is not held. Call this only while holding the lock of
  /// the journal, after the document has all its bytes.
  func finishOverwriting(_ document: OpenFile?) throws(FileSystemError) {
    if let document { try system.synchronize(document.descriptor, .everything) }
    _ = try withRight { $0.discard($0.names.overwriting) }
  }
}

// MARK: Locks

extension FileCore {
  /// Acquires the lock of an open file without waiting.
  ///
  /// On a file system without locks, a single process can still save its values: that is reported once.
  func acquireLock(of file: OpenFile, _ session: inout FileSession) throws(FileSystemError) -> Bool {
    do throws(FileSystemError) { return try system.lock(file.descriptor) } catch {
      guard error.hasNoLocks else { throw error }
      if !session.access.hasNoLocks {
        session.undelivered.reports.append(.locksUnsupported(session.context.path, error))
      }
      session.access.hasNoLocks = true
      return true
    }
  }

  /// Releases the lock of an open file.
  func releaseLock(of file: OpenFile) {
    // If that fails, closing the file releases the lock.
    ignoringFailure { try system.unlock(file.descriptor) }
  }

  /// Runs a body while this process may write the document and rename journals.
  ///
  /// That right is the lock of the file with the journal's name. The system releases it when the process exits.
  ///
  /// - Returns: The result of the body; `nil` if another process holds the lock, or the file has lost its name.
  func withLock<Result>(
    of file: OpenFile, _ session: inout FileSession, _ body: (inout FileSession) throws(FileSystemError) -> Result
  ) throws(FileSystemError) -> Result? {
    // A checkpoint of this process may hold the lock already; releasing it here would take it away.
    guard session.journals.locked !== file, try acquireRight(to: file, &session) else { return nil }
    defer { releaseLock(of: file) }
    return try body(&session)
  }

  /// Releases the lock that a checkpoint of this process holds.
  func releaseRight(_ session: inout FileSession) {
    if let file = session.journals.locked { releaseLock(of: file) }
    session.journals.locked = nil
  }

  /// Acquires the lock of a file, provided that it has the journal's name.
  func acquireRight(to file: OpenFile, _ session: inout FileSession) throws(FileSystemError) -> Bool {
    guard try acquireLock(of: file, &session) else { return false }
    do throws(FileSystemError) {
      let status = try session.access.folder?.folder.status(of: session.context.names.journal)
      if let status, status.isOfSameFile(as: try file.status()) { return true }
    } catch {
      releaseLock(of: file)
      throw error
    }
    releaseLock(of: file)
    return false
  }

  /// Returns whether the lock of a file, which this process holds, is still the right to write the document.
  func holdsRight(byLockOf file: OpenFile, _ session: inout FileSession) throws(FileSystemError) -> Bool {
    guard try isInPlace(&session) else { return false }
    return session.journals.first?.file === file
  }
}
