extension FileCore {
  /// A journal that has grown by this many bytes is made anew by who writes next.
  private static let veryLongJournal = 64 << 20

  /// Brings the session up to what other processes have written, and makes a journal where there is none that can be
  /// written; runs under the lock of the file, before a record is appended.
  func attach(_ session: inout FileSession) throws(FileSystemError) -> FileEffects {
    try collecting(&session) { session, effects throws(FileSystemError) in try attach(&session, &effects) }
  }

  /// Runs a body that has effects; if it fails, those that it has had remain to be told.
  @inline(__always)
  private func collecting(
    _ session: inout FileSession, _ body: (inout FileSession, inout FileEffects) throws(FileSystemError) -> Void
  ) throws(FileSystemError) -> FileEffects {
    var effects = FileEffects()
    do throws(FileSystemError) { try body(&session, &effects) } catch {
      session.missed += effects
      throw error
    }
    return effects
  }

  private func attach(_ session: inout FileSession, _ effects: inout FileEffects) throws(FileSystemError) {
    if session.journal != nil, try !hasNoNews(session) {
      effects = try catchUp(&session)
    }
    if session.journal == nil {
      effects += load(&session)
      // What a power cut has left behind the last record must not come back behind the next one.
      if session.journal != nil { effects += try catchUp(&session) }
    }
    if session.condition.refusesWrites { return }
    removeAbandonedFiles(&session)
    // The journal is asked for its parts, since to copy it takes a while, here and wherever every write comes by.
    guard let isWritable = session.journal?.isWritable, let growth = session.journal?.growth else {
      try createJournal(&session)
      return
    }
    guard isWritable else { throw FileSystemError("open the journal for writing", .notPermitted) }
    // Processes that are killed before they write the document would let it grow without end.
    if growth > Self.veryLongJournal { session.needsNewJournal = true }
    // Most of the time nothing is broken, and to make a name and look for it costs more than the question.
    if session.lost != nil || session.needsNewJournal
      || (!session.broken.isEmpty && session.broken.contains(location.names.journal))
    {
      try renewJournal(&session)
    }
  }

  /// Reads what other processes have appended; under the lock of the file, also cuts what none of them has finished.
  func catchUp(_ session: inout FileSession) throws(FileSystemError) -> FileEffects {
    try collecting(&session) { session, effects throws(FileSystemError) in try catchUp(&session, &effects) }
  }

  private func catchUp(_ session: inout FileSession, _ effects: inout FileEffects) throws(FileSystemError) {
    while let journal = session.journal {
      let inPlace = try status(inPlaceOf: journal, &session)
      if inPlace.map({ $0.linkCount > 1 }) ?? false { session.journal?.hasOtherName = true }
      if let inPlace, inPlace.size == journal.end { return }
      let size = if let inPlace { inPlace.size } else { try journal.file.status().size }
      // Without the end of what is known, or replaced without a word: nothing that is known still holds.
      // One that is too long to be read is not read on in either.
      guard size >= journal.end, size <= Self.maximumJournalSize,
        let isEnded = try readOn(to: size, isInPlace: inPlace != nil, &session, &effects)
      else {
        session.journal = nil
        break
      }
      if isEnded {
        try goOn(&session)
        continue
      }
      if inPlace != nil { return }
      session.journal = nil
    }
    effects += load(&session)
  }

  /// Whether the journal ends where it did and has one name: so it is with most writes.
  ///
  /// It is not looked for by its name, which takes twice as long. A process that replaces a journal makes the old one
  /// longer first, and one that somebody removes has no name left. Of one that is moved away, or gets a second name and
  /// loses its own before the next write, only a refresh learns, as the watch brings about.
  private func hasNoNews(_ session: borrowing FileSession) throws(FileSystemError) -> Bool {
    guard session.ended == nil, !session.needsNewJournal, session.broken.isEmpty, let file = session.journal?.file,
      let end = session.journal?.end, session.journal?.hasOtherName == false, session.journal?.status.linkCount == 1
    else { return false }
    return try file.extent() == FileExtent(size: end, linkCount: 1)
  }

  /// What is known of the journal by its name; `nil` if another file has taken its place.
  ///
  /// The number of its names does not tell: an ended journal is kept under another one.
  private func status(
    inPlaceOf journal: FileSession.Journal, _ session: inout FileSession
  ) throws(FileSystemError) -> FileStatus? {
    guard let folder = session.folder else { return nil }
    let status = try folder.status(of: location.names.journal)
    if let ended = session.ended {
      // Beside any other journal, one of this name is left over.
      if status?.isOfSameFile(as: ended.status) ?? true {
        let next = try folder.status(of: location.names.nextJournal)
        return next.flatMap { $0.isOfSameFile(as: journal.status) ? $0 : nil }
      }
      guard let status, status.isOfSameFile(as: journal.status) else { return nil }
      // Another process has written the document that holds what is in the ended one.
      session.ended = nil
      session.unsynchronized.removeAll { $0 === ended.file }
      session.hasUnsynchronizedNames = true
      return status
    }
    return status.flatMap { $0.isOfSameFile(as: journal.status) ? $0 : nil }
  }

  /// Reads from the known end of the journal on.
  ///
  /// - Returns: Whether the journal is ended; `nil` if it has to be read anew.
  private func readOn(
    to size: Int, isInPlace: Bool, _ session: inout FileSession, _ effects: inout FileEffects
  ) throws(FileSystemError) -> Bool? {
    guard var journal = session.journal else { return nil }
    let bytes = try journal.file.read(from: journal.end, to: size)
    let news = JournalContents(bytes, from: 0, next: session.next, of: journal.header.identity)
    // What is too much one by one may not be too much together, if it is about the same keys.
    guard let records = news.recordsInBudget else { return nil }
    var isEnded = false
    for record in records {
      switch record.contents {
      case .changes(let changes):
        // What could not be written yet comes after all that others have written.
        let changes = changes.filter { !session.unwritten.keys.contains($0.key) }
        effects.staged += contents.apply(changes, number: record.number, origin: .external)
      case .announcement(let fingerprint, let upTo):
        // Whether it is there, only a look at it tells.
        session.announced[fingerprint] = upTo
      case .document(let fingerprint, let upTo):
        session.announced[fingerprint] = upTo
        contents.folded(upTo: upTo)
      case .unknown(let contents): session.foreign.append(contents)
      case .end: isEnded = true
      }
    }
    session.next = news.next
    noteGrowth(by: news.end, &session)
    journal.end += news.end
    session.journal = journal
    switch news.rest {
    case .nothing: break
    case .damage:
      session.broken.insert(location.names.journal)
      effects.reports.append(
        .journalDamaged("\(location.folder)/\(location.names.journal)", "a part of it has changed"))
    case .torn:
      // Of one that was replaced, what is behind the records says so to the next who looks.
      if isInPlace, !isEnded, session.isLocked, journal.isWritable {
        try system.truncate(journal.file.descriptor, to: journal.end)
      }
    }
    return isEnded
  }

  /// Opens the journal that goes on from the present, ended one.
  private func goOn(_ session: inout FileSession) throws(FileSystemError) {
    guard let folder = session.folder, let ended = session.journal else { return }
    session.journal = nil
    for name in [location.names.nextJournal, location.names.journal] {
      guard let (file, isWritable) = try openJournal(name, in: folder) else { continue }
      let status = try file.status()
      guard status.kind == .regular else { continue }
      let head = try file.read(from: 0, to: 4_096)
      guard case .header(let header) = JournalHeader.find(in: head), header.predecessor == ended.header.identity,
        header.firstRecord == session.next
      else { continue }
      // Under its last name it has what the ended one holds in the document.
      session.ended = name == location.names.nextJournal ? ended : nil
      // What a newer version has added was taken along.
      session.foreign = []
      session.journal = FileSession.Journal(
        file: file, header: header, beginning: header.length, end: header.length, isWritable: isWritable,
        status: status)
      session.unsynchronized.append(file)
      session.hasUnsynchronizedNames = true
      return
    }
  }

  /// Appends a record.
  ///
  /// - Returns: The number of the record.
  func append(
    _ contents: JournalRecord.Contents, _ session: inout FileSession
  ) throws(FileSystemError) -> UInt64 {
    try append(&session) { $0.append(contents) }
  }

  /// Appends a record of one change.
  ///
  /// - Returns: The number of the record.
  func append(
    _ value: SettingsValue?, of key: SettingsKey, _ session: inout FileSession
  ) throws(FileSystemError) -> UInt64 {
    try append(&session) { $0.append(changed: value, of: key) }
  }

  @inline(__always)
  private func append(
    _ session: inout FileSession, _ fill: (inout JournalBytes) -> Void
  ) throws(FileSystemError) -> UInt64 {
    guard let file = session.journal?.file, let end = session.journal?.end,
      let identity = session.journal?.header.identity
    else { throw FileSystemError("find the journal", .missing) }
    let number = session.next
    session.record.removeAll()
    session.record.appendRecord(
      number: number, durable: synchronization.durable, in: identity, fill)
    let length = session.record.count
    guard length <= JournalRecord.maximumLength else {
      throw FileSystemError("write so large a record", .tooLarge)
    }
    do throws(FileSystemError) {
      try session.record.withUnsafeBytes { bytes throws(FileSystemError) in
        try file.write(bytes, at: end)
      }
    } catch {
      // What is there of the record is cut off; if that fails too, whoever appends next finds it and cuts it.
      do throws(FileSystemError) { try system.truncate(file.descriptor, to: end) } catch {}
      throw error
    }
    session.journal?.end += length
    session.next += 1
    return number
  }
}
