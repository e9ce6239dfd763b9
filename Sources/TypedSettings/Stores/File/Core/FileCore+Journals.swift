// Making journals, and handing their names on.

extension FileCore {
  /// Makes the first journal of a document.
  ///
  /// - Returns: Whether it is the session's; not if another process has made one, or is about to.
  func createJournal(_ session: inout FileSession) throws(FileSystemError) -> Bool {
    guard let folder = session.folder else { return false }
    let header = JournalHeader(identity: .random(from: system), document: session.fingerprint)
    do throws(FileSystemError) {
      var (file, journal) = try makeJournal(header, records: [], in: folder, session)
      defer { discard(file.name, in: folder) }
      guard try giveName(file.name, in: folder, &session) else { return false }
      // By the temporary name, nobody would find out which file is open.
      journal.file = try folder.open(location.names.journal, for: .appending)
      guard try journal.file.status().isOfSameFile(as: journal.status) else { return false }
      begin(journal, &session)
      return true
    } catch {
      // Another process has made a journal, and has removed what it took for abandoned.
      guard error.isMissing, !hasLostName(folder) else { throw error }
      return false
    }
  }

  /// Gives a new file the name of the journal, unless there is a journal.
  private func giveName(
    _ temporary: String, in folder: Folder, _ session: inout FileSession
  ) throws(FileSystemError) -> Bool {
    let name = location.names.journal
    try putAsideUntrusted(name, in: folder)
    guard let there = try openJournal(name, in: folder) else {
      do throws(FileSystemError) { try folder.link(temporary, as: name) } catch {
        if error.isTaken || error.isMissing { return false }
        guard error.hasNoLinks else { throw error }
        try folder.rename(temporary, to: name)
      }
      return true
    }
    guard there.isWritable else { throw FileSystemError("open the journal for writing", .notPermitted) }
    return try withRight(to: there.file, &session) { session throws(FileSystemError) -> Bool in
      switch JournalHeader.find(in: try there.file.read(from: 0, to: JournalHeader.maximumLength)) {
      case .header, .newer: return false
      case .unfinished: break
      case .damaged:
        try quarantine(name, in: folder, asCopy: true)
        try outdate(there.file)
      }
      try folder.rename(temporary, to: name)
      return true
    } ?? false
  }

  /// Puts a journal with all that the document lacks in the place of one that nothing may be appended to.
  ///
  /// - Returns: Whether it is done; not if another process is writing the document.
  func replaceJournal(_ session: inout FileSession) throws(FileSystemError) -> Bool {
    guard let folder = session.folder else { return false }
    let lock = try lockOfEarlierVersion(in: folder)
    if let lock { guard try isTaken(lock, &session) else { return false } }
    defer { if let lock { release(lock) } }
    session.missed += load(&session)
    guard !session.condition.refusesWrites, let old = session.journal, old.isClosed else { return true }
    let isDone = try withRight(to: (session.ended ?? old).file, &session) { session throws(FileSystemError) -> Bool in
      if !old.isWhole || !(session.ended?.isWhole ?? true) {
        for name in [location.names.journal, location.names.nextJournal] {
          try quarantine(name, in: folder, asCopy: true)
        }
      }
      let changes = contents.unfoldedChanges()
      var records = session.foreign.map { JournalRecord.Contents.unknown($0) }
      let header = old.header.replaced(
        by: JournalHeader(
          identity: .random(from: system), predecessor: (session.ended ?? old).header.predecessor,
          base: old.frame.nextBase, document: session.fingerprint))
      records += session.announced.keys.map { .announcement($0, upTo: header.firstRecord - 1) }
      // One for each, since all together may be more than a record holds.
      records += changes.map { .changes([$0.change]) }
      let (file, journal) = try makeJournal(header, records: records, in: folder, session)
      do throws(FileSystemError) {
        try system.synchronize(file.file.descriptor, .everything)
        try outdate((session.ended ?? old).file)
        try folder.rename(file.name, to: location.names.journal)
      } catch {
        discard(file.name, in: folder)
        throw error
      }
      begin(journal, &session)
      contents.wrote(changes.map(\.change.key), session.next - 1)
      // If it stays, nobody goes on with it: it follows another journal.
      discard(location.names.nextJournal, in: folder)
      return true
    }
    return isDone ?? false
  }

  /// Opens the file under whose lock earlier versions append; later ones make none.
  private func lockOfEarlierVersion(in folder: Folder) throws(FileSystemError) -> OpenFile? {
    do throws(FileSystemError) {
      let lock = try folder.openIfPresent(location.names.lock, for: .writing)
      return try lock?.status().kind == .regular ? lock : nil
    } catch {
      // A process of another user that could have taken it could not have written here either.
      if error.isForReadingOnly { return nil }
      throw error
    }
  }

  /// Makes a journal longer that is about to lose its name.
  ///
  /// A process that has it open finds it changed with its next write, and looks for the journal by name.
  private func outdate(_ journal: OpenFile) throws(FileSystemError) {
    let size = try journal.status().size
    // What is too short for a journal is in nobody's hands.
    if size >= JournalHeader.minimumLength { try system.truncate(journal.descriptor, to: size + 1) }
  }

  /// Appends from now on to a journal that has taken the place of all others.
  private func begin(_ journal: OpenJournal, _ session: inout FileSession) {
    session.journal = journal
    session.ended = nil
    session.hasWrongName = false
    session.next = journal.next
    session.lastLook = schedule.now
    session.lost = nil
    session.unsynchronized = [journal.file]
    session.hasUnsynchronizedNames = true
  }

  /// Writes a journal that is whole before it has its name.
  ///
  /// - Returns: The file under its temporary name, and what others will have open.
  func makeJournal(
    _ header: JournalHeader, records: [JournalRecord.Contents], in folder: Folder, _ session: FileSession
  ) throws(FileSystemError) -> (file: TemporaryFile, journal: OpenJournal) {
    let temporary = try makeTemporaryFile(in: folder)
    do throws(FileSystemError) {
      try temporary.file.write(header.bytes, at: 0)
      var end = header.length
      for record in records {
        let bytes = JournalRecord.bytes(of: record, durable: 0, in: header.frame)
        try temporary.file.write(bytes, at: end)
        end += bytes.count
      }
      try copyAttributes(of: session.document, in: folder, to: temporary.file)
      let file = try folder.open(temporary.name, for: .appending)
      return (temporary, OpenJournal(file, header, beginning: end, end: end, status: try file.status()))
    } catch {
      discard(temporary.name, in: folder)
      throw error
    }
  }
}
