/// The result of looking for a journal.
enum JournalFinding: Sendable {
  case none
  /// A journal of a newer format.
  case newer
  /// A file without a valid header.
  case damaged
  case journal(OpenJournal, JournalContents)
}

// MARK: Reading

extension SettingsFolder {
  /// The size in bytes of the longest journal that is read.
  ///
  /// Checkpoints keep journals far shorter.
  static let maximumJournalSize = 512 << 20

  /// Opens a journal for appending, or for reading if that isn't permitted; returns `nil` if there is none.
  func openJournal(_ name: String) throws(FileSystemError) -> (file: OpenFile, isWritable: Bool)? {
    var (isWritable, file): (Bool, OpenFile?) = (true, nil)
    do throws(FileSystemError) { file = try folder.openIfPresent(name, for: .appending) } catch {
      guard error.isWriteDenied else { throw error }
      (isWritable, file) = (false, try folder.openIfPresent(name))
    }
    guard let file else { return nil }
    let status = try file.status()
    // A folder or a device is reported as an obstacle by the caller.
    if status.kind == .regular, try !sideFileOwners().admit(status) { return nil }
    return (file, isWritable)
  }

  /// Opens a journal by the name that it has now; returns `nil` if it has none.
  ///
  /// - Parameters:
  ///   - known: The status of the journal.
  ///   - access: The purpose for which it's opened.
  /// - Returns: The journal.
  /// - Throws: ``FileSystemError`` if it can't be opened.
  func openJournal(with known: FileStatus, for access: FileAccess) throws(FileSystemError) -> OpenFile? {
    // In this order, because the next journal may get its final name in between.
    for name in [names.nextJournal, names.journal] {
      guard try folder.status(of: name)?.isOfSameFile(as: known) ?? false,
        let file = try folder.openIfPresent(name, for: access), try file.status().isOfSameFile(as: known)
      else { continue }
      return file
    }
    return nil
  }

  /// Reads the header of an open journal.
  func readHeader(of file: OpenFile) throws(FileSystemError) -> JournalHeader.Finding {
    JournalHeader.find(in: try file.read(from: 0, to: JournalHeader.maximumLength))
  }

  /// Returns whether a name belongs to a journal.
  func hasJournal(_ name: String) throws(FileSystemError) -> Bool {
    guard let (file, _) = try openJournal(name), try file.status().kind == .regular else { return false }
    if case .header = try readHeader(of: file) { return true }
    return false
  }

  /// Reads a whole journal.
  func findJournal(_ name: String) throws(FileSystemError) -> JournalFinding {
    guard let (file, isWritable) = try openJournal(name) else { return .none }
    let status = try file.status()
    guard status.kind == .regular else { throw FileSystemError("read the journal", .notRegularFile) }
    guard status.size <= Self.maximumJournalSize else { throw FileSystemError("read so large a journal", .tooLarge) }
    let bytes = try file.read(from: 0, to: status.size)
    switch JournalHeader.find(in: bytes) {
    case .unfinished: return .none
    case .newer: return .newer
    case .damaged: return .damaged
    case .header(let header):
      let contents = JournalContents(bytes, of: header)
      var journal = OpenJournal(file, header, end: header.length, isWritable: isWritable, status: status)
      journal.advance(over: contents)
      journal.readEnd = bytes.count
      return .journal(journal, contents)
    }
  }

  /// Finds the journal that continues an ended one.
  ///
  /// It may have ended as well, and be the previous one.
  ///
  /// - Returns: The journal, and whether it still has the name of the next one; `nil` if there is none.
  func findSuccessor(of ended: OpenJournal) throws(FileSystemError) -> (journal: OpenJournal, isNext: Bool)? {
    for name in [names.nextJournal, names.journal, names.previousJournal] {
      guard let (file, isWritable) = try openJournal(name) else { continue }
      let status = try file.status()
      guard status.kind == .regular, case .header(let header) = try readHeader(of: file),
        ended.successors.contains(header.identity)
      else { continue }
      let journal = OpenJournal(file, header, end: header.length, isWritable: isWritable, status: status)
      return (journal, name == names.nextJournal)
    }
    return nil
  }
}

// MARK: Writing

extension SettingsFolder {
  /// Creates a complete journal under a temporary name.
  ///
  /// - Parameters:
  ///   - header: The header of the journal.
  ///   - records: The records that it begins with.
  ///   - document: The present document, whose owner and permissions the journal gets.
  /// - Returns: The temporary file, and the journal opened for appending.
  /// - Throws: ``FileSystemError`` if the file can't be written; then it's removed.
  func makeJournal(
    _ header: JournalHeader, _ records: [JournalRecord.Contents], besides document: FileStatus?
  ) throws(FileSystemError) -> (file: TemporaryFile, journal: OpenJournal) {
    let temporary = try makeTemporaryFile()
    do throws(FileSystemError) {
      try temporary.file.write(header.bytes, at: 0)
      var end = header.length
      var last: RecordMark?
      for record in records {
        let bytes = JournalRecord.bytes(of: record, durable: 0, in: header.frame)
        try temporary.file.write(bytes, at: end)
        last = bytes.withUnsafeBytes { RecordMark($0, at: end) }
        end += bytes.count
      }
      try copyAttributes(ofDocument: document, to: temporary.file)
      let file = try folder.open(temporary.name, for: .appending)
      var journal = OpenJournal(file, header, beginning: end, end: end, status: try file.status())
      journal.lastRecord = last
      return (temporary, journal)
    } catch {
      discard(temporary.name)
      throw error
    }
  }

  /// Creates the journal that continues another one, under the name of the next journal.
  ///
  /// - Parameters:
  ///   - journal: The journal that is about to end.
  ///   - document: The present document and its fingerprint.
  /// - Returns: The next journal.
  /// - Throws: ``FileSystemError`` if the file can't be written or renamed.
  func makeSuccessor(
    of journal: OpenJournal, besides document: KnownDocument
  ) throws(FileSystemError) -> OpenJournal {
    let base = journal.frame.nextBase
    var lineage = journal.header.lineage
    lineage.append(JournalAncestor(journal.header.identity, upTo: base - 1, isEnded: true))
    let header = JournalHeader(
      identity: .random(from: system), predecessor: journal.header.identity, base: base,
      document: document.fingerprint, lineage)
    let (file, next) = try makeJournal(header, [], besides: document.status)
    do throws(FileSystemError) {
      try setAsideUntrusted(names.nextJournal)
      try folder.rename(file.name, to: names.nextJournal)
    } catch {
      discard(file.name)
      throw error
    }
    return next
  }

  /// Extends a journal that is about to lose its name.
  ///
  /// A process that has it open notices the unexpected length at its next write, and looks the journal up by name.
  func invalidate(_ journal: OpenFile) throws(FileSystemError) {
    // No process uses a file that is too short for a header.
    if try journal.status().size < JournalHeader.minimumLength { return }
    // Truncation to a greater length would cut off what another process has appended meanwhile.
    _ = try journal.append([0])
  }
}
