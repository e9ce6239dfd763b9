// Making journals, and taking their old names away.

extension FileCore {
  /// Makes the first journal of a document.
  func createJournal(_ session: inout FileSession) throws(FileSystemError) {
    let header = JournalHeader(
      identity: .random(from: system), firstRecord: session.next, document: session.fingerprint)
    session.journal = try makeJournal(header, records: [], as: location.names.journal, session)
    session.broken.remove(location.names.journal)
    session.noticeNewJournal()
  }

  /// Writes a journal that is whole before it has its name.
  ///
  /// One that takes the place of records which may be on the disk already is brought there first. What has the name is
  /// kept if it is broken, and made longer.
  func makeJournal(
    _ header: JournalHeader, records: [JournalRecord.Contents], as name: String, _ session: FileSession,
    replacesRecords: Bool = false
  ) throws(FileSystemError) -> FileSession.Journal {
    guard let folder = session.folder else { throw FileSystemError("open the folder", .missing) }
    let (temporary, file) = try makeTemporaryFile(in: folder)
    do throws(FileSystemError) {
      var end = header.length
      try file.write(header.bytes, at: 0)
      for (index, record) in records.enumerated() {
        let bytes = JournalRecord.bytes(
          of: record, number: header.firstRecord + UInt64(index), durable: 0, in: header.identity)
        try file.write(bytes, at: end)
        end += bytes.count
      }
      try copyAttributes(of: session.document, in: folder, to: file)
      if replacesRecords { try system.synchronize(file.descriptor, .everything) }
      let status = try file.status()
      if name == location.names.journal {
        try keepBrokenJournals(of: session, in: folder)
        // It goes on from the one that is replaced.
        try outdate(location.names.nextJournal, in: folder)
      }
      try putAsideUntrusted(name, in: folder)
      try outdate(name, in: folder)
      try folder.rename(temporary, to: name)
      return FileSession.Journal(
        file: file, header: header, beginning: end, end: end, isWritable: true, status: status)
    } catch {
      discard(temporary, in: folder)
      throw error
    }
  }

  /// Replaces a journal that is broken, very long, or did not reach the disk, by one that holds all that the document lacks.
  func renewJournal(_ session: inout FileSession) throws(FileSystemError) {
    guard let folder = session.folder else { return }
    let header = session.journal.map(\.header) ?? JournalHeader(identity: .none, firstRecord: 1, document: nil)
    var records = session.foreign.map { JournalRecord.Contents.unknown($0) }
    // Documents that a process has named, and that nobody has looked at since, are still no editor's work.
    records += session.announced.keys.map { .announcement($0, upTo: session.next - 1) }
    // One for each, since all together may be more than a record holds.
    records += contents.unfoldedChanges().map { .changes([$0]) }
    let renewed = header.replaced(
      by: JournalHeader(
        identity: .random(from: system), predecessor: (session.ended?.header ?? header).predecessor,
        firstRecord: session.next, document: session.fingerprint))
    session.journal = try makeJournal(
      renewed, records: records, as: location.names.journal, session, replacesRecords: !records.isEmpty)
    session.next += UInt64(records.count)
    session.broken.remove(location.names.journal)
    session.ended = nil
    session.lost = nil
    session.needsNewJournal = false
    session.unsynchronized = []
    contents.renumber(session.next - 1)
    session.noticeNewJournal()
    // If it stays, nobody goes on with it: it follows another journal than the renewed one.
    discard(location.names.nextJournal, in: folder)
  }

  /// Makes a journal longer that is about to lose its name to another one, so that whoever has it open finds it changed,
  /// and looks for the journal by name.
  func outdate(_ journal: OpenFile) throws(FileSystemError) {
    let status = try journal.status()
    // What is too short for a journal is in nobody's hands, and would look like a broken one.
    guard status.kind == .regular, status.size >= JournalHeader.minimumLength else { return }
    // What is added begins no record: if nothing comes of it, it is a torn end, which the next write cuts off.
    try system.truncate(journal.descriptor, to: status.size + 1)
  }

  private func outdate(_ name: String, in folder: Folder) throws(FileSystemError) {
    do throws(FileSystemError) {
      guard let old = try openJournal(name, in: folder), old.isWritable else { return }
      try outdate(old.file)
    } catch {
      // Nobody writes to it.
      if !error.isForReadingOnly { throw error }
    }
  }

  /// Keeps broken journals beside before another one takes their place.
  ///
  /// They are copied, because one that has a second name does not tell those who have it open that it was replaced.
  private func keepBrokenJournals(of session: FileSession, in folder: Folder) throws(FileSystemError) {
    guard session.broken.contains(location.names.journal) else { return }
    try quarantine(location.names.journal, in: folder, asCopy: true)
    try quarantine(location.names.nextJournal, in: folder, asCopy: true)
  }

  /// Makes a file for something that gets its name when it is whole.
  func makeTemporaryFile(in folder: Folder) throws(FileSystemError) -> (name: String, file: OpenFile) {
    let name = location.names.temporary(
      process: system.processNumber, UInt32(truncatingIfNeeded: system.random()))
    return (name, try folder.open(name, for: .making))
  }

  /// Removes a temporary file after a failure.
  func discard(_ name: String, in folder: Folder) {
    // If that fails as well, whoever writes next removes it once this process has ended.
    do throws(FileSystemError) { try folder.remove(name) } catch {}
  }

  /// Makes a temporary file that no process takes for abandoned, without the lock of the file being held meanwhile.
  ///
  /// This process holds the lock of the temporary file itself as long as that is open.
  func makeLockedTemporaryFile(in folder: Folder) throws(FileSystemError) -> (name: String, file: OpenFile) {
    try session.withLock { session throws(FileSystemError) in
      // With the lock of the file, no other process can look at the temporary one before that is locked.
      try lock(&session)
      defer { unlock(&session) }
      let (name, file) = try makeTemporaryFile(in: folder)
      do throws(FileSystemError) {
        guard try isTaken(file, &session) else { throw FileSystemError("lock a new file", .isLocked) }
      } catch {
        discard(name, in: folder)
        throw error
      }
      return (name, file)
    }
  }

  /// Removes the temporary files of processes that ended before they could; runs under the lock of the file.
  func removeAbandonedFiles(_ session: inout FileSession) {
    guard !session.hasClearedUp, let folder = session.folder else { return }
    session.hasClearedUp = true
    // Where the folder cannot be listed, they stay: that must not keep a value from being written.
    let names: [String]
    do throws(FileSystemError) { names = try system.names(in: location.folder) } catch { return }
    for name in names where location.names.isTemporary(name) { removeAbandonedFile(name, in: folder) }
  }

  /// Removes a temporary file unless a process holds its lock.
  ///
  /// The number of a process does not tell whether it runs: containers that share a folder each count for themselves.
  private func removeAbandonedFile(_ name: String, in folder: Folder) {
    // A file of which nobody can tell stays.
    do throws(FileSystemError) {
      guard let file = try folder.openIfPresent(name, for: .writing), try file.status().kind == .regular,
        try system.lock(file.descriptor)
      else { return }
      try folder.remove(name)
    } catch {}
  }
}

extension FileSession {
  /// Takes note that a journal was made: neither its contents nor its name are on the disk.
  mutating func noticeNewJournal() {
    if let journal { unsynchronized.append(journal.file) }
    hasUnsynchronizedNames = true
  }
}
