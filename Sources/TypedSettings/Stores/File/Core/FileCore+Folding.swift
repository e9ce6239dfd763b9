extension FileCore {
  /// What has become of an attempt to write the document.
  enum FoldOutcome: Sendable {
    /// The document lacks nothing.
    case done
    /// Somebody is just saving it, so that it is left for later.
    case isBeingEdited
    /// Another process is at it.
    case isElsewhere
    /// The file cannot be read, or is of a newer format, so that nothing is written.
    case isRefused
  }

  /// Writes the document, so that it holds all that is in the journal; then the journal begins anew.
  ///
  /// A failure is reported: nobody has asked for this, or nobody is left to hear of it.
  ///
  /// - Parameter waits: Whether a document that somebody is just saving can be left for later.
  /// - Returns: What has become of it.
  /// - Throws: ``SettingsError`` with ``SettingsError/Code/notSaved``; then the journal still has everything.
  @discardableResult
  func fold(waits: Bool = false) throws(SettingsError) -> FoldOutcome {
    do throws(FileSystemError) { return try attemptFold(waits: waits) } catch {
      run(session.withLock { noteFailure(error, &$0) })
      throw .notSaved(path, error)
    }
  }

  /// Writes the document for a caller who wants to have it written, and who is told of all that keeps it from that.
  ///
  /// - Throws: ``SettingsError`` with ``SettingsError/Code/notSaved``; then the journal still has everything.
  func writeDocument() throws(SettingsError) {
    do throws(FileSystemError) {
      for attempt in 0..<Self.attempts {
        switch try attemptFold(waits: false) {
        case .done: return
        case .isRefused: if let refusal = session.withLock({ refusal($0) }) { throw refusal }
        case .isBeingEdited, .isElsewhere: system.pause(attempt: attempt)
        }
      }
      throw FileSystemError("write the file while another process does", .isBeingEdited)
    } catch {
      run(session.withLock { noteFailure(error, &$0, isThrown: true) })
      throw .notSaved(path, error)
    }
  }

  private func attemptFold(waits: Bool) throws(FileSystemError) -> FoldOutcome {
    for _ in 0..<4 {
      let begin = schedule.now
      refresh(isFinal: !waits)
      var effects = FileEffects()
      // Whoever is told may write the document, in a turn of its own.
      defer { run(effects) }
      do throws(FileSystemError) {
        let outcome = try folding.take { () throws(FileSystemError) -> FoldOutcome? in
          try synchronizeNames()
          switch try startFold(&effects) {
          case .outcome(let outcome): return outcome
          case .plan(let plan):
            defer { session.withLock { giveBackRight(&$0) } }
            return try finish(plan, since: begin, &effects) ? .done : nil
          }
        }
        if let outcome {
          // Once more: then the document that was just written is the previous one, which holds no earlier values.
          if case .done = outcome, session.withLock({ $0.keepsSecrets }) { continue }
          return outcome
        }
      } catch {
        session.withLock { $0.foldDuration = schedule.now - begin }
        throw error
      }
    }
    if waits { return .isBeingEdited }
    throw FileSystemError("write the file while it is being edited", .isBeingEdited)
  }

  /// What is to be written, and what must not have changed until then.
  struct Plan: Sendable {
    let folder: Folder
    let tree: DocumentTree
    /// The number of the last record of the ended journal.
    ///
    /// The tree may hold more. Nobody has to know: who judges a conditional record needs the numbers of all records of
    /// its journal.
    let number: UInt64
    /// The number of the last one that changes a value.
    let lastChange: UInt64
    /// The journals that hold them.
    let journals: [OpenFile]
    let document: FileStatus?
    let fingerprint: DocumentFingerprint?
    let format: DocumentFormat
    let ended: OpenJournal
    let isBroken: Bool
    /// Whether the present document or the journals may hold earlier values of secrets.
    let changesSecrets: Bool
  }

  private enum Beginning: Sendable {
    case plan(Plan)
    /// What has become of it where there is nothing to be written now.
    case outcome(FoldOutcome)
  }

  /// Ends the journal, so that what is written from now on is in the next one.
  private func startFold(_ effects: inout FileEffects) throws(FileSystemError) -> Beginning {
    try session.withLock { session throws(FileSystemError) in
      if session.condition.refusesWrites { return .outcome(.isRefused) }
      if contents.isFolded, session.unwritten.isEmpty, session.ended == nil, !session.keepsSecrets {
        return lacksNothing(&session)
      }
      try attach(&session)
      if session.condition.refusesWrites {
        effects += session.takeMissed()
        return .outcome(.isRefused)
      }
      try appendUnwritten(&session)
      try rewriteLost(&session)
      effects += session.takeMissed()
      if contents.isFolded, session.ended == nil, !session.keepsSecrets { return lacksNothing(&session) }
      guard let folder = session.folder, let file = (session.ended ?? session.journal)?.file,
        try hasRight(to: file, &session)
      else { return .outcome(.isElsewhere) }
      var keepsRight = false
      defer {
        effects += session.takeMissed()
        if !keepsRight { release(file) }
      }
      var journals: [OpenFile]?
      var lastChange: UInt64?
      if session.ended == nil {
        guard let last = try endJournal(in: folder, &session) else { return .outcome(.isElsewhere) }
        // There is nothing in the next one that the document will hold.
        lastChange = last
        journals = session.unsynchronized.filter { $0 !== session.journal?.file }
      }
      guard let ended = session.ended, ended.file === file, let next = session.journal else {
        return .outcome(.isElsewhere)
      }
      keepsRight = true
      session.right = file
      return .plan(
        Plan(
          folder: folder, tree: contents.snapshot(), number: next.header.firstRecord - 1,
          lastChange: lastChange ?? session.next - 1, journals: journals ?? session.unsynchronized,
          document: session.document, fingerprint: session.fingerprint, format: session.format,
          ended: ended, isBroken: session.broken.contains(location.names.document), changesSecrets: changesSecrets))
    }
  }

  private func giveBackRight(_ session: inout FileSession) {
    if let file = session.right { release(file) }
    session.right = nil
  }

  private func lacksNothing(_ session: inout FileSession) -> Beginning {
    session.owesDocument = false
    session.noticeSaved()
    return .outcome(.done)
  }

  /// Writes the document.
  ///
  /// - Returns: Whether it is done; not if somebody has edited the document meanwhile.
  private func finish(
    _ plan: Plan, since begin: Duration, _ effects: inout FileEffects
  ) throws(FileSystemError) -> Bool {
    guard try isPresent(plan.document, in: plan.folder) else { return false }
    guard plan.folder.mayWrite(location.names.document) else {
      throw FileSystemError("write to the file", .notPermitted)
    }
    guard try fingerprint(of: location.names.document, in: plan.folder) == plan.fingerprint else {
      // Edited within a tick of the file system's clock, so that a look at its status would not tell.
      session.withLock { $0.document = nil }
      return false
    }
    // Of the formats, this one has comments to keep.
    let keepsComments = plan.format == .xmlPropertyList && !plan.isBroken
    let template = keepsComments ? try readBytes(of: location.names.document, in: plan.folder)?.bytes : nil
    let bytes: [UInt8]
    let count: Int
    do throws(SettingsError) {
      let document = plan.tree.document(layout)
      bytes = try plan.format.bytes(
        of: document, keeping: template, expectedSize: plan.fingerprint?.length ?? 0, isStrict: false)
      count = try document.checkLimits()
    } catch {
      throw FileSystemError("write the values in the format of the file", .cannotBeHeld, detail: error.found)
    }
    guard bytes.count <= FileSettingsStore.maximumFileSize else {
      throw FileSystemError("write so large a file", .tooLarge)
    }
    let temporary = try makeTemporaryFile(in: plan.folder)
    let file = temporary.file
    let replacement = Replacement(
      temporary: temporary, fingerprint: DocumentFingerprint(of: bytes), room: DocumentRoom(beside: bytes.count, count))
    let isDone: Bool
    do throws(FileSystemError) {
      try file.write(bytes, at: 0)
      try copyAttributes(of: plan.document, in: plan.folder, to: file)
      try system.synchronize(file.descriptor, .everything)
      try synchronizeJournals(of: plan)
      if plan.isBroken {
        try quarantine(location.names.document, in: plan.folder)
        try plan.folder.synchronize()
      }
      isDone = try session.withLock { session throws(FileSystemError) in
        defer { effects += session.takeMissed() }
        return try put(replacement, plan, &session)
      }
    } catch {
      discard(replacement, of: plan)
      throw error
    }
    guard isDone else {
      discard(replacement, of: plan)
      return false
    }
    try plan.folder.synchronize()
    try synchronizeNewFolders()
    let duration = schedule.now - begin
    try session.withLock { session throws(FileSystemError) in
      defer { effects += session.takeMissed() }
      session.foldDuration = duration
      try removeEnded(plan, DocumentFingerprint(of: bytes), &session)
    }
    return true
  }

  /// Brings what the new document holds to the disk where it is in the journals as well.
  ///
  /// After a power cut, a journal that had lost its last records would take the document back to those before them.
  private func synchronizeJournals(of plan: Plan) throws(FileSystemError) {
    if synchronization.durable >= plan.lastChange { return }
    for journal in plan.journals {
      do throws(FileSystemError) { try system.synchronize(journal.descriptor, .contents) } catch {
        session.withLock { $0.lost = journal }
        throw error
      }
    }
  }

  /// Whether the document is the one that was seen, as far as the file system can tell.
  ///
  /// - Parameters:
  ///   - seen: The document that was seen.
  ///   - folder: The folder of the document.
  ///   - wasKept: Whether this process has given the document a further name since, which changes its change time.
  /// - Returns: Whether it is.
  /// - Throws: ``FileSystemError`` where the file system doesn't tell.
  func isPresent(_ seen: FileStatus?, in folder: Folder, wasKept: Bool = false) throws(FileSystemError) -> Bool {
    let status = try folder.status(of: location.names.document)
    guard let status, let seen else { return status == nil && seen == nil }
    return wasKept ? status.isUnmodified(since: seen) : status.isSame(as: seen)
  }

  /// Gives a file a second name, in the place of whatever has that name.
  func keepAsPrevious(_ name: String, _ previous: String, in folder: Folder) throws(FileSystemError) {
    let temporary = location.names.temporary(
      process: system.processNumber, UInt32(truncatingIfNeeded: system.random()))
    do throws(FileSystemError) { try folder.link(name, as: temporary) } catch {
      // Where files have one name only, there is no previous one; nor is there of a journal that somebody has removed.
      if error.hasNoLinks || error.isMissing { return }
      throw error
    }
    // Where both are names of one file already, renaming does nothing and leaves both.
    defer { discard(temporary, in: folder) }
    try folder.rename(temporary, to: previous)
  }

  /// Lets the next journal take the place of the ended one, which stays beside the previous document.
  private func removeEnded(
    _ plan: Plan, _ fingerprint: DocumentFingerprint, _ session: inout FileSession
  ) throws(FileSystemError) {
    guard session.ended?.file === plan.ended.file else { return }
    synchronization.advance(to: plan.number)
    session.unsynchronized.removeAll { $0 !== session.journal?.file }
    try catchUp(&session)
    guard session.ended?.file === plan.ended.file else { return }
    // Only now, because a power cut must not leave this record without the name of the document.
    try append(.document(fingerprint, upTo: plan.number), &session)
    guard session.ended?.file === plan.ended.file else { return }
    session.hasUnsynchronizedNames = true
    try keepAsPrevious(location.names.journal, location.names.previousJournal, in: plan.folder)
    try plan.folder.rename(location.names.nextJournal, to: location.names.journal)
    session.ended = nil
    session.keepsSecrets = plan.changesSecrets
    session.owesDocument = plan.changesSecrets || session.owesDocument && !contents.isFolded
    session.noticeSaved()
  }
}
