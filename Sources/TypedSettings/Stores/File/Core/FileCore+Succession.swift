// Creating journals, ending them, and renaming their successors.

extension FileCore {
  /// Creates the first journal of a document.
  ///
  /// - Returns: `false` if another process has created one, or is about to.
  func createJournal(_ session: inout FileSession) throws(FileSystemError) -> Bool {
    guard let folder = session.access.folder else { return false }
    let header = JournalHeader(identity: .random(from: system), document: session.document.fingerprint)
    do throws(FileSystemError) {
      var (file, journal) = try folder.makeJournal(header, [], besides: session.document.status)
      defer { folder.discard(file.name) }
      guard try nameAsJournal(file.name, in: folder, &session) else { return false }
      // Opened by its final name, so that tools like lsof show it.
      journal.file = try folder.folder.open(folder.names.journal, for: .appending)
      guard try journal.file.status().isOfSameFile(as: journal.status) else { return false }
      start(with: journal, &session)
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
    let copied = session.journals.copied
    // The next journal must exist before the end of the present one refers to it.
    let next = try folder.makeSuccessor(of: journal, copied.map { .copied($0) }, besides: session.document)
    guard let last = try end(journal, before: next, &session) else { return nil }
    for record in session.journals.copied.dropFirst(copied.count) { try append(.copied(record), &session) }
    session.journals.hasAllCopies = session.journals.ended?.file === journal.file
    return last
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
        session.journals.current?.end = start + length
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

  /// Makes everything of a newer version durable in the next journal, because no document contains it.
  ///
  /// Setters must not wait for the disk, so the session's lock is not held meanwhile. Call this only while holding the
  /// lock of the ended journal.
  ///
  /// - Parameters:
  ///   - file: The ended journal. Nothing is done if it isn't the present one any more.
  ///   - effects: Gets the changes that were read.
  /// - Throws: ``FileSystemError`` if the next journal can't be written or synchronized.
  func synchronizeCopies(endedBy file: OpenFile, _ effects: inout FileEffects) throws(FileSystemError) {
    let next = try session.withLock { session throws(FileSystemError) -> OpenFile? in
      if session.journals.hasAllCopies, !session.journals.requiresDurability { return nil }
      defer { effects += session.takeUndelivered() }
      try catchUp(&session)
      guard session.journals.ended?.file === file else { return nil }
      return try completeCopies(&session)
    }
    guard let next else { return }
    try durability.run { () throws(FileSystemError) in
      // A flush may have failed to synchronize it meanwhile.
      try rewriteLost()
      try synchronize(next)
    }
  }

  /// Copies everything of a newer version that the next journal lacks.
  ///
  /// The process that ended the journal may have been killed before it copied the records that arrived last.
  ///
  /// Call this only while holding the lock of the ended journal, after reading the next one.
  ///
  /// - Returns: The next journal, if it has to be durable before the ended one loses its name.
  func completeCopies(_ session: inout FileSession) throws(FileSystemError) -> OpenFile? {
    guard let ended = session.journals.ended else { return nil }
    if !session.journals.hasAllCopies {
      for record in try missingCopies(session) {
        try append(.copied(record), &session)
        session.journals.copied.append(record)
      }
      session.journals.hasAllCopies = session.journals.ended?.file === ended.file
    }
    return session.journals.requiresDurability ? session.journals.current?.file : nil
  }

  /// Returns the records of a newer version that the ended journal contains and the current one lacks.
  private func missingCopies(_ session: FileSession) throws(FileSystemError) -> ArraySlice<[UInt8]> {
    guard let ended = session.journals.ended, let current = session.journals.current else { return [] }
    var missing = try ended.copiedRecords(to: ended.file.extent().size)[...]
    // They are copied in their order.
    for record in try current.copiedRecords(to: current.end) where record == missing.first { missing.removeFirst() }
    return missing
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
    if try restoreRemovedPredecessor(&session) { return true }
    guard let folder = session.access.folder, let ended = session.journals.current,
      let (next, isNext) = try folder.findSuccessor(of: ended)
    else { return false }
    // The process that created it has copied the records of newer versions.
    session.journals.copied = []
    session.journals.isOrphaned = false
    // If it has its final name, the document contains the records of the ended one, unless that was removed.
    advance(to: next, after: isNext ? ended : nil, &session)
    if !isNext {
      session.journals.unconfirmed = RestoredJournal(ended.header.identity, upTo: next.header.firstRecord - 1)
    }
    return true
  }

  /// Creates the successor of an ended journal whose own one was lost in a power failure.
  ///
  /// - Returns: `false` if another process is about to do so.
  func makeMissingSuccessor(_ session: inout FileSession) throws(FileSystemError) -> Bool {
    guard let folder = session.access.folder, let ended = session.journals.current else { return false }
    guard try isInPlace(&session) else {
      reload(&session)
      return true
    }
    return try withLock(of: ended.file, &session) { session throws(FileSystemError) -> Bool in
      // Another process may have created it before this one acquired the lock.
      session.undelivered += load(&session)
      guard let ended = session.journals.current, ended.isEnded, session.journals.ended == nil else { return true }
      let copied = session.journals.copied.map { JournalRecord.Contents.copied($0) }
      let next = try folder.makeSuccessor(of: ended, copied, besides: session.document)
      _ = try ended.file.append(
        JournalRecord.bytes(of: .end(next: next.header.identity), durable: 0, in: ended.frame))
      advance(to: next, after: ended, &session)
      session.journals.hasAllCopies = true
      return true
    } ?? false
  }

  /// Gives the next journal the name of the journal before it, which was removed.
  ///
  /// After a power failure, an empty file may have that name.
  ///
  /// - Returns: `false` if another process holds the lock of that file.
  func takeName(_ session: inout FileSession) throws(FileSystemError) -> Bool {
    guard let folder = session.access.folder else { return false }
    let next = folder.names.nextJournal
    let isNamed = try nameAsJournal(next, in: folder, &session)
    // Another process may have given the name to another journal.
    session.undelivered += load(&session)
    // The link to the next name isn't needed any more, unless another process has created a new journal there.
    if let current = session.journals.current, session.journals.ended == nil, !session.journals.isOrphaned,
      try folder.folder.status(of: next)?.isOfSameFile(as: current.status) ?? false
    {
      folder.discard(next)
    }
    session.unsynchronized.hasNames = true
    return isNamed || session.appendState != .orphaned
  }

  /// Keeps copies of damaged journals, and repairs the current one.
  func repair(_ session: inout FileSession) throws(FileSystemError) {
    guard let folder = session.access.folder, let journal = session.journals.current else { return }
    if session.journals.hasDamagedEnd {
      // Another process may have given its name away, after it kept a copy.
      if session.journals.ended != nil { try folder.quarantine(folder.names.journal, asCopy: true) }
      session.journals.hasDamagedEnd = false
    }
    if journal.isWhole { return }
    let name = session.journals.ended == nil ? folder.names.journal : folder.names.nextJournal
    guard try folder.repair(journal, named: name) else { return try restore(&session) }
    session.journals.current?.damages = []
  }
}
