extension FileCore {
  /// The most bytes of a journal that are read: with the folds there are, one is far from being so long.
  static let maximumJournalSize = 512 << 20

  /// Opens a journal, to be read alone where no more is allowed; `nil` if there is none.
  func openJournal(
    _ name: String, in folder: Folder
  ) throws(FileSystemError) -> (file: OpenFile, isWritable: Bool)? {
    var (isWritable, file): (Bool, OpenFile?) = (true, nil)
    do throws(FileSystemError) { file = try folder.openIfPresent(name, for: .appending) } catch {
      guard error.isForReadingOnly else { throw error }
      (isWritable, file) = (false, try folder.openIfPresent(name))
    }
    guard let file else { return nil }
    let status = try file.status()
    // What is no file at all is an obstacle, and told of as one.
    if status.kind == .regular, try !sideFileOwners(in: folder).admit(status) { return nil }
    return (file, isWritable)
  }

  /// Reads a journal.
  func findJournal(_ name: String, in folder: Folder) throws(FileSystemError) -> JournalFinding {
    guard let (file, isWritable) = try openJournal(name, in: folder) else { return .none }
    let status = try file.status()
    guard status.kind == .regular else { throw FileSystemError("read the journal", .isNoFile) }
    guard status.size <= Self.maximumJournalSize else { throw FileSystemError("read so large a journal", .tooLarge) }
    let bytes = try file.read(from: 0, to: status.size)
    switch JournalHeader.find(in: bytes) {
    case .unfinished: return .none
    case .newer: return .newer
    case .damaged: return .damaged
    case .header(let header):
      let contents = JournalContents(bytes, of: header)
      var journal = OpenJournal(file, header, end: header.length, isWritable: isWritable, status: status)
      journal.take(contents)
      journal.readEnd = bytes.count
      return .journal(journal, contents)
    }
  }

  /// Reads the journal, and the one that goes on from it while the document is being written.
  func readHistory(in folder: Folder, _ session: inout FileSession) throws(SettingsError) -> JournalHistory {
    var history = JournalHistory()
    do throws(FileSystemError) {
      try add(location.names.journal, in: folder, to: &history, &session)
      try add(location.names.nextJournal, in: folder, to: &history, &session)
    } catch {
      throw .fileUnreadable("\(location.folder)/\(location.names.journal)", error)
    }
    return history
  }

  private func add(
    _ name: String, in folder: Folder, to history: inout JournalHistory, _ session: inout FileSession
  ) throws(FileSystemError) {
    switch try findJournal(name, in: folder) {
    case .none: break
    case .newer: history.isNewer = true
    case .damaged:
      session.broken.insert(location.names.journal)
      history.reports.append(.journalDamaged("\(location.folder)/\(name)", "it has no beginning"))
    case .journal(let journal, let contents):
      if let ended = session.journal {
        guard isNext(journal, contents, after: ended, history) else { return }
        session.ended = ended
        history.goOn()
      } else {
        // The one that it follows is gone.
        session.hasWrongName = name == location.names.nextJournal
      }
      session.journal = journal
      session.unsynchronized.append(journal.file)
      session.hasUnsynchronizedNames = true
      if !history.add(contents, of: journal.header) {
        session.journal?.isClosed = true
        session.journal?.damages.append(journal.end..<journal.end)
        history.reports.append(
          .journalDamaged("\(location.folder)/\(name)", "its values take too much memory or time"))
      } else if contents.rest == .damage {
        history.reports.append(.journalDamaged("\(location.folder)/\(name)", "a part of it has changed"))
      }
    }
  }

  /// Whether a journal goes on from another one, and what it holds counts.
  private func isNext(
    _ journal: OpenJournal, _ contents: JournalContents, after ended: OpenJournal, _ history: JournalHistory
  ) -> Bool {
    if ended.isEnded { return ended.followers.contains(journal.header.identity) }
    guard journal.header.predecessor == ended.header.identity else { return false }
    if ended.frame.version == 1 {
      // One that nobody has come to use.
      if !history.isEnded, !contents.isUsed { return false }
      if history.isEnded { return history.next == journal.header.firstRecord }
      // Whoever has used it had ended the other one; if the end alone is lost, nothing is.
      if history.next + 1 == journal.header.firstRecord { return true }
    }
    // If not, a power cut has taken records that come before these, which are none without them.
    return contents.durable >= history.next
  }
}

extension SettingsError {
  static func journalDamaged(_ path: String, _ problem: String) -> SettingsError {
    SettingsError(
      .fileCorrupt, found: "the journal '\(path)' is broken: \(problem)",
      advice: "every whole record is used; the next write keeps the broken journal beside")
  }
}
