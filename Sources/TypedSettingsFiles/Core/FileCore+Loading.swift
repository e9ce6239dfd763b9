internal import TypedSettingsCore
internal import TypedSettingsFormats

// Reading the document and the journals as a whole.

extension FileCore {
  /// Reads all files: the document, and the journals that follow it.
  ///
  /// Writes nothing to the disk.
  func load(_ session: inout FileSession) -> FileEffects {
    reopenAfterFork(&session)
    let replica = replica(&session)
    let hadRecords =
      session.unsynchronized.hasUnreachableRecords || session.journals.next - 1 > durability.durable
    session.unsynchronized.hasUnreachableRecords = false
    session.loads &+= 1
    session.document.room = .unknown
    durability.reset()
    var effects = FileEffects()
    var history = JournalHistory()
    var reading = DocumentReading.missing
    do throws(SettingsError) {
      guard let folder = try findFolder(&session) else {
        session.closeJournals()
        session.document.clear()
        let missing = merge(replica, with: DocumentTree(), history, after: 0, &session, &effects)
        effects.staged += contents.load(
          DocumentTree(), format: session.document.format, changes: [:], after: 0, checkpointed: 0, unwritten: missing)
        effects += setState(.missing(.fileMissing(session.context.path, session.context.access)), &session)
        return effects
      }
      (history, reading) = try read(folder, &session)
      effects.reports += try reportUntrusted(in: folder, &session)
    } catch {
      reading = .unreadable(error)
      // Without the other files, a journal can't be interpreted.
      session.closeJournals()
    }
    session.journals.next = session.journals.current?.next ?? history.next
    session.journals.checkpointed = history.checkpointed
    session.journals.lastNameCheck = schedule.now
    effects.reports += history.reports
    follow(&history, besides: reading, after: replica, &session)
    let (tree, upTo, state) = base(reading, history, &session, &effects)
    // Another process may be about to place one of them, or was killed before it confirmed it.
    session.document.announced = history.announced.filter { $0.value >= upTo }
    if let tree {
      let checkpointed = min(upTo, history.checkpointed)
      session.journals.retainedMemory = history.memory(upTo: checkpointed)
      let missing = merge(replica, with: tree, history, after: upTo, &session, &effects)
      effects.staged += contents.load(
        tree, format: session.document.format, changes: history.changes, after: upTo, checkpointed: checkpointed,
        unwritten: missing)
      // Readers may have no memory for another value, which therefore waits for the document.
      if memory(ofJournals: session) > session.journals.limits.exhausted { session.journals.isHeavy = true }
      effects.readsDocument = true
    } else if session.journals.replacement == .isForeign {
      // Without the document, the values in memory can't be merged with it.
      session.closeJournals()
    }
    effects += setState(history.isNewer ? .newerFormat(.newerFormat(session.context.path)) : state, &session)
    session.unsynchronized.hasUnreachableRecords =
      hadRecords && session.journals.current == nil && session.condition.refusesWrites
    return effects
  }

  private func findFolder(_ session: inout FileSession) throws(SettingsError) -> SettingsFolder? {
    do throws(FileSystemError) { if session.access.folder == nil { try openFolder(&session) } } catch {
      if error.isMissing { return nil }
      throw .fileUnreadable(session.context.path, error, session.context.access)
    }
    return session.access.folder
  }

  /// Returns reports of files that have the name of a journal and aren't trusted, once for each name.
  private func reportUntrusted(
    in folder: SettingsFolder, _ session: inout FileSession
  ) throws(SettingsError) -> [SettingsError] {
    do throws(FileSystemError) {
      let names = try folder.untrustedJournals().filter { session.access.reportedNames.insert($0).inserted }
      return names.map { .untrustedFile(folder.path(of: $0), session.context.access) }
    } catch {
      throw .fileUnreadable(session.context.path, error, session.context.access)
    }
  }

  /// Returns the values that the changes of the journals are applied to.
  ///
  /// - Parameters:
  ///   - reading: The document.
  ///   - history: The journals that follow it.
  ///   - session: The session.
  ///   - effects: Gets reports of conflicts.
  /// - Returns: The values, or `nil` to keep those in memory; the number of the last record that they contain; and the
  ///   state of the store.
  private func base(
    _ reading: DocumentReading, _ history: JournalHistory, _ session: inout FileSession, _ effects: inout FileEffects
  ) -> (DocumentTree?, upTo: UInt64, SettingsFileState) {
    switch reading {
    case .missing:
      session.document.status = nil
      session.document.fingerprint = nil
      session.document.needsReading = false
      let upTo = max(history.documents[nil] ?? 0, history.checkpointed)
      return (DocumentTree(), upTo, .missing(.fileMissing(session.context.path, session.context.access)))
    case .unreadable(let error):
      // The values in memory are more complete than the document or the journal alone.
      return (contents.isEmpty ? readableDocument(session) : nil, 0, .unreadable(error))
    case .document(let tree, let found, let room):
      session.document.update(found, room: room)
      if let upTo = history.documents[found.fingerprint] {
        // An earlier document that was put back is an edit, too.
        return (tree, max(upTo, history.checkpointed), .ready)
      }
      let conflicts = session.access.folder?.conflicts(of: tree, found.format, with: history) ?? []
      effects.reports += conflicts.map { .editConflict($0, in: session.context.path) }
      return (tree, history.checkpointed, .ready)
    case .corrupt(let error, let bytes, let found):
      let last = session.document.fingerprint
      session.document.update(found)
      session.document.isBroken = true
      var recovery =
        session.access.folder?.recover(bytes, found.format, history)
        ?? SettingsFolder.Recovery(source: "there is no previous file")
      // The values in memory come from the last readable document, and may be the only copy of it.
      if let last, !recovery.includes(last) {
        recovery = recovery.completed(with: contents.snapshot(), upTo: history.checkpointed)
      }
      let advice = "\(recovery.source); correct the file, or the next write keeps a copy of it"
      return (
        recovery.tree, recovery.upTo,
        .corrupt(session.context.fileCorrupt(error, advice, values: recovery.source))
      )
    }
  }

  /// Returns the document if only the journal can't be read.
  private func readableDocument(_ session: FileSession) -> DocumentTree {
    guard let folder = session.access.folder,
      case .document(let tree, _, _) = folder.readDocument(folder.names.document)
    else { return DocumentTree() }
    return tree
  }
}

extension FileContext {
  /// Returns the error of a broken document.
  ///
  /// - Parameters:
  ///   - error: The syntax error.
  ///   - advice: The advice for stores that write the file; the name of the copy is added.
  ///   - values: The values that the store uses meanwhile, such as "the last values are used".
  /// - Returns: An error with ``SettingsError/Code/fileCorrupt``.
  func fileCorrupt(_ error: SettingsError, _ advice: String, values: String) -> SettingsError {
    let advice = access.advice(
      writing: "\(advice), as \(names.document).corrupt-…",
      reading: "\(values) until the administrator corrects the file, which the store only reads")
    return .fileCorrupt(path, advice: advice, underlying: error)
  }
}

// MARK: A consistent view

extension FileCore {
  /// Reads the journals and the document until no other process has replaced one of them in between.
  private func read(
    _ folder: SettingsFolder, _ session: inout FileSession
  ) throws(SettingsError) -> (JournalHistory, DocumentReading) {
    var attempt = 0
    while true {
      session.closeJournals()
      let history = try readHistory(in: folder, &session)
      let reading = folder.readDocument(folder.names.document)
      do throws(FileSystemError) {
        // After so many attempts, a document that wasn't announced is taken for an edit.
        if attempt == 100 { return (history, reading) }
        if try !isOutdated(history, reading, in: folder, session) { return (history, reading) }
      } catch {
        throw .fileUnreadable(session.context.path, error, session.context.access)
      }
      system.pause(attempt: attempt)
      attempt += 1
    }
  }

  /// Returns whether another process has written the document, and announced it in the journals, while they were read.
  private func isOutdated(
    _ history: JournalHistory, _ reading: DocumentReading, in folder: SettingsFolder, _ session: FileSession
  ) throws(FileSystemError) -> Bool {
    let name = session.journals.replacement == .isOrphaned ? folder.names.nextJournal : folder.names.journal
    if let first = session.journals.first {
      guard let status = try folder.folder.status(of: name), status.isOfSameFile(as: first.status) else { return true }
    }
    // An ended journal has a next one, unless a power failure has removed it.
    guard case .document(_, let found, _) = reading, history.documents[found.fingerprint] == nil else { return false }
    guard let journal = session.journals.current else { return try folder.hasJournal(name) }
    let size = try journal.file.extent().size
    if size == journal.readEnd { return false }
    // A process announces its document before it gives it the name. If it has done so since, its values count as well.
    let later = try journal.contents(to: size)
    return later.isEnded || later.mentions(found.fingerprint)
  }

  /// Reads the journal, and the one that continues it while the document is being written.
  private func readHistory(
    in folder: SettingsFolder, _ session: inout FileSession
  ) throws(SettingsError) -> JournalHistory {
    var history = JournalHistory(JournalBudget(memory: session.journals.limits.memory))
    do throws(FileSystemError) {
      for name in [folder.names.journal, folder.names.nextJournal] {
        try addJournal(name, in: folder, to: &history, &session)
      }
    } catch {
      throw .fileUnreadable(session.context.journalPath, error, session.context.access)
    }
    history.decode()
    if history.isIncomplete, let beginning = session.journals.current?.header.length {
      // The next write keeps copies of the journals, and moves the values that were read to a new one.
      session.journals.current?.damages.append(beginning..<beginning)
      history.reports.append(
        .journalDamaged(
          session.context.journalPath, "its values take too much memory or time", session.context.access))
    }
    return history
  }

  private func addJournal(
    _ name: String, in folder: SettingsFolder, to history: inout JournalHistory, _ session: inout FileSession
  ) throws(FileSystemError) {
    let path = folder.path(of: name)
    switch try folder.findJournal(name) {
    case .none: break
    case .newer: history.isNewer = true
    case .damaged:
      history.reports.append(.journalDamaged(path, "it has no beginning", session.context.access))
    case .journal(let journal, let contents):
      if let ended = session.journals.current {
        guard history.isContinued(from: ended, by: journal, contents) else { return }
        session.journals.ended = ended
      } else if name == folder.names.nextJournal {
        // The journal that it continues was removed.
        session.journals.replacement = .isOrphaned
      }
      session.journals.current = journal
      session.unsynchronized.add(journal.file)
      history.add(contents, of: journal.header)
      if contents.rest == .damage {
        history.reports.append(.journalDamaged(path, "a part of it has changed", session.context.access))
      }
    }
  }
}

extension JournalHistory {
  /// Returns whether a journal continues another one, so that its records count.
  ///
  /// - Parameters:
  ///   - ended: The journal that was added last.
  ///   - journal: The journal with the name of the next one.
  ///   - contents: Its records.
  /// - Returns: `false` if it's a leftover.
  func isContinued(from ended: OpenJournal, by journal: OpenJournal, _ contents: JournalContents) -> Bool {
    if ended.isEnded { return ended.successors.contains(journal.header.identity) }
    guard journal.header.predecessor == ended.header.identity else { return false }
    // Otherwise a power failure has removed earlier records, without which these don't count.
    return contents.durable >= next
  }
}

extension SettingsError {
  static func journalDamaged(_ path: String, _ problem: String, _ access: StoreAccess) -> SettingsError {
    let advice = "nothing needs to be done; every complete record is used"
    return SettingsError(
      .fileCorrupt, found: "the journal '\(path)' is corrupt: \(problem)",
      advice: access.advice(writing: "\(advice), and the next write keeps a copy of the journal", reading: advice))
  }
}
