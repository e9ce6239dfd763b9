extension FileCore {
  /// A journal that has grown by this many bytes is made anew by who writes next.
  static let veryLongJournal = 64 << 20

  /// From this length on, a process pauses before each record, so that the one that writes the document can finish.
  private static let nearlyFullJournal = 192 << 20

  /// How long a journal may go on without a look whether it still has a name.
  private static let longestTrust = Duration.milliseconds(1)

  /// Appends a record.
  ///
  /// - Returns: The number of the record.
  @discardableResult
  func append(
    _ contents: JournalRecord.Contents, _ session: inout FileSession
  ) throws(FileSystemError) -> UInt64 {
    try append(&session) { record, _ in record.append(contents) } ?? 0
  }

  /// Appends a record of one change.
  ///
  /// - Returns: The number of the record.
  func append(
    _ value: SettingsValue?, of live: LiveValue, _ session: inout FileSession
  ) throws(FileSystemError) -> UInt64 {
    if session.lastKey?.live !== live {
      var key = JournalBytes()
      key.append(live.key)
      session.lastKey = (live, key.bytes)
    }
    let key = session.lastKey?.bytes ?? []
    return try append(&session) { record, _ in record.append(changed: value, ofKey: key) } ?? 0
  }

  /// Appends changes that hold only if nobody changes some keys before.
  ///
  /// - Returns: The number of the record; `nil` if somebody has.
  func append(
    _ changes: [FileContents.Change], restingOn keys: [SettingsKey], since number: UInt64? = nil,
    _ session: inout FileSession
  ) throws(FileSystemError) -> UInt64? {
    try append(&session, restingOn: keys, since: number) { record, next in
      record.append(.conditional(changes, restingOn: keys, since: next))
    }
  }

  /// Appends a record, and reads what others have appended before it.
  ///
  /// What others have changed is in ``FileSession/missed``, to be told before what the record changes.
  @inline(__always)
  private func append(
    _ session: inout FileSession, restingOn keys: [SettingsKey] = [], since number: UInt64? = nil,
    _ fill: (inout JournalBytes, _ next: UInt64) -> Void
  ) throws(FileSystemError) -> UInt64? {
    let (first, loads) = (number ?? session.next, session.loads)
    while true {
      try attach(&session)
      if !keys.isEmpty, session.next != first {
        // Something has happened since the keys were looked at.
        if session.loads != loads || isVoid(restingOn: keys, since: first, session) { return nil }
      }
      if let refusal = refusal(session) { throw refusal }
      guard let file = session.journal?.file, let end = session.journal?.end, let frame = session.journal?.frame
      else { throw FileSystemError("find the journal", .missing) }
      if end > Self.nearlyFullJournal { try makeRoom(&session) }
      let since = number ?? session.next
      session.record.removeAll()
      session.record.appendRecord(durable: synchronization.durable, in: frame) { fill(&$0, since) }
      let length = session.record.count
      guard length <= JournalRecord.maximumLength else {
        throw FileSystemError("write so large a record", .tooLarge)
      }
      let start = try appendBytes(to: file, &session)
      if start == end {
        session.journal?.end = end + length
        session.next = frame.number(at: end + length)
      } else if try !readGap(to: start, length, &session) {
        continue
      }
      let isVoid = !keys.isEmpty && (start != end || number != nil) && isVoid(restingOn: keys, since: since, session)
      if try !hasName(&session), try !isHandedOn(session) {
        try rescue(&session)
        try appendUnwritten(&session)
        continue
      }
      return isVoid ? nil : frame.number(at: start)
    }
  }

  @inline(__always)
  func appendBytes(to file: OpenFile, _ session: inout FileSession) throws(FileSystemError) -> Int {
    if session.locksAppends, !session.isEnding {
      return try appendLocked(to: file, &session)
    }
    return try session.record.withUnsafeBytes { bytes throws(FileSystemError) in try file.append(bytes) }
  }

  /// Appends a record where the file system does not order those of several processes by itself.
  private func appendLocked(to file: OpenFile, _ session: inout FileSession) throws(FileSystemError) -> Int {
    for attempt in 0..<Self.attempts {
      guard try isTaken(file, &session) else {
        system.pause(attempt: attempt)
        continue
      }
      defer { release(file) }
      return try session.record.withUnsafeBytes { bytes throws(FileSystemError) in try file.append(bytes) }
    }
    throw FileSystemError("get the lock that another process holds", .isLocked)
  }

  /// Whether the journal still has a name, as far as was seen a moment ago.
  @inline(__always)
  private func hasName(_ session: inout FileSession) throws(FileSystemError) -> Bool {
    let now = schedule.now
    if now - session.lastLook < Self.longestTrust { return true }
    return try looksNamed(at: now, &session)
  }

  private func looksNamed(at now: Duration, _ session: inout FileSession) throws(FileSystemError) -> Bool {
    guard let extent = try session.journal?.file.extent(), extent.linkCount > 0 else { return false }
    // Of several names, its own may be the one that goes.
    if extent.linkCount > 1 { session.journal?.hasOtherName = true }
    if session.journal?.hasOtherName == true { return try isInPlace(&session) }
    session.lastLook = now
    if session.journal?.growth ?? 0 > Self.veryLongJournal { session.isTooLong = true }
    return true
  }

  /// Keeps a journal from becoming longer than is read.
  private func makeRoom(_ session: inout FileSession) throws(FileSystemError) {
    session.isTooLong = true
    system.pause(attempt: Self.attempts)
    guard let end = session.journal?.end, end < Self.maximumJournalSize / 2 else {
      throw FileSystemError("write to so large a journal", .tooLarge)
    }
  }

  /// Puts a record of the journal itself together.
  ///
  /// - Returns: Its length.
  func encode(_ contents: JournalRecord.Contents, in frame: JournalFrame, _ session: inout FileSession) -> Int {
    session.record.removeAll()
    session.record.appendRecord(durable: synchronization.durable, in: frame) { $0.append(contents) }
    return session.record.count
  }

  /// Whether a journal without a name was ended before it lost that: then the document has what was in it.
  private func isHandedOn(_ session: borrowing FileSession) throws(FileSystemError) -> Bool {
    guard let journal = session.journal else { return false }
    // What stands behind this record is read with the next one.
    return try journal.contents(to: try journal.file.extent().size).isEnded
  }
}
