internal import Synchronization
internal import TypedSettingsCore

// Making changes durable.

extension FileCore {
  /// Waits until everything that was written so far survives a power failure.
  func flush() throws(SettingsError) {
    do throws(FileSystemError) { try save() } catch { throw notSaved(error) }
  }

  /// Makes a write durable.
  ///
  /// If that fails, the values are set nevertheless.
  func makeDurable(_ write: Write, _ outcome: Outcome) throws(SettingsError) {
    if outcome.number == 0 {
      if outcome.isDone { for change in write.changes { try saveAgain(change.key, isDurable: true) } }
      return
    }
    do throws(FileSystemError) {
      try synchronize(upTo: outcome.number)
      // The files may have been read again since, so that another record now has the number.
      if session.withLock({ $0.loads }) != outcome.loads { try save() }
    } catch {
      noteUnsaved(write)
      throw notSaved(error)
    }
  }

  /// Records that the values of a write are set, but not saved.
  func noteUnsaved(_ write: Write) {
    unsavedWrite.store(SettingsRevision.next().number, ordering: .relaxed)
    contents.renewRevisions(of: write.changes.map(\.key))
  }

  /// Returns whether the value of a key is saved.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - isDurable: Whether the value has to survive a power failure.
  /// - Returns: `true` if no earlier write of the value has failed.
  func isSaved(_ key: SettingsKey, isDurable: Bool) -> Bool {
    let last = unsavedWrite.load(ordering: .relaxed)
    if last == 0 { return true }
    return session.withLock { session -> Bool in
      if session.pending.isEmpty, session.journals.next - 1 <= durability.durable {
        _ = unsavedWrite.compareExchange(expected: last, desired: 0, ordering: .relaxed)
        return true
      }
      if session.pending.contains(key) { return false }
      return !isDurable || contents.number(ofKey: key).map { $0 <= durability.durable } ?? true
    }
  }

  /// Saves the value of a key, for a write that finds the value in memory although an earlier write couldn't save it.
  @inline(__always)
  func saveAgain(_ key: @autoclosure () -> SettingsKey, isDurable: Bool) throws(SettingsError) {
    if unsavedWrite.load(ordering: .relaxed) == 0 { return }
    try saveUnsaved(key(), isDurable: isDurable)
  }

  private func saveUnsaved(_ key: SettingsKey, isDurable: Bool) throws(SettingsError) {
    if isSaved(key, isDurable: isDurable) { return }
    do throws(FileSystemError) {
      let (number, loads, effects) = try session.withLock {
        session throws(FileSystemError) -> (UInt64, UInt64, FileEffects) in
        let effects = try appendMissing(&session)
        return (session.journals.next - 1, session.loads, effects)
      }
      deliver(effects)
      guard isDurable else { return }
      try synchronize(upTo: number)
      if session.withLock({ $0.loads }) != loads { try save() }
    } catch {
      deliver(session.withLock { fail(error, &$0, isThrown: true) })
      throw .notSaved(path, error, isRepeated: true)
    }
  }

  /// Records a failure that the caller throws.
  func notSaved(_ error: FileSystemError) -> SettingsError {
    deliver(session.withLock { fail(error, &$0, isThrown: true) })
    return .notSaved(path, error)
  }

  /// Makes everything that was written so far durable; the caller has to record a failure.
  func save() throws(FileSystemError) {
    var failure = FileSystemError("write to a file that moves all the time", .isBeingEdited)
    let deadline = schedule.now + Self.timeToMakeRoom
    for attempt in 0..<Self.attempts {
      let goal: FlushGoal
      do throws(FileSystemError) { goal = try writeAll() } catch {
        guard error.isResolvedByDocument, schedule.now <= deadline, try makeRoom(attempt) else { throw error }
        failure = error
        continue
      }
      try synchronize(upTo: goal.number)
      let left = session.withLock { session -> [LeftJournal]? in
        // A changed link, or a removed journal, may have left values without a record meanwhile.
        guard session.loads == goal.loads else { return nil }
        // Another thread may have saved the same values, and ended the journals.
        let left = session.leftJournals.filter { left in goal.leftJournals.contains { $0.isSame(as: left) } }
        session.leftJournals.removeAll { journal in left.contains { $0.isSame(as: journal) } }
        return left
      }
      if let left { return retireLeftJournals(left) }
    }
    throw failure
  }

  /// Appends everything that the journal lacks, as soon as other processes have released their locks.
  private func writeAll() throws(FileSystemError) -> FlushGoal {
    let (goal, effects) = try waitForLocks { () throws(FileSystemError) in
      try session.withLock { session throws(FileSystemError) in
        let effects = try appendMissing(&session)
        return (FlushGoal(session), effects)
      }
    }
    deliver(effects)
    return goal
  }

  /// Writes the document, so that the journals have room for further values.
  ///
  /// - Returns: `false` if nothing may be written.
  private func makeRoom(_ attempt: Int) throws(FileSystemError) -> Bool {
    // Following a changed link would start another flush.
    switch try attemptCheckpoint(postponesForEditors: false, followsLinks: false) {
    case .done: break
    case .isRefused:
      if let refusal = session.withLock({ refusal($0) }) { throw refusal }
      return false
    case .isBeingEdited, .isElsewhere: system.pause(attempt: attempt)
    }
    return true
  }

  /// Repeats an operation while another process holds a lock, for about two seconds.
  ///
  /// Between the attempts, other threads can write.
  private func waitForLocks<Result>(
    _ operation: () throws(FileSystemError) -> Result
  ) throws(FileSystemError) -> Result {
    let deadline = schedule.now + Self.timeToLock
    for attempt in 0..<Self.attempts {
      do throws(FileSystemError) { return try operation() } catch {
        if !error.isLocked || schedule.now > deadline { throw error }
      }
      system.pause(attempt: attempt)
    }
    return try operation()
  }

  /// The time for which a flush waits for the locks of other processes.
  private static let timeToLock = Duration.seconds(2)

  /// The time for which a flush writes documents, so that the journals have room for all values.
  private static let timeToMakeRoom = Duration.seconds(10)

  /// The state that a flush makes durable.
  private struct FlushGoal: Sendable {
    let number: UInt64
    /// The count of ``FileSession/loads``, to which the number belongs.
    let loads: UInt64
    let leftJournals: [LeftJournal]

    init(_ session: FileSession) {
      number = session.journals.next - 1
      loads = session.loads
      leftJournals = session.leftJournals
    }
  }

  /// Appends everything that the journal lacks.
  private func appendMissing(_ session: inout FileSession) throws(FileSystemError) -> FileEffects {
    if session.pending.isEmpty, !session.unsynchronized.hasUnreachableRecords {
      let isDurable = session.journals.next - 1 <= durability.durable
      if isDurable, session.checkpoint.writes == 0 { return FileEffects() }
      let isRemoved = forgetRemovedFolder(&session)
      if !isRemoved, session.journals.replacement == nil, let journal = session.journals.current,
        try isInPlace(&session), try journal.isIntact
      {
        return FileEffects()
      }
    }
    try appendUnwritten(&session)
    return session.takeUndelivered()
  }

  /// Appends the values that couldn't be written before, and the values of a removed journal.
  private func appendUnwritten(_ session: inout FileSession) throws(FileSystemError) {
    try catchUp(&session)
    let isForeign = session.journals.replacement == .isForeign
    if session.pending.isEmpty, !isForeign, !session.unsynchronized.hasUnreachableRecords { return }
    try attach(&session)
    if session.unsynchronized.hasUnreachableRecords, let refusal = refusal(session) { throw refusal }
    try appendPending(&session)
  }
}

// MARK: Synchronization

extension FileCore {
  /// The files to be synchronized for a flush.
  private struct SynchronizationPlan: Sendable {
    let files: [OpenFile]
    /// The journal among them that records are still appended to.
    let current: OpenFile?
    /// The folder, if names in it may not be durable.
    let folder: SettingsFolder?
    let number: UInt64
    let loads: UInt64
  }

  /// Makes all records up to a number durable.
  private func synchronize(upTo number: UInt64) throws(FileSystemError) {
    if number == 0 { return }
    var effects = FileEffects()
    // An observer may write and flush, which acquires the lock of the synchronization again.
    defer { deliver(effects) }
    try durability.reach(number) { () throws(FileSystemError) in try synchronizeAll(&effects) }
  }

  /// Makes all records durable that the journals contain now, and the names of the journals.
  func synchronizeRecords() throws(FileSystemError) {
    var effects = FileEffects()
    defer { deliver(effects) }
    try durability.run { () throws(FileSystemError) in try synchronizeAll(&effects) }
  }

  /// Returns whether all records that the session has read or appended are durable, with the names of their journals.
  func isDurable(_ session: FileSession) -> Bool {
    let unsynchronized = session.unsynchronized
    return session.journals.next - 1 <= durability.durable && !unsynchronized.hasNames
      && unsynchronized.folders.isEmpty && unsynchronized.lost == nil
  }

  private func synchronizeAll(_ effects: inout FileEffects) throws(FileSystemError) {
    try rewriteLost()
    let plan = session.withLock { planSynchronization(&$0, &effects) }
    do throws(FileSystemError) {
      for file in plan.files { try synchronize(file) }
      try synchronizeNewFolders()
      try plan.folder?.folder.synchronize()
    } catch {
      session.withLock { $0.unsynchronized.hasNames = true }
      throw error
    }
    session.withLock { session in
      // Records may have been appended to the current journal meanwhile.
      session.unsynchronized.files.removeAll { file in
        file !== plan.current && plan.files.contains { $0 === file }
      }
      if session.loads == plan.loads { durability.advance(to: plan.number) }
    }
  }

  private func planSynchronization(_ session: inout FileSession, _ effects: inout FileEffects) -> SynchronizationPlan {
    effects += session.takeUndelivered()
    defer { session.unsynchronized.hasNames = false }
    return SynchronizationPlan(
      files: session.unsynchronized.files, current: session.journals.current?.file,
      folder: session.unsynchronized.hasNames ? session.access.folder : nil,
      number: session.journals.next - 1, loads: session.loads)
  }

  /// Makes the records of a journal durable.
  func synchronize(_ journal: OpenFile) throws(FileSystemError) {
    do throws(FileSystemError) { try system.synchronize(journal.descriptor, .contents) } catch {
      session.withLock { $0.unsynchronized.lost = journal }
      throw error
    }
  }

  /// Makes the folders durable that this process has created.
  func synchronizeNewFolders() throws(FileSystemError) {
    for path in session.withLock({ $0.unsynchronized.folders }) {
      try Folder(path, of: system).synchronize()
      session.withLock { $0.unsynchronized.folders.removeAll { $0 == path } }
    }
  }

  /// Makes the names of the journals durable before they change again.
  ///
  /// A file system may persist the later of two renames first. Then the next journal would take the name of a flushed
  /// one before that has its new name.
  func synchronizeNames() throws(FileSystemError) {
    try durability.run { () throws(FileSystemError) in
      let folder = session.withLock { session -> SettingsFolder? in
        guard session.unsynchronized.hasNames, !contents.isCheckpointed || !session.pending.isEmpty else { return nil }
        session.unsynchronized.hasNames = false
        return session.access.folder
      }
      do throws(FileSystemError) { try folder?.folder.synchronize() } catch {
        session.withLock { $0.unsynchronized.hasNames = true }
        throw error
      }
    }
  }

  /// Writes the bytes of a journal again that failed to synchronize.
  ///
  /// The kernel may have dropped pages that it failed to write but still serves from memory, so a second
  /// synchronization would succeed without writing them: https://wiki.postgresql.org/wiki/Fsync_Errors.
  ///
  /// Call this only with exclusive access to ``durability``, and not while holding the session's lock. Other threads
  /// can append meanwhile, behind the bytes that are written again.
  func rewriteLost() throws(FileSystemError) {
    let (found, folder) = session.withLock { ($0.unsynchronized.lost, $0.access.folder) }
    guard let lost = found, let folder else { return }
    let again = try rewrite(lost, in: folder)
    session.withLock { session in
      guard session.unsynchronized.lost === lost else { return }
      if let again {
        if session.journals.current?.file === lost { session.journals.current?.file = again }
        if session.journals.ended?.file === lost { session.journals.ended?.file = again }
        session.unsynchronized.files = session.unsynchronized.files.map { $0 === lost ? again : $0 }
      }
      session.unsynchronized.files.removeAll { $0 === lost }
      session.unsynchronized.lost = nil
    }
  }

  /// Writes the bytes of a journal again, and makes them durable.
  ///
  /// - Returns: The journal for appending, because the former descriptor would report the failure once more; `nil` if
  ///   the file no longer has the name of a journal.
  private func rewrite(_ lost: OpenFile, in folder: SettingsFolder) throws(FileSystemError) -> OpenFile? {
    guard let status = try nilIfStale({ () throws(FileSystemError) in try lost.status() }),
      let file = try folder.openJournal(with: status, for: .writing)
    else { return nil }
    let bytes = try file.read(from: 0, to: status.size)
    guard bytes.count == status.size else { throw FileSystemError("read the journal", .incompleteTransfer) }
    try file.write(bytes, at: 0)
    try system.synchronize(file.descriptor, .everything)
    return try folder.openJournal(with: status, for: .appending)
  }
}
