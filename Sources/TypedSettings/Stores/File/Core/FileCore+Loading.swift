extension FileCore {
  /// Reads everything anew: the document, and the journals that go on from it.
  ///
  /// Changes nothing on the disk.
  func load(_ session: inout FileSession) -> FileEffects {
    let hadRecords = session.hasUnreachableRecords || session.next - 1 > synchronization.durable
    session.hasUnreachableRecords = false
    session.loads &+= 1
    session.room = .unknown
    synchronization.reset()
    var effects = FileEffects()
    var history = JournalHistory()
    var reading = DocumentReading.missing
    do throws(SettingsError) {
      guard let folder = try findFolder(&session) else {
        session.forgetFiles()
        session.keepRescued(history)
        effects.staged += contents.load(
          DocumentTree(), format: session.format, changes: [:], after: 0, unwritten: unwritten(session))
        effects += become(.missing(.fileMissing(path)), &session)
        return effects
      }
      (history, reading) = try read(folder, &session)
      do throws(FileSystemError) { effects.reports += try untrustedFiles(in: folder, &session) } catch {
        throw .fileUnreadable(path, error)
      }
    } catch {
      reading = .unreadable(error)
      // A journal without those around it says nothing.
      session.forgetFiles()
    }
    session.foreign = history.foreign
    session.next = session.journal.map { $0.frame.version == 1 ? history.next : $0.next } ?? history.next
    session.lastLook = schedule.now
    session.keepRescued(history)
    effects.reports += history.reports
    let (tree, upTo, state) = beginning(reading, history, &session, &effects)
    for case (let fingerprint?, let number) in history.documents
    where number >= upTo && fingerprint != session.fingerprint {
      // It may be about to get its name.
      session.announced[fingerprint] = number
    }
    if let tree {
      effects.staged += contents.load(
        tree, format: session.format, changes: history.changes, after: upTo, unwritten: unwritten(session))
    }
    effects += become(history.isNewer ? .newerFormat(.newerFormat(path)) : state, &session)
    session.hasUnreachableRecords = hadRecords && session.journal == nil && session.condition.refusesWrites
    return effects
  }

  private func unwritten(_ session: FileSession) -> [FileContents.Change] {
    session.unwritten.map { ($0.key, $0.value) }
  }

  private func findFolder(_ session: inout FileSession) throws(SettingsError) -> Folder? {
    do throws(FileSystemError) { if session.folder == nil { try openFolder(&session) } } catch {
      if error.isMissing { return nil }
      throw .fileUnreadable(path, error)
    }
    return session.folder
  }

  /// Reads the journals and the document, all of one moment.
  private func read(
    _ folder: Folder, _ session: inout FileSession
  ) throws(SettingsError) -> (JournalHistory, DocumentReading) {
    var attempt = 0
    while true {
      session.forgetFiles()
      let history = try readHistory(in: folder, &session)
      let reading = readDocument(location.names.document, in: folder)
      do throws(FileSystemError) {
        // In the end, a document that nobody has announced is taken for an edit.
        if attempt == 100 { return (history, reading) }
        if try !isOutdated(history, reading, in: folder, session) { return (history, reading) }
      } catch {
        throw .fileUnreadable(path, error)
      }
      system.pause(attempt: attempt)
      attempt += 1
    }
  }

  /// Whether another process has written the document, and said so in the journals, while they were read.
  private func isOutdated(
    _ history: JournalHistory, _ reading: DocumentReading, in folder: Folder, _ session: FileSession
  ) throws(FileSystemError) -> Bool {
    let first = session.ended ?? session.journal
    let name = session.hasWrongName ? location.names.nextJournal : location.names.journal
    let status = try folder.status(of: name)
    if let first { guard let status, status.isOfSameFile(as: first.status) else { return true } }
    // An ended journal has a next one, unless a power cut has taken that.
    guard case .document(_, let found, _) = reading, history.documents[found.fingerprint] == nil else { return false }
    guard let journal = session.journal else { return try openJournal(name, in: folder).map(isJournal) ?? false }
    return try journal.file.extent().size != journal.readEnd
  }

  private func isJournal(_ found: (file: OpenFile, isWritable: Bool)) throws(FileSystemError) -> Bool {
    guard try found.file.status().kind == .regular else { return false }
    let head = try found.file.read(from: 0, to: JournalHeader.maximumLength)
    if case .header = JournalHeader.find(in: head) { return true }
    return false
  }

  /// What the values begin with before the journal goes on.
  ///
  /// - Returns: The values, `nil` to stay with those that are there; up to which record they hold all; and the state.
  private func beginning(
    _ reading: DocumentReading, _ history: JournalHistory, _ session: inout FileSession, _ effects: inout FileEffects
  ) -> (DocumentTree?, upTo: UInt64, FileSettingsStore.State) {
    switch reading {
    case .missing:
      session.document = nil
      session.fingerprint = nil
      return (DocumentTree(), history.documents[nil] ?? 0, .missing(.fileMissing(path)))
    case .unreadable(let error):
      // What is in memory is more than what the document or a journal alone could say.
      return (contents.isEmpty ? readable(session) : nil, 0, .unreadable(error))
    case .document(let tree, let found, let room):
      session.seen(found)
      session.room = room
      if let upTo = history.documents[found.fingerprint] { return (tree, upTo, .ready) }
      effects.reports += conflicts(of: tree, with: history, in: session)
      return (tree, history.folded, .ready)
    case .corrupt(let error, let bytes, let found):
      session.seen(found)
      session.broken.insert(location.names.document)
      let (tree, upTo, source) = recovered(history, session) { salvage(bytes, found.format) }
      return (
        tree, upTo,
        .corrupt(
          .fileCorrupt(
            path,
            advice: "\(source); the next write keeps the broken file beside, as \(location.names.document).corrupt-…",
            underlying: error))
      )
    }
  }

  /// What there is in place of a broken document: the one before it, with the journal that led on from there.
  private func recovered(
    _ history: JournalHistory, _ session: FileSession, _ salvage: () -> DocumentTree?
  ) -> (DocumentTree, upTo: UInt64, source: String) {
    guard let folder = session.folder else { return (DocumentTree(), 0, "there is no earlier file") }
    var tree = DocumentTree()
    var fingerprint: DocumentFingerprint?
    switch readDocument(location.names.previous, in: folder) {
    case .document(let previous, let found, _):
      tree = previous
      fingerprint = found.fingerprint
    case .missing: break
    case .unreadable, .corrupt:
      return (tree, 0, "the file before it cannot be read either, so the journal alone is used")
    }
    // What the journal says of that document may come from its header, which knows of no records before it.
    if let bridge = readBridge(to: history, in: folder), let upTo = bridge.documents[fingerprint] {
      for (key, change) in bridge.changes where change.number > upTo { tree[key] = change.value }
      return (tree, 0, "the file before it is used, with all that was changed since")
    }
    if let upTo = history.documents[fingerprint] {
      return (tree, upTo, "the file before it is used, with all that was changed since")
    }
    if fingerprint == nil {
      guard let salvaged = salvage() else { return (tree, 0, "there is no earlier file, so the journal alone is used") }
      return (salvaged, 0, "there is no earlier file, so what comes before the mistake is used")
    }
    return (tree, 0, "the file before it is used, and what was changed in between may be missing")
  }

  /// The document, where it is the journal that cannot be read.
  private func readable(_ session: FileSession) -> DocumentTree {
    guard let folder = session.folder,
      case .document(let tree, _, _) = readDocument(location.names.document, in: folder)
    else { return DocumentTree() }
    return tree
  }

  /// The settings before the first mistake of a broken document; `nil` if it has none, or its format does not say.
  private func salvage(_ bytes: [UInt8], _ format: DocumentFormat) -> DocumentTree? {
    guard format == .json, let value = JSONSalvage.value(of: bytes, levels: layout.levels) else { return nil }
    do throws(SettingsError) { return try DocumentTree(value, layout) } catch { return nil }
  }

  /// The journal that led on from the previous document to the present one, if it is there.
  private func readBridge(to history: JournalHistory, in folder: Folder) -> JournalHistory? {
    do throws(FileSystemError) {
      guard case .journal(let journal, let contents) = try findJournal(location.names.previousJournal, in: folder),
        journal.header.identity == history.predecessor
      else { return nil }
      var bridge = JournalHistory(history.budget)
      // One that there is no room for is as good as none.
      return bridge.add(contents, of: journal.header) ? bridge : nil
    } catch {
      // The bridge is gone; what it held is reported as missing.
      return nil
    }
  }

  /// The settings that somebody has edited in the document although the journal has a later value.
  private func conflicts(
    of tree: DocumentTree, with history: JournalHistory, in session: FileSession
  ) -> [SettingsError] {
    guard !history.changes.isEmpty, let folder = session.folder,
      case .document(let previous, let found, _) = readDocument(location.names.previous, in: folder),
      history.documents[found.fingerprint] != nil
    else { return [] }
    var edited: [SettingsKey: SettingsValue?] = [:]
    for (key, change) in history.changes where change.number > history.folded {
      let found = tree[key]
      if !session.format.isSame(found, previous[key]) { edited.updateValue(found, forKey: key) }
    }
    if edited.isEmpty { return [] }
    // What a journal has had at some time is no edit: a power cut may have taken the record of a new document.
    var keys = history.keys(withoutPast: edited, session.format)
    if let bridge = readBridge(to: history, in: folder) {
      keys.formIntersection(bridge.keys(withoutPast: edited, session.format))
    }
    return keys.map { .editConflict($0, in: path) }
  }
}

extension FileSession {
  /// Lets go of the journals, and forgets what was known with them.
  mutating func forgetFiles() {
    journal = nil
    ended = nil
    hasWrongName = false
    unsynchronized = []
    announced = [:]
    foreign = []
    broken = []
    next = 1
  }

  /// Takes note of what a journal held that is gone, and no later one has.
  fileprivate mutating func keepRescued(_ history: JournalHistory) {
    rescued += unwrittenNumbers.compactMap { key, number in unwritten[key].map { ((key, $0), number) } }
    for key in unwrittenNumbers.keys { unwritten.removeValue(forKey: key) }
    unwrittenNumbers = [:]
    rescuedNumbers = history.rescued
    for (change, number) in rescued where !unwritten.keys.contains(change.key) {
      guard history.changes[change.key] == nil || number > history.rescued[change.key] ?? .max else { continue }
      unwritten.updateValue(change.value, forKey: change.key)
      unwrittenNumbers[change.key] = number
    }
    rescued = []
    overtaken = [:]
    for key in unwritten.keys { overtaken[key] = history.changes[key]?.number }
  }

  /// Takes note of a document.
  mutating func seen(_ found: DocumentReading.Found) {
    document = found.status
    fingerprint = found.fingerprint
    format = found.format
    room = .unknown
  }
}
