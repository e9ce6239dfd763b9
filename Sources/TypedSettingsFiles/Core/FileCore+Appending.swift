internal import TypedSettingsCore

// Appending records to the journal.

extension FileCore {
  /// The maximum time without a check that the journal still has a name.
  private static let maximumUncheckedTime = Duration.milliseconds(1)

  /// The maximum length of records without a check that the disk has room for the next document.
  ///
  /// In a millisecond, a fast program can write more than the room that's kept for a small document.
  private static let maximumUncheckedLength = 16 << 10

  /// Appends a record.
  ///
  /// - Returns: The number of the record.
  @discardableResult
  func append(
    _ contents: JournalRecord.Contents, _ session: inout FileSession
  ) throws(FileSystemError) -> UInt64 {
    try appendEncoding(&session, shortens: contents.shortens) { encoder, durable, frame, _ in
      encoder.encode(contents, durable: durable, in: frame)
    } ?? 0
  }

  /// Appends a record with the value of a live value.
  ///
  /// - Returns: The number of the record.
  func appendValue(
    _ value: SettingsValue?, of live: LiveValue, _ session: inout FileSession
  ) throws(FileSystemError) -> UInt64 {
    try appendEncoding(&session) { encoder, durable, frame, _ in
      encoder.encode(value, of: live, durable: durable, in: frame)
    } ?? 0
  }

  /// Appends changes that are void if one of some keys was changed before.
  ///
  /// - Parameters:
  ///   - changes: The changes.
  ///   - keys: The keys.
  ///   - number: The number from which on a record of one of the keys voids the changes; by default the next one.
  ///   - shortens: Whether the record is a step to a shorter journal, so that the length of this one is no obstacle.
  ///   - session: The session.
  /// - Returns: The number of the record; `nil` if it's void.
  /// - Throws: ``FileSystemError`` if the record can't be appended.
  func appendIfUnchanged(
    _ changes: [FileContents.Change], dependingOn keys: [SettingsKey], since number: UInt64? = nil,
    shortens: Bool = false, _ session: inout FileSession
  ) throws(FileSystemError) -> UInt64? {
    try appendEncoding(&session, dependingOn: keys, since: number, shortens: shortens) {
      encoder, durable, frame, next in
      let condition = JournalRecord.Condition(keys: keys, since: next)
      encoder.encode(.changes(changes, condition), durable: durable, in: frame)
    }
  }

  /// Appends a record, and reads the records that other processes have appended before it.
  ///
  /// Their changes are in ``FileSession/undelivered``, because observers are notified of them first.
  @inline(__always)
  private func appendEncoding(
    _ session: inout FileSession, dependingOn keys: [SettingsKey] = [], since number: UInt64? = nil,
    shortens: Bool = false,
    _ encode: (inout RecordEncoder, _ durable: UInt64, _ frame: JournalFrame, _ next: UInt64) -> Void
  ) throws(FileSystemError) -> UInt64? {
    let (first, loads) = (number ?? session.journals.next, session.loads)
    var attempt = 0
    while true {
      // A step to a shorter journal must not begin with all the others.
      if shortens, session.journals.replacement == .isFull { session.journals.replacement = nil }
      try attach(&session)
      if !keys.isEmpty, session.journals.next != first {
        // Records were read since the caller has looked at the keys.
        if session.loads != loads || isVoid(dependingOn: keys, since: first, session) { return nil }
      }
      if let refusal = refusal(session) { throw refusal }
      // Before the record is written: the descriptor may now belong to another file.
      if isCheckDue(at: schedule.now, session), try reopenIfClosed(&session, &attempt) { continue }
      guard let (end, frame) = session.journals.current?.appendTarget else { throw .missingJournal }
      let isTight =
        end > session.journals.limits.nearlyFull || session.journals.isHeavy || session.journals.isCramped
      if isTight, !shortens, try !waitForRoom(&session, &attempt) { continue }
      let since = number ?? session.journals.next
      encode(&session.journals.encoder, durability.durable, frame, since)
      let length = session.journals.encoder.length
      guard length <= JournalRecord.maximumLength else {
        throw FileSystemError("save so many values at once", .tooLarge)
      }
      let start = try appendEncoded(&session)
      if start == end {
        session.journals.didAppend(length, at: end, in: frame)
      } else if try !readGap(to: start, length, &session) {
        continue
      }
      let isVoid = !keys.isEmpty && (start != end || number != nil) && isVoid(dependingOn: keys, since: since, session)
      // A record whose effect depends on others must be where they are.
      if try !hasName(&session, isCertain: !keys.isEmpty), try !wasEnded(session) {
        session.undelivered += load(&session)
        try appendPending(&session)
        continue
      }
      return isVoid ? nil : frame.number(at: start)
    }
  }

  /// Appends the encoded record to the current journal.
  ///
  /// - Returns: The offset of the record.
  @inline(__always)
  func appendEncoded(_ session: inout FileSession) throws(FileSystemError) -> Int {
    if session.access.locksAppends, !session.journals.isEnding { return try appendLocked(&session) }
    return try session.journals.appendEncoded(with: system)
  }

  /// Appends the encoded record under the lock of the journal, for file systems that don't order concurrent appends.
  private func appendLocked(_ session: inout FileSession) throws(FileSystemError) -> Int {
    guard let file = session.journals.current?.file else { throw .missingJournal }
    for attempt in 0..<Self.attempts {
      guard try acquireLock(of: file, &session) else {
        system.pause(attempt: attempt)
        continue
      }
      defer { releaseLock(of: file) }
      return try session.journals.appendEncoded(with: system)
    }
    throw FileSystemError("get the lock that another process holds", .isLocked)
  }

  @inline(__always)
  private func isCheckDue(at now: Duration, _ session: borrowing FileSession) -> Bool {
    now - session.journals.lastNameCheck >= Self.maximumUncheckedTime
  }

  /// Opens the files again if the descriptor of the journal no longer belongs to it.
  ///
  /// - Returns: `true` if the record has to be begun again.
  @inline(never)
  private func reopenIfClosed(_ session: inout FileSession, _ attempt: inout Int) throws(FileSystemError) -> Bool {
    guard let file = session.journals.current?.file else { throw .missingJournal }
    if try nilIfStale({ () throws(FileSystemError) in try file.extent() }) != nil { return false }
    attempt += 1
    if attempt > Self.attemptsToAttach { throw .closedDescriptor }
    reopenFiles(&session)
    try appendPending(&session)
    return true
  }

  /// Returns whether the journal was in its place at the last check, which is repeated every millisecond, and after
  /// 16 KB of records.
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - isCertain: Whether the journal must have a name now.
  /// - Returns: `false` if it was removed, replaced or changed.
  /// - Throws: ``FileSystemError`` if the journal can't be looked at.
  @inline(__always)
  private func hasName(_ session: inout FileSession, isCertain: Bool) throws(FileSystemError) -> Bool {
    // Looked at again, because the process may have been stopped since the record was begun.
    let now = schedule.now
    let unchecked = (session.journals.current?.growth ?? 0) - session.journals.checkedGrowth
    if isCheckDue(at: now, session) || !(0..<Self.maximumUncheckedLength).contains(unchecked) {
      return try checkJournal(at: now, &session)
    }
    guard isCertain, let journal = session.journals.current else { return true }
    return try journal.file.extent().linkCount > 0
  }

  private func checkJournal(at now: Duration, _ session: inout FileSession) throws(FileSystemError) -> Bool {
    guard let journal = session.journals.current else { return false }
    let extent = try journal.file.extent()
    if extent.linkCount == 0 { return false }
    guard try journal.isIntact(extent) else { return false }
    session.journals.current?.didCheck()
    // If the file has several names, the journal's own may be the one that's removed. Or a copy of the folder shares
    // the file, so that the next journal begins soon.
    if extent.linkCount > journal.status.linkCount, !journal.hasOtherName { session.requestCheckpoint() }
    if extent.linkCount > 1 { session.journals.current?.hasOtherName = true }
    if session.journals.current?.hasOtherName == true, try !isInPlace(&session) { return false }
    session.journals.lastNameCheck = now
    if let document = session.document.status, document.permissions != journal.status.permissions {
      // Once, because a file system may not store the permissions.
      session.journals.current?.didSetPermissions(document.permissions)
      session.access.folder?.copyAttributesToSideFiles(ofDocument: document)
    }
    noteLength(&session)
    noteMemory(&session)
    // If the document can't be written, a pause gives it no time either.
    if session.journals.isHeavy, !session.failure.hasFailed { session.undelivered.pauses = true }
    return true
  }

  /// Requests an immediate checkpoint if the journal has become long.
  ///
  /// If that fails, the background task shortens a very long journal. Otherwise a setter would have to do so, and to
  /// wait until the next journal is durable.
  private func noteLength(_ session: inout FileSession) {
    let (growth, quarter) = (session.journals.current?.growth ?? 0, session.journals.limits.quarter)
    let isLonger = growth / quarter > max(2, session.journals.checkedGrowth / quarter)
    // After a document couldn't be written, only the system decides whether there's room.
    let isCramped = session.isJournalLong && !session.checkpoint.hasFailed && isDiskNearlyFull(session)
    if isLonger || isCramped && !session.journals.isCramped { session.requestCheckpoint() }
    session.journals.checkedGrowth = growth
    session.journals.isCramped = isCramped
  }

  /// Returns whether the disk has little more room than the next document and its journal need.
  ///
  /// Without that room, no document could ever be written, and the journal would keep the disk full.
  func isDiskNearlyFull(_ session: FileSession) -> Bool {
    guard let folder = session.access.folder?.folder, let space = system.availableSpace(in: folder.file.descriptor)
    else { return false }
    let length = session.document.length
    return space < JournalLimits.share(besideDocument: length) + 2 * length + contents.uncheckpointedMemory
  }

  /// Throws an error if the values that the document lacks take too much memory for further ones.
  ///
  /// The lock of the session is held, so the checkpoint can't be awaited here.
  private func checkRoom(for expected: Int = 0, _ session: inout FileSession) throws(FileSystemError) {
    let memory = memory(ofJournals: session)
    if memory == 0 || memory + expected <= session.journals.limits.tooHeavy { return }
    session.requestCheckpoint()
    throw .tooManyValues
  }

  /// Returns the memory for reading the journals.
  func memory(ofJournals session: FileSession) -> Int {
    contents.uncheckpointedMemory + session.journals.retainedMemory
  }

  /// Requests an immediate checkpoint if reading the journals takes much memory.
  ///
  /// If it took more than the limit, the last values would be lost with this process.
  ///
  /// - Parameters:
  ///   - expected: The memory of values that are about to be written.
  ///   - session: The session.
  func noteMemory(expecting expected: Int = 0, _ session: inout FileSession) {
    let isHeavy = memory(ofJournals: session) + expected > session.journals.limits.heavy
    if isHeavy, !session.journals.isHeavy { session.requestCheckpoint() }
    session.journals.isHeavy = isHeavy
  }

  /// Returns whether a journal without a name ended before it lost its name: then its records are in the document.
  private func wasEnded(_ session: borrowing FileSession) throws(FileSystemError) -> Bool {
    guard let journal = session.journals.current else { return false }
    // The next append reads the records behind this one.
    return try journal.contents(to: try journal.file.extent().size).isEnded
  }

  /// Pauses before a record if the journal is nearly full, so that a checkpoint can finish.
  ///
  /// - Returns: `false` if the journal is full: it has to be shortened before another attempt.
  /// - Throws: ``FileSystemError`` if the journals have no room for the record.
  private func waitForRoom(
    _ session: inout FileSession, _ attempt: inout Int
  ) throws(FileSystemError) -> Bool {
    if session.journals.isHeavy { try checkRoom(for: session.journals.expectedMemory, &session) }
    if session.journals.isCramped {
      noteLength(&session)
      if session.journals.isCramped { throw .diskNearlyFull }
    }
    guard let length = session.journals.current?.end, length > session.journals.limits.nearlyFull else { return true }
    system.pause(attempt: Self.attempts)
    if length < session.journals.limits.full { return true }
    session.journals.replacement = .isFull
    attempt += 1
    // Another process has the right to shorten it, and doesn't.
    if attempt > Self.attemptsToAttach { throw FileSystemError("write to so large a journal", .tooLarge) }
    return false
  }
}

// MARK: Pending values

extension FileCore {
  /// Appends the values that the journal lacks, because a write failed or the log was interrupted.
  func appendPending(_ session: inout FileSession) throws(FileSystemError) {
    if session.pending.isEmpty || session.isAppendingPending { return }
    if let refusal = refusal(session) { throw refusal }
    session.isAppendingPending = true
    defer { session.isAppendingPending = false }
    // If writes still fail, a short record shows that. Many values would be encoded with each write in vain.
    if session.failure.hasFailed, session.pending.count > Self.fewValues { try append(.changes([]), &session) }
    for _ in 0..<Self.attempts where !session.pending.isEmpty { try appendSomePending(&session) }
    if session.pending.isEmpty { session.failure.succeed() }
  }

  /// The number of waiting values up to which each write tries to append all of them.
  static let fewValues = 100

  private func appendSomePending(_ session: inout FileSession) throws(FileSystemError) {
    if session.journals.isHeavy { try checkRoom(&session) }
    let expected = session.journals.expectedMemory
    defer { session.journals.expectedMemory = expected }
    // Each value fits into a record, but all of them together may not.
    let all: [FileContents.Change] = session.pending.map { ($0, contents.value(forKey: $0)) }
    let memory = memory(ofJournals: session) + JournalBudget.memory(of: all)
    let keys = all.map(\.key)
    let fit = memory <= session.journals.limits.tooHeavy && JournalRecord.canHold(all, dependingOn: keys)
    for changes in fit ? [all] : all.map({ [$0] }) {
      session.journals.expectedMemory = JournalBudget.memory(of: changes)
      try checkRoom(for: session.journals.expectedMemory, &session)
      let keys = changes.map(\.key)
      // Another process may have replaced one of them before this record, or the log was interrupted again.
      let isPending = { (session: FileSession) in keys.allSatisfy { session.pending.contains($0) } }
      guard isPending(session), let number = try appendIfUnchanged(changes, dependingOn: keys, &session),
        isPending(session)
      else { continue }
      contents.assignNumber(number, to: keys)
      session.pending.subtract(keys)
      session.checkpoint.addWrite()
    }
  }
}

extension FileSystemError {
  /// The error for values that the journals have no room for until the document contains earlier ones.
  static let tooManyValues = FileSystemError(
    "save more values at once", .tooLarge, detail: "they are saved once the file contains earlier ones")

  /// The error for values that would leave no room on the disk for the document.
  static let diskNearlyFull = FileSystemError("save more values before the file is written", .noSpace)

  /// A Boolean value that indicates whether writing the document makes room for the values that weren't saved.
  var isResolvedByDocument: Bool { self == .tooManyValues || self == .diskNearlyFull }
}
