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
      let isComplete = session.unwritten.isEmpty && !session.hasUnreachableRecords
      if isComplete, session.journal == nil || session.next - 1 <= synchronization.durable {
        return (session.next - 1, FileEffects())
      }
      if isComplete, !forgetRemovedFolder(&session), try isInPlace(&session) {
        return (session.next - 1, FileEffects())
      }
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

  /// Appends what could not be written before, and what was in a journal that is gone.
  private func writeAgain(_ session: inout FileSession) throws(FileSystemError) -> (UInt64, FileEffects) {
    try catchUp(&session)
    if !session.unwritten.isEmpty || session.hasUnreachableRecords {
      try attach(&session)
      if session.hasUnreachableRecords, let refusal = refusal(session) { throw refusal }
      try appendUnwritten(&session)
    }
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
    try rewriteLost(&session)
    effects += session.takeMissed()
    defer { session.hasUnsynchronizedNames = false }
    return Work(
      files: session.unsynchronized, current: session.journal?.file,
      folder: session.hasUnsynchronizedNames ? session.folder : nil,
      number: session.next - 1, loads: session.loads)
  }

  /// Writes the bytes of a journal again that has failed to reach the disk.
  ///
  /// The kernel may have dropped what it failed to write while it still has it in memory, so that another attempt would
  /// prove nothing: https://wiki.postgresql.org/wiki/Fsync_Errors.
  func rewriteLost(_ session: inout FileSession) throws(FileSystemError) {
    guard let lost = session.lost, let folder = session.folder else { return }
    let status = try lost.status()
    for name in [location.names.journal, location.names.nextJournal] {
      guard try folder.status(of: name)?.isOfSameFile(as: status) ?? false else { continue }
      let file = try folder.open(name, for: .writing)
      let bytes = try file.read(from: 0, to: status.size)
      guard bytes.count == status.size else { throw FileSystemError("read the journal", .notOnTheDisk) }
      try file.write(bytes, at: 0)
      try system.synchronize(file.descriptor, .everything)
      // The failure would be told once more where the file was open.
      let again = try folder.open(name, for: .appending)
      if session.journal?.file === lost { session.journal?.file = again }
      if session.ended?.file === lost { session.ended?.file = again }
      session.unsynchronized = session.unsynchronized.map { $0 === lost ? again : $0 }
      break
    }
    session.unsynchronized.removeAll { $0 === lost }
    session.lost = nil
  }
}
