// Ending a journal, and going on in the next one.

extension FileCore {
  /// Ends the journal, so that what is written from now on is in the next one.
  ///
  /// The caller has the right to the journal's name: nobody else may end it.
  ///
  /// - Returns: The number of the last record before its end; `nil` if it's another one meanwhile.
  func endJournal(in folder: Folder, _ session: inout FileSession) throws(FileSystemError) -> UInt64? {
    try catchUp(&session)
    guard let journal = session.journal, session.ended == nil, !journal.isEnded else { return nil }
    let foreign = session.foreign
    // It must be there before the end of the other sends anybody to it.
    let next = try makeNextJournal(after: journal, in: folder, session)
    guard let last = try end(journal, &session, before: next) else { return nil }
    for record in session.foreign.dropFirst(foreign.count) { try append(.unknown(record), &session) }
    return last
  }

  /// Puts all that the document lacks in the next journal, and an ended one aside, where journals have become very long.
  ///
  /// Processes that are killed before they write the document would let them grow without end. It's left for later where
  /// another process has the right to the journal's name.
  func shortenJournals(_ session: inout FileSession) throws(FileSystemError) {
    guard let folder = session.folder, let file = (session.ended ?? session.journal)?.file else { return }
    // Who writes the document in this process notices, and begins anew.
    if session.right === file { return try shortenJournals(endedBy: file, in: folder, &session) }
    _ = try withRight(to: file, &session) { session throws(FileSystemError) in
      try shortenJournals(endedBy: file, in: folder, &session)
    }
  }

  private func shortenJournals(
    endedBy file: OpenFile, in folder: Folder, _ session: inout FileSession
  ) throws(FileSystemError) {
    try catchUp(&session)
    if session.ended == nil { _ = try endJournal(in: folder, &session) }
    guard session.ended?.file === file, let next = session.journal else { return }
    for fingerprint in session.announced.keys {
      try append(.announcement(fingerprint, upTo: next.header.firstRecord - 1), &session)
    }
    // Others may have written to the next journal already; what they have written counts.
    for (change, number) in contents.unfoldedChanges() where number < next.header.firstRecord {
      let number = try append([change], restingOn: [change.key], since: next.header.firstRecord, &session)
      if let number { contents.wrote([change.key], number) }
    }
    guard session.ended?.file === file, session.journal?.file === next.file else { return }
    try system.synchronize(next.file.descriptor, .everything)
    try keepAsPrevious(location.names.journal, location.names.previousJournal, in: folder)
    try folder.rename(location.names.nextJournal, to: location.names.journal)
    session.ended = nil
    session.unsynchronized = [next.file]
    session.hasUnsynchronizedNames = true
  }

  /// Appends the record that ends a journal, and goes on in the next one.
  ///
  /// - Returns: The number of the last record before its end; `nil` if it's gone.
  private func end(
    _ journal: OpenJournal, _ session: inout FileSession, before next: OpenJournal
  ) throws(FileSystemError) -> UInt64? {
    session.isEnding = true
    defer { session.isEnding = false }
    for _ in 0..<Self.attempts {
      guard let end = session.journal?.end, session.journal?.file === journal.file else { return nil }
      let length = encode(.end(next: next.header.identity), in: journal.frame, &session)
      let start = try session.record.withUnsafeBytes { bytes throws(FileSystemError) in try journal.file.append(bytes) }
      if start == end {
        session.journal?.end = start + length
      } else if try !readGap(to: start, length, &session) {
        continue
      }
      session.journal?.isEnded = true
      session.journal?.followers = [next.header.identity]
      go(to: next, after: session.journal, &session)
      return journal.frame.number(at: start) - 1
    }
    throw FileSystemError("end the journal", .isLocked)
  }

  /// Appends from now on to another journal.
  private func go(to next: OpenJournal, after ended: OpenJournal?, _ session: inout FileSession) {
    session.ended = ended
    session.journal = next
    session.next = next.next
    session.lastLook = schedule.now
    session.unsynchronized.append(next.file)
    session.hasUnsynchronizedNames = true
  }

  /// Makes the journal that goes on from another one, under the name of the next.
  private func makeNextJournal(
    after journal: OpenJournal, in folder: Folder, _ session: FileSession
  ) throws(FileSystemError) -> OpenJournal {
    let name = location.names.nextJournal
    let header = journal.header.replaced(
      by: JournalHeader(
        identity: .random(from: system), predecessor: journal.header.identity, base: journal.frame.nextBase,
        document: session.fingerprint))
    let (file, next) = try makeJournal(
      header, records: session.foreign.map { .unknown($0) }, in: folder, session)
    do throws(FileSystemError) {
      try putAsideUntrusted(name, in: folder)
      try folder.rename(file.name, to: name)
    } catch {
      discard(file.name, in: folder)
      throw error
    }
    return next
  }

  /// Opens the journal that goes on from the present, ended one.
  ///
  /// - Returns: Whether there is one.
  func goOn(_ session: inout FileSession) throws(FileSystemError) -> Bool {
    guard let folder = session.folder, let ended = session.journal else { return false }
    for name in [location.names.nextJournal, location.names.journal] {
      guard let (file, isWritable) = try openJournal(name, in: folder) else { continue }
      let status = try file.status()
      guard status.kind == .regular else { continue }
      let head = try file.read(from: 0, to: JournalHeader.maximumLength)
      guard case .header(let header) = JournalHeader.find(in: head), ended.followers.contains(header.identity) else {
        continue
      }
      // What a newer version has added was taken along.
      session.foreign = []
      session.hasWrongName = false
      let next = OpenJournal(file, header, end: header.length, isWritable: isWritable, status: status)
      // Under its last name it has what the ended one holds in the document.
      go(to: next, after: name == location.names.nextJournal ? ended : nil, &session)
      return true
    }
    return false
  }

  /// Sees to it that an ended journal is continued of which a power cut has taken the next one.
  ///
  /// - Returns: Whether it is; not if another process is about to see to it.
  func makeFollower(_ session: inout FileSession) throws(FileSystemError) -> Bool {
    guard let folder = session.folder, let ended = session.journal else { return false }
    guard try isInPlace(&session) else {
      session.journal = nil
      return true
    }
    let isDone = try withRight(to: ended.file, &session) { session throws(FileSystemError) -> Bool in
      // Another process may have done it before this one had the right.
      session.missed += load(&session)
      guard let ended = session.journal, ended.isEnded, session.ended == nil else { return true }
      let next = try makeNextJournal(after: ended, in: folder, session)
      let record = JournalRecord.bytes(of: .end(next: next.header.identity), durable: 0, in: ended.frame)
      _ = try ended.file.append(record)
      go(to: next, after: ended, &session)
      return true
    }
    return isDone ?? false
  }

  /// Gives the next journal the name of the one before it, which is gone.
  func takeName(_ session: inout FileSession) throws(FileSystemError) {
    guard let folder = session.folder else { return }
    let (name, next) = (location.names.journal, location.names.nextJournal)
    do throws(FileSystemError) { try folder.link(next, as: name) } catch {
      if error.hasNoLinks { try folder.rename(next, to: name) } else if !error.isTaken { throw error }
    }
    // Whatever has the name now is looked at.
    session.missed += load(&session)
    if session.journal != nil, session.ended == nil, !session.hasWrongName { discard(next, in: folder) }
    session.hasUnsynchronizedNames = true
  }

  /// Keeps a journal beside in which bytes have changed, and overwrites them with records that say nothing.
  func repair(_ session: inout FileSession) throws(FileSystemError) {
    guard let folder = session.folder, let journal = session.journal else { return }
    let name = session.ended == nil ? location.names.journal : location.names.nextJournal
    try quarantine(name, in: folder, asCopy: true)
    guard let status = try folder.status(of: name), status.isOfSameFile(as: journal.status) else {
      return try rescue(&session)
    }
    let file = try folder.open(name, for: .writing)
    for range in journal.damages { try OpenJournal.fill(range, of: file, in: journal.frame) }
    session.journal?.damages = []
  }
}
