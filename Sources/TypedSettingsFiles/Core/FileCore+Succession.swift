internal import TypedSettingsCore

// Creating journals, ending them, and renaming their successors.

extension FileCore {
  /// Creates the first journal of a document.
  ///
  /// - Returns: `false` if another process has created one, or is about to.
  func createJournal(_ session: inout FileSession) throws(FileSystemError) -> Bool {
    guard let folder = session.access.folder else { return false }
    do throws(FileSystemError) {
      var (file, journal) = try makeReplacement(in: folder, &session)
      defer { folder.discard(file.name) }
      guard try nameAsJournal(file.name, in: folder, &session) else { return false }
      // Opened by its final name, so that tools like lsof show it.
      journal.file = try folder.folder.open(folder.names.journal, for: .appending)
      guard try journal.file.status().isOfSameFile(as: journal.status) else { return false }
      startReplacement(with: journal, &session)
      // If the next journal stays, no process uses it: it continues another journal.
      folder.discard(folder.names.nextJournal)
      return true
    } catch {
      // Another process has created a journal, and has removed the temporary file as abandoned.
      guard error.isMissing, !hasLostName(folder) else { throw error }
      return false
    }
  }

  /// Gives a file the name of the journal, unless there is a journal.
  ///
  /// - Parameters:
  ///   - current: The present name of the file.
  ///   - folder: The folder.
  ///   - session: The session.
  /// - Returns: `false` if there is a journal, or another process holds the lock of the file in its place.
  /// - Throws: ``FileSystemError`` if the file can't be renamed.
  private func nameAsJournal(
    _ current: String, in folder: SettingsFolder, _ session: inout FileSession
  ) throws(FileSystemError) -> Bool {
    let name = folder.names.journal
    try folder.setAsideUntrusted(name)
    guard let there = try folder.openJournal(name) else {
      do throws(FileSystemError) { try folder.folder.link(current, as: name) } catch {
        if error.alreadyExists || error.isMissing { return false }
        guard error.hasNoLinks else { throw error }
        try folder.folder.rename(current, to: name)
      }
      return true
    }
    guard there.isWritable else { throw FileSystemError("open the journal for writing", .notPermitted) }
    return try withLock(of: there.file, &session) { _ throws(FileSystemError) -> Bool in
      switch try folder.readHeader(of: there.file) {
      case .header, .newer: return false
      case .unfinished: break
      case .damaged:
        try folder.quarantine(name, asCopy: true)
        try folder.invalidate(there.file)
      }
      try folder.folder.rename(current, to: name)
      return true
    } ?? false
  }

  /// Replaces the journals, which must not be continued, with one that contains everything that the document lacks.
  ///
  /// - Returns: `false` if another process is writing the document.
  func replaceJournal(_ session: inout FileSession) throws(FileSystemError) -> Bool {
    guard let folder = session.access.folder else { return false }
    if session.journals.replacement == .isOrphaned { return try createJournal(&session) }
    guard let first = session.journals.first else { return false }
    if session.journals.replacement == .isShared {
      // Another process may have ended it, so that the next one isn't shared.
      try catchUp(&session)
      guard session.journals.replacement == .isShared else { return true }
      if try session.journals.current?.file.extent().linkCount == 1 {
        // The other name belonged to a journal that another process was creating.
        session.journals.replacement = nil
        return true
      }
    }
    if session.journals.locked === first.file {
      // A background task of this process notices that the journal was replaced.
      return try writeReplacement(of: first, in: folder, &session)
    }
    return try withLock(of: first.file, &session) { session throws(FileSystemError) in
      try writeReplacement(of: first, in: folder, &session)
    } ?? false
  }

  private func writeReplacement(
    of first: OpenJournal, in folder: SettingsFolder, _ session: inout FileSession
  ) throws(FileSystemError) -> Bool {
    if session.journals.replacement == .isDamaged {
      for name in [folder.names.journal, folder.names.nextJournal] { try folder.quarantine(name, asCopy: true) }
    }
    // From now on, no other process appends to it unnoticed.
    try folder.invalidate(first.file)
    try catchUp(&session)
    guard session.journals.replacement != nil, !session.condition.refusesWrites, let present = session.journals.first,
      present.status.isOfSameFile(as: first.status)
    else { return true }
    let (file, journal) = try makeReplacement(in: folder, &session)
    do throws(FileSystemError) {
      // A setter waits for the disk here, because a journal that isn't durable must not take the place of one that is.
      // The journals were full, exceeded the budget, so that readers would ignore further records, or must not be
      // continued for another reason. Apart from writes that have to be durable, a setter waits for the disk only in
      // one other case: see `keepJournal(_:)`, for a symbolic link that has just been changed.
      try system.synchronize(file.file.descriptor, .everything)
      try folder.folder.rename(file.name, to: folder.names.journal)
    } catch {
      folder.discard(file.name)
      throw error
    }
    // Another process may have appended records until now, and made them durable.
    let next = session.journals.next
    ignoringFailure { try readRest(&session) }
    let later = contents.replicatedValues().filter { ($0.number ?? 0) >= next }
    startReplacement(with: journal, &session)
    session.pending.formUnion(later.map(\.key))
    folder.discard(folder.names.nextJournal)
    return true
  }

  /// Reads the records behind those that were read, even if the journal has lost its name.
  private func readRest(_ session: inout FileSession) throws(FileSystemError) {
    guard let journal = session.journals.current, !journal.isEnded else { return }
    let size = try journal.file.extent().size
    if size > journal.end { _ = take(try journal.contents(to: size), &session) }
  }

  /// Creates a journal with everything that the document lacks, under a temporary name.
  private func makeReplacement(
    in folder: SettingsFolder, _ session: inout FileSession
  ) throws(FileSystemError) -> (file: TemporaryFile, journal: OpenJournal) {
    session.journals.noteFollowed()
    let lineage = session.journals.lineageOfReplacement
    let last = lineage.journals.map(\.last).max() ?? 0
    let header = JournalHeader(
      identity: .random(from: system), predecessor: session.journals.first?.header.predecessor ?? .none,
      base: (last / JournalFrame.numbersOfJournal + 1) * JournalFrame.numbersOfJournal,
      document: session.document.fingerprint, lineage)
    let announcements = session.document.announced.keys.map { document in
      JournalRecord.Contents.document(document, upTo: header.firstRecord - 1, isConfirmed: false)
    }
    // One record for each change: a single one could exceed the length of a record.
    let changes = contents.replicatedValues().map { JournalRecord.Contents.changes([($0.key, $0.value)]) }
    return try folder.makeJournal(header, announcements + changes, besides: session.document.status)
  }

  private func startReplacement(with journal: OpenJournal, _ session: inout FileSession) {
    let keys = contents.replicatedValues().map(\.key)
    start(with: journal, &session)
    contents.assignNumber(session.journals.next - 1, to: keys)
    session.pending.subtract(keys)
    if !keys.isEmpty { session.checkpoint.addWrite() }
  }

  private func start(with journal: OpenJournal, _ session: inout FileSession) {
    session.journals.start(with: journal, at: schedule.now)
    session.unsynchronized.lost = nil
    session.unsynchronized.files = []
    session.unsynchronized.add(journal.file)
  }

  private func advance(to next: OpenJournal, after ended: OpenJournal?, _ session: inout FileSession) {
    session.journals.advance(to: next, after: ended, at: schedule.now)
    session.unsynchronized.add(next.file)
  }
}

// MARK: Ending a journal

extension FileCore {
  /// Ends the journal, so that later records go to the next one.
  ///
  /// - Parameters:
  ///   - file: The journal, whose lock the caller holds.
  ///   - folder: The folder.
  ///   - session: The session.
  /// - Returns: The number of the last record before the end; `nil` if the journal was replaced or ended meanwhile.
  /// - Throws: ``FileSystemError`` if a journal can't be read or written.
  func endJournal(
    _ file: OpenFile, in folder: SettingsFolder, _ session: inout FileSession
  ) throws(FileSystemError) -> UInt64? {
    try catchUp(&session)
    guard let journal = session.journals.current, journal.file === file, session.journals.ended == nil,
      !journal.isEnded
    else { return nil }
    // The next journal must exist before the end of the present one refers to it.
    let next = try folder.makeSuccessor(of: journal, besides: session.document)
    return try end(journal, before: next, &session)
  }

  /// Appends the record that ends a journal, and continues in the next one.
  private func end(
    _ journal: OpenJournal, before next: OpenJournal, _ session: inout FileSession
  ) throws(FileSystemError) -> UInt64? {
    session.journals.isEnding = true
    defer { session.journals.isEnding = false }
    for _ in 0..<Self.attempts {
      guard session.journals.current?.file === journal.file, session.journals.current?.isEnded == false,
        let end = session.journals.current?.end
      else { return nil }
      session.journals.encoder.encode(
        .end(next: next.header.identity), durable: durability.durable, in: journal.frame)
      let length = session.journals.encoder.length
      let start = try appendEncoded(&session)
      if start == end {
        session.journals.didAppend(length, at: start, in: journal.frame)
      } else if try !readGap(to: start, length, &session) {
        continue
      }
      session.journals.current?.isEnded = true
      session.journals.current?.successors = [next.header.identity]
      advance(to: next, after: session.journals.current, &session)
      return journal.frame.number(at: start) - 1
    }
    throw FileSystemError("replace the journal that other processes write to", .isLocked)
  }

  /// Gives the ended journal the name of the previous one, and its successor the name of the journal.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - keepsEnded: Pass `false` to remove the ended journal instead.
  ///   - session: The session.
  /// - Throws: ``FileSystemError`` if a file can't be renamed.
  func retire(
    in folder: SettingsFolder, keepsEnded: Bool = true, _ session: inout FileSession
  ) throws(FileSystemError) {
    session.unsynchronized.hasNames = true
    if keepsEnded { try folder.keep(folder.names.journal, as: folder.names.previousJournal) }
    try folder.folder.rename(folder.names.nextJournal, to: folder.names.journal)
    session.journals.ended = nil
  }
}

// MARK: Following an ended journal

extension FileCore {
  /// Opens the journal that continues the current, ended one.
  ///
  /// - Returns: `false` if there is none.
  func openSuccessor(_ session: inout FileSession) throws(FileSystemError) -> Bool {
    guard let folder = session.access.folder, let ended = session.journals.current,
      let (next, isNext) = try folder.findSuccessor(of: ended)
    else { return false }
    // If it has its final name, the document contains the records of the ended one.
    advance(to: next, after: isNext ? ended : nil, &session)
    session.replaceIfShared(next)
    return true
  }

  /// Creates the successor of an ended journal whose own one was lost in a power failure.
  ///
  /// - Returns: `false` if another process is about to do so.
  func makeMissingSuccessor(_ session: inout FileSession) throws(FileSystemError) -> Bool {
    guard let folder = session.access.folder, let ended = session.journals.current else { return false }
    guard try isInPlace(&session) else {
      session.undelivered += load(&session)
      return true
    }
    return try withLock(of: ended.file, &session) { session throws(FileSystemError) -> Bool in
      // Another process may have created it before this one acquired the lock.
      session.undelivered += load(&session)
      guard let ended = session.journals.current, ended.isEnded, session.journals.ended == nil else { return true }
      let next = try folder.makeSuccessor(of: ended, besides: session.document)
      _ = try ended.file.append(
        JournalRecord.bytes(of: .end(next: next.header.identity), durable: 0, in: ended.frame))
      advance(to: next, after: ended, &session)
      return true
    } ?? false
  }
}
