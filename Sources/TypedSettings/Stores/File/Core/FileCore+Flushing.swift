extension FileCore {
  /// Returns once all that was written so far survives a power cut.
  func flush() throws(SettingsError) {
    do throws(FileSystemError) { try save() } catch {
      run(session.withLock { noteFailure(error, &$0, isThrown: true) })
      throw .notSaved(path, error)
    }
  }

  /// Does what ``flush()`` does, and leaves it to the caller to tell of a failure.
  func save() throws(FileSystemError) {
    let (number, effects) = try session.withLock { session throws(FileSystemError) -> (UInt64, FileEffects) in
      if session.unwritten.isEmpty, !session.hasUnreachableRecords { return (session.next - 1, FileEffects()) }
      return try writeAgain(&session)
    }
    run(effects)
    try synchronize(upTo: number)
  }

  /// Brings a write to the disk; where that fails, the values themselves are in place.
  func finish(_ outcome: Outcome) throws(SettingsError) {
    do throws(FileSystemError) { try synchronize(upTo: outcome.number) } catch {
      run(session.withLock { noteFailure(error, &$0, isThrown: true) })
      throw .notSaved(path, error)
    }
  }

  /// Appends what could not be written before, under the lock of the file.
  private func writeAgain(_ session: inout FileSession) throws(FileSystemError) -> (UInt64, FileEffects) {
    try beginWriting(&session)
    defer { unlock(&session) }
    if session.hasUnreachableRecords, let refusal = refusal(session) { throw refusal }
    try appendUnwritten(&session)
    return (session.next - 1, session.takeMissed())
  }

  /// Brings all records up to a number to the disk.
  func synchronize(upTo number: UInt64) throws(FileSystemError) {
    if number == 0 { return }
    var effects = FileEffects()
    // Whoever is told may write, and wait for a turn of its own.
    defer { run(effects) }
    try synchronization.reach(number) { () throws(FileSystemError) in
      let work = try session.withLock { session throws(FileSystemError) in
        try startSynchronization(&session, &effects)
      }
      do throws(FileSystemError) { try bringToDisk(work) } catch {
        session.withLock { $0.hasUnsynchronizedNames = true }
        throw error
      }
      session.withLock { session in
        // One that has come to its end meanwhile may have got records since.
        session.unsynchronized.removeAll { file in file !== work.current && work.files.contains { $0 === file } }
        if session.loads == work.loads { synchronization.advance(to: work.number) }
      }
    }
  }

  private func bringToDisk(_ work: Work) throws(FileSystemError) {
    for file in work.files {
      do throws(FileSystemError) { try system.synchronize(file.descriptor, .contents) } catch {
        session.withLock { $0.lost = file }
        throw error
      }
    }
    try synchronizeNewFolders()
    try work.folder?.synchronize()
  }

  /// Brings the names of the journals to the disk before they change again.
  ///
  /// File systems may bring the later of two changes there first; then a journal that was flushed would have lost its
  /// name to the next one before it had its new one.
  func synchronizeNames() throws(FileSystemError) {
    try synchronization.take { () throws(FileSystemError) in
      let folder = session.withLock { session -> Folder? in
        guard session.hasUnsynchronizedNames, !contents.isFolded || !session.unwritten.isEmpty else { return nil }
        session.hasUnsynchronizedNames = false
        return session.folder
      }
      do throws(FileSystemError) { try folder?.synchronize() } catch {
        session.withLock { $0.hasUnsynchronizedNames = true }
        throw error
      }
    }
  }

  private struct Work: Sendable {
    let files: [OpenFile]
    /// The journal among them that records still go to.
    let current: OpenFile?
    let folder: Folder?
    let number: UInt64
    let loads: UInt64
  }

  private func startSynchronization(
    _ session: inout FileSession, _ effects: inout FileEffects
  ) throws(FileSystemError) -> Work {
    if session.lost != nil {
      // The kernel may have dropped what it failed to write, so another attempt on the same file proves nothing.
      // Attaching makes a new one, with what others have written meanwhile.
      try beginWriting(&session)
      defer { unlock(&session) }
      effects += session.takeMissed()
      if session.lost != nil { throw FileSystemError("make the journal anew", .notOnTheDisk) }
    }
    defer { session.hasUnsynchronizedNames = false }
    return Work(
      files: session.unsynchronized, current: session.journal?.file,
      folder: session.hasUnsynchronizedNames ? session.folder : nil,
      number: session.next - 1, loads: session.loads)
  }
}
