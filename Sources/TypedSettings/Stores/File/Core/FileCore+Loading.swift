extension FileCore {
  /// Reads everything anew: the document, and the journals that go on from it.
  ///
  /// Runs under the lock of the file where there is one. Changes nothing on the disk.
  func load(_ session: inout FileSession) -> FileEffects {
    let hadRecords = session.hasUnreachableRecords || session.next - 1 > synchronization.durable
    session.hasUnreachableRecords = false
    session.journal = nil
    session.ended = nil
    session.unsynchronized = []
    session.announced = [:]
    session.foreign = []
    session.broken = []
    session.needsNewJournal = false
    session.next = 1
    session.room = .unknown
    session.loads &+= 1
    synchronization.reset()
    var effects = FileEffects()
    var history = JournalHistory()
    let reading: DocumentReading
    do throws(SettingsError) {
      guard let folder = try openFolder(&session) else {
        effects.staged += contents.load(
          DocumentTree(), format: session.format, changes: [:], after: 0, unwritten: unwritten(session))
        effects += become(.missing(.fileMissing(path)), &session)
        return effects
      }
      history = try readHistory(in: folder, &session)
      do throws(FileSystemError) { effects.reports += try untrustedFiles(in: folder, &session) } catch {
        throw .fileUnreadable(path, error)
      }
      reading = readDocument(location.names.document, in: folder)
    } catch {
      reading = .unreadable(error)
      // A journal without those around it says nothing.
      session.journal = nil
      session.ended = nil
      session.unsynchronized = []
    }
    session.foreign = history.foreign
    session.next = history.next
    effects.reports += history.reports
    let (tree, upTo, state) = beginning(reading, history, &session, &effects)
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

  private func openFolder(_ session: inout FileSession) throws(SettingsError) -> Folder? {
    if let folder = session.folder { return folder }
    do throws(FileSystemError) { session.folder = try Folder(location.folder, of: system) } catch {
      if error.isMissing { return nil }
      throw .fileUnreadable(path, error)
    }
    return session.folder
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
    case .document(let tree, let found):
      session.seen(found)
      if let upTo = history.documents[found.fingerprint] { return (tree, upTo, .ready) }
      // Without the lock, the journal that was read may be older than the document.
      if session.isLocked || session.lock == nil { effects.reports += conflicts(of: tree, with: history, in: session) }
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
    case .document(let previous, let found):
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
    guard let folder = session.folder, case .document(let tree, _) = readDocument(location.names.document, in: folder)
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
      case .document(let previous, let found) = readDocument(location.names.previous, in: folder),
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
  /// Takes note of a document.
  mutating func seen(_ found: DocumentReading.Found) {
    document = found.status
    fingerprint = found.fingerprint
    format = found.format
    room = .unknown
  }
}
