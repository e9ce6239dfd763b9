internal import TypedSettingsCore

// Reading the records that other processes append to the journal.

extension FileCore {
  /// Reads the records that other processes have appended before an own one.
  ///
  /// - Parameters:
  ///   - start: The offset of this process's record.
  ///   - length: Its length.
  ///   - session: The session.
  /// - Returns: Whether this process's record counts.
  /// - Throws: ``FileSystemError`` if the journal can't be read.
  func readGap(to start: Int, _ length: Int, _ session: inout FileSession) throws(FileSystemError) -> Bool {
    guard let journal = session.journals.current, start > journal.end else {
      // Another program has truncated the journal.
      session.undelivered += load(&session)
      return false
    }
    let records = try journal.contents(to: start)
    // Before the end of a journal is followed, it must be the one that was read.
    if records.isEnded || records.end < start, try !journal.isIntact {
      session.undelivered += load(&session)
      return false
    }
    if !take(records, &session) {
      guard try isReadable(journal, to: start, session) else { return false }
      session.journals.current = journal
      takeOneByOne(records, &session)
    }
    guard session.journals.current?.isEnded == false else { return false }
    guard let end = session.journals.current?.end, end == start else {
      try skipTornRecord(&session)
      return false
    }
    session.journals.didAppend(length, at: start, in: journal.frame)
    return true
  }

  /// Appends a record that voids an incomplete record, behind which other processes have appended more.
  private func skipTornRecord(_ session: inout FileSession) throws(FileSystemError) {
    guard let journal = session.journals.current else { return }
    // If the journal was replaced, the bytes behind its records mark it as such.
    guard try isInPlace(&session), try journal.isIntact else { return try catchUp(&session) }
    session.journals.encoder.encode(.skip(from: journal.next), durable: durability.durable, in: journal.frame)
    let start = try appendEncoded(&session)
    // If several processes append such a record, the first one counts.
    _ = take(try journal.contents(to: start + session.journals.encoder.length), &session)
  }

  /// Applies records of other processes.
  ///
  /// - Returns: `false` if they exceed the budget; then all files are read again.
  func take(_ records: JournalContents, _ session: inout FileSession) -> Bool {
    guard let old = session.journals.current, let all = records.recordsInBudget else {
      session.journals.noteFollowed()
      session.journals.current = nil
      return false
    }
    for record in all { takeOne(record, &session) }
    moveEnd(over: records, from: old.end, &session)
    return true
  }

  /// Applies records of other processes that exceed the budget together, but replace each other's values.
  ///
  /// Reading all files again would also read this process's record behind them, so its writer would take it for
  /// another's.
  private func takeOneByOne(_ records: JournalContents, _ session: inout FileSession) {
    guard let old = session.journals.current else { return }
    var budget = JournalBudget()
    records.read(&budget) { record, budget in
      takeOne(record, &session)
      budget = JournalBudget()
    }
    moveEnd(over: records, from: old.end, &session)
  }

  /// Returns whether a process that reads all files reads the current journal up to an offset within the budget.
  ///
  /// If it doesn't, a record at that offset has no effect.
  private func isReadable(
    _ journal: OpenJournal, to offset: Int, _ session: FileSession
  ) throws(FileSystemError) -> Bool {
    var history = try history(of: journal, to: offset, session)
    history.decode()
    return !history.isIncomplete
  }

  /// Reads the ended journal, and the current one up to an offset.
  func history(
    of journal: OpenJournal, to offset: Int, _ session: FileSession
  ) throws(FileSystemError) -> JournalHistory {
    var history = JournalHistory()
    if let ended = session.journals.ended {
      history.add(try ended.allContents(to: ended.end), of: ended.header)
    }
    history.add(try journal.allContents(to: offset), of: journal.header)
    return history
  }

  private func moveEnd(over records: JournalContents, from end: Int, _ session: inout FileSession) {
    session.journals.current?.advance(over: records)
    session.journals.next = records.next
    session.document.reserveRoom(forRecordsOf: records.end - end)
    if !records.damages.isEmpty {
      session.journals.replacement = session.journals.replacement ?? .isDamaged
      session.undelivered.reports.append(
        .journalDamaged(session.context.journalPath, "a part of it has changed", session.context.access))
    }
  }

  private func takeOne(_ record: JournalRecord, _ session: inout FileSession) {
    switch record.contents {
    case .changes(let changes, let condition):
      if let condition, isVoid(dependingOn: condition.keys, since: condition.since, session) { return }
      let merged = mergePending(changes, number: record.number, &session)
      session.undelivered.staged += contents.apply(merged, number: record.number, origin: .external)
    case .document(let fingerprint, let upTo, let isConfirmed):
      // Whether the document was replaced is found out when it's read.
      if isConfirmed { confirm(fingerprint, upTo: upTo, &session) }
      if !isConfirmed || fingerprint != session.document.fingerprint {
        session.document.announced[fingerprint] = upTo
      }
    case .unknown: session.undelivered += setState(.newerFormat(.newerFormat(session.context.path)), &session)
    case .end, .skip: break
    }
  }

  /// Records that a document contains all changes up to a record, and will contain them even if it's edited.
  func confirm(_ document: DocumentFingerprint, upTo number: UInt64, _ session: inout FileSession) {
    let isRead = document == session.document.fingerprint
    session.document.announced = session.document.announced.filter { $0.value > number }
    session.document.confirmed = document
    session.journals.checkpointed = max(session.journals.checkpointed, number)
    let memory = contents.uncheckpointedMemory
    let isSame = contents.markCheckpointed(upTo: number, isRead: isRead, format: session.document.format)
    if session.journals.ended != nil { session.journals.retainedMemory += memory - contents.uncheckpointedMemory }
    // The values in memory may come from the changes, and the present document may have others.
    if !isRead || !isSame { session.document.needsReading = true }
  }

  /// Returns whether a conditional record is void, because one of its keys was changed before it.
  func isVoid(dependingOn keys: [SettingsKey], since number: UInt64, _ session: FileSession) -> Bool {
    keys.contains { (contents.lastRecord(ofKey: $0) ?? 0) >= number }
  }

  /// Reads everything that other processes have written to the journals.
  ///
  /// Changes are in ``FileSession/undelivered``.
  func catchUp(_ session: inout FileSession) throws(FileSystemError) {
    do throws(FileSystemError) { try readOpenJournals(&session) } catch {
      guard error.isStale else { throw error }
      reopenFiles(&session)
    }
  }

  private func readOpenJournals(_ session: inout FileSession) throws(FileSystemError) {
    for _ in 0..<Self.attempts {
      guard let journal = session.journals.current else { break }
      let isPlaced = try isInPlace(&session)
      let size = try journal.file.extent().size
      if size > SettingsFolder.maximumJournalSize { break }
      guard size >= journal.end, try journal.isIntact else { break }
      // Records behind the end of a journal are void.
      if size > journal.end, !journal.isEnded, try !take(journal.contents(to: size), &session) { break }
      if session.journals.current?.isEnded == true {
        if session.journals.replacement == nil, try openSuccessor(&session) { continue }
        break
      }
      if isPlaced { return }
      break
    }
    session.undelivered += load(&session)
  }

  /// Returns whether the file with the journal's name is the current journal, or the one that it continues.
  func isInPlace(_ session: inout FileSession) throws(FileSystemError) -> Bool {
    guard try findPlace(&session) else { return false }
    session.journals.lastNameCheck = schedule.now
    return true
  }

  private func findPlace(_ session: inout FileSession) throws(FileSystemError) -> Bool {
    guard let folder = session.access.folder, let journal = session.journals.current else { return false }
    let status = try folder.folder.status(of: folder.names.journal)
    if status?.isOfSameFile(as: journal.status) ?? false {
      if let ended = session.journals.ended {
        // Another process has written the document, which contains the records of the ended journal.
        session.journals.ended = nil
        session.unsynchronized.files.removeAll { $0 === ended.file }
        session.unsynchronized.hasNames = true
      }
      return true
    }
    guard let ended = session.journals.ended else { return false }
    let next = try folder.folder.status(of: folder.names.nextJournal)
    guard next?.isOfSameFile(as: journal.status) ?? false else { return false }
    // Beside a different journal, the next one is a leftover.
    return status?.isOfSameFile(as: ended.status) ?? false
  }
}

extension KnownDocument {
  /// Reduces the room of the document by records of other processes, without computing how much they need.
  mutating func reserveRoom(forRecordsOf length: Int) {
    // A value takes at least a byte in a record; most values take less than eight times as much in the document.
    room.take(bytes: 8 * length, values: length)
  }
}

extension FileContext {
  var journalPath: String { "\(location.folder)/\(names.journal)" }

  /// The time at which the document or a journal was last written, in milliseconds since 1970; `nil` if there are none.
  var lastWrite: UInt64? {
    // Without access to the folder, the time isn't known.
    let folder = nilOnFailure { () throws(FileSystemError) in try Folder.openIfPresent(location.folder, of: system) }
    guard let folder = folder ?? nil else { return nil }
    let files = [names.document, names.journal, names.nextJournal]
    let statuses = files.compactMap { name in
      nilOnFailure { () throws(FileSystemError) in try folder.status(of: name) } ?? nil
    }
    return statuses.map { UInt64(max($0.modified, 0)) / 1_000_000 }.max()
  }
}
