internal import TypedSettingsCore
internal import TypedSettingsFormats

extension FileCore {
  /// The outcome of an attempt to write the document.
  enum CheckpointOutcome: Sendable {
    /// The document contains all values.
    case done
    /// An editor is saving the document, so it's written later.
    case isBeingEdited
    /// Another process is writing the document.
    case isElsewhere
    /// The file can't be read or has a newer format, so nothing is written.
    case isRefused
  }

  /// Writes all values to the document, and starts a new journal.
  ///
  /// A failure is reported, because the caller is a background task or the end of the process.
  ///
  /// - Parameter postponesForEditors: Whether to return if an editor is saving the document.
  /// - Returns: The outcome.
  /// - Throws: ``SettingsError`` with ``SettingsError/Code/notSaved``; the journal still contains all changes.
  @discardableResult
  func checkpoint(postponesForEditors: Bool = false) throws(SettingsError) -> CheckpointOutcome {
    do throws(FileSystemError) { return try attemptCheckpoint(postponesForEditors: postponesForEditors) } catch {
      deliver(session.withLock { fail(error, &$0) })
      throw .notSaved(path, error)
    }
  }

  /// Writes the document for a caller that handles every failure.
  ///
  /// - Throws: ``SettingsError`` with ``SettingsError/Code/notSaved``; the journal still contains all changes.
  func writeDocument() throws(SettingsError) {
    do throws(FileSystemError) {
      for attempt in 0..<Self.attempts {
        switch try attemptCheckpoint(postponesForEditors: false) {
        case .done: return
        case .isRefused: if let refusal = session.withLock({ refusal($0) }) { throw refusal }
        case .isBeingEdited, .isElsewhere: system.pause(attempt: attempt)
        }
      }
      throw FileSystemError("write the file while another process does", .isBeingEdited)
    } catch {
      throw notSaved(error)
    }
  }

  /// Writes the document.
  ///
  /// - Parameters:
  ///   - postponesForEditors: Whether to return if an editor is saving the document.
  ///   - followsLinks: Whether to move to another file first if a symbolic link has changed.
  /// - Returns: The outcome.
  /// - Throws: ``FileSystemError`` if the document can't be written; the journal still contains all changes.
  func attemptCheckpoint(
    postponesForEditors: Bool, followsLinks: Bool = true
  ) throws(FileSystemError) -> CheckpointOutcome {
    for _ in 0..<4 {
      let begin = schedule.now
      if followsLinks { refresh(isFinal: !postponesForEditors) } else { refreshFiles(isFinal: !postponesForEditors) }
      var effects = FileEffects()
      // An observer may start a checkpoint of its own.
      defer { deliver(effects) }
      do throws(FileSystemError) {
        let outcome = try checkpointing.run { () throws(FileSystemError) -> CheckpointOutcome? in
          try synchronizeNames()
          switch try planCheckpoint(&effects) {
          case .finished(let outcome): return outcome
          case .lost: try durability.run { () throws(FileSystemError) in try rewriteLost() }
          case .overwritten(let document):
            defer { session.withLock { releaseRight(&$0) } }
            try finishOverwriting(document)
          case .plan(let plan):
            defer { session.withLock { releaseRight(&$0) } }
            guard try perform(plan, since: begin, &effects) else { return nil }
            // Only the next document can take the place of the other journal.
            return plan.hadEnded && session.withLock { $0.journals.isVeryLong } ? nil : .done
          }
          return nil
        }
        if let outcome {
          // The journal was replaced meanwhile, so the files beside the document may still contain earlier values.
          if case .done = outcome, session.withLock({ $0.checkpoint.keepsSecrets }) { continue }
          return outcome
        }
      } catch {
        session.withLock { session in
          session.checkpoint.duration = schedule.now - begin
          session.checkpoint.hasFailed = true
        }
        throw error
      }
    }
    if postponesForEditors { return .isBeingEdited }
    throw FileSystemError("write the file while it is being edited", .isBeingEdited)
  }
}

// MARK: Planning

extension FileCore {
  /// The values to be written, and everything that must not change until they are.
  struct CheckpointPlan: Sendable {
    let folder: SettingsFolder
    let tree: DocumentTree
    /// The keys whose values the present document may lack.
    let changed: [SettingsKey]
    /// The number of the last record of the ended journal.
    ///
    /// The tree may contain later records. Announcements don't mention them, because processes judge conditional
    /// records by all records of their journal.
    let number: UInt64
    /// The number of the last record that changes a value.
    let lastChange: UInt64
    /// The journals that contain these records.
    let journals: [OpenFile]
    let present: DocumentReplacement.Present
    let format: DocumentFormat
    let ended: OpenJournal
    /// A Boolean value that indicates whether a checkpoint that wasn't completed has ended the journal.
    let hadEnded: Bool
    /// A Boolean value that indicates whether the files beside the document may contain earlier values of secrets, or
    /// the disk has little room for them.
    ///
    /// Then the previous document becomes a copy of the new one, and no ended journal is kept.
    let replacesSideFiles: Bool
  }

  private enum CheckpointPlanning: Sendable {
    case plan(CheckpointPlan)
    /// Nothing is to be written now.
    case finished(CheckpointOutcome)
    /// A journal that failed to synchronize is to be written again first.
    case lost
    /// The document that a stopped process was overwriting is to be made durable first.
    case overwritten(OpenFile?)
  }

  /// Acquires the lock of the journal and ends it, so that later records go to the next one.
  private func planCheckpoint(_ effects: inout FileEffects) throws(FileSystemError) -> CheckpointPlanning {
    try session.withLock { session throws(FileSystemError) in
      if session.condition.refusesWrites { return .finished(.isRefused) }
      if session.pending.isEmpty, isComplete(session) { return finish(&session) }
      do throws(FileSystemError) { try attach(&session) } catch {
        if error.isLocked { return .finished(.isElsewhere) }
        throw error
      }
      if session.condition.refusesWrites {
        effects += session.takeUndelivered()
        return .finished(.isRefused)
      }
      if session.unsynchronized.lost != nil { return .lost }
      // Values that have to wait for this checkpoint are appended by a retry.
      do throws(FileSystemError) { try appendPending(&session) } catch {
        if !error.isResolvedByDocument { throw error }
      }
      effects += session.takeUndelivered()
      if isComplete(session) { return finish(&session) }
      guard let folder = session.access.folder, let file = session.journals.first?.file,
        try acquireRight(to: file, &session)
      else { return .finished(.isElsewhere) }
      var keepsRight = false
      defer {
        effects += session.takeUndelivered()
        if !keepsRight { releaseLock(of: file) }
      }
      // If this fails, so would writing a newer document.
      if try folder.isOverwritten() {
        session.document.needsReading = true
        let document = try folder.completeOverwriting()
        keepsRight = true
        session.journals.locked = file
        return .overwritten(document)
      }
      let isDiskNearlyFull = isDiskNearlyFull(session)
      // A new document is worth more than the way from the previous one to the present one.
      if isDiskNearlyFull { try folder.removeSideFile(folder.names.previousJournal) }
      var journals: [OpenFile]?
      var lastChange: UInt64?
      let hadEnded = session.journals.ended != nil
      if !hadEnded {
        guard let last = try endJournal(file, in: folder, &session) else { return .finished(.isElsewhere) }
        // The next journal contains nothing yet that the document will contain.
        lastChange = last
        journals = session.unsynchronized.files.filter { $0 !== session.journals.current?.file }
      } else {
        undoReplacements(in: folder, &session)
      }
      guard let ended = session.journals.ended, ended.file === file, let next = session.journals.current else {
        return .finished(.isElsewhere)
      }
      keepsRight = true
      session.journals.locked = file
      let document = session.document
      let replacesSideFiles =
        changesSecrets || session.checkpoint.keepsSecrets || isDiskNearlyFull
        || lastChange == nil && hasNoUnconfirmedRecords(upTo: next.header.firstRecord - 1)
      let (tree, changed) = contents.snapshotWithChanges(referringTo: newSchema(session))
      return .plan(
        CheckpointPlan(
          folder: folder, tree: tree, changed: changed, number: next.header.firstRecord - 1,
          lastChange: lastChange ?? session.journals.next - 1, journals: journals ?? session.unsynchronized.files,
          present: .init(status: document.status, fingerprint: document.fingerprint, isBroken: document.isBroken),
          format: document.format, ended: ended, hadEnded: hadEnded, replacesSideFiles: replacesSideFiles))
    }
  }

  /// Returns whether no record up to a number is waiting for a document to be confirmed.
  ///
  /// If their journal still exists, the process that confirmed the document was killed or failed before it removed the
  /// journal. The records may contain earlier values of secrets, because only unconfirmed ones are known.
  private func hasNoUnconfirmedRecords(upTo number: UInt64) -> Bool {
    contents.uncheckpointedChanges().allSatisfy { $0.number > number }
  }

  /// Returns whether the document contains all records.
  private func isComplete(_ session: FileSession) -> Bool {
    contents.isCheckpointed && session.journals.ended == nil && !session.checkpoint.keepsSecrets
  }

  private func finish(_ session: inout FileSession) -> CheckpointPlanning {
    session.checkpoint.isPending = false
    session.failure.succeed()
    return .finished(.done)
  }
}

// MARK: Writing

extension FileCore {
  /// Writes the document.
  ///
  /// - Returns: `false` if it was edited meanwhile, or this process has lost the right to write it.
  private func perform(
    _ plan: CheckpointPlan, since begin: Duration, _ effects: inout FileEffects
  ) throws(FileSystemError) -> Bool {
    guard let (bytes, room) = try encode(plan) else { return false }
    let replacement = try DocumentReplacement(writing: bytes, room: room, replacing: plan.present, in: plan.folder)
    var isDone = false
    defer { if !isDone { replacement.discard() } }
    try synchronizeJournals(of: plan)
    if plan.present.isBroken {
      try plan.folder.quarantine(plan.folder.names.document)
      try plan.folder.folder.synchronize()
    }
    var placement = try place(replacement, plan, &effects)
    if case .isMounted = placement {
      // Setters must not wait for the disk, so the lock is not held.
      guard try prepareOverwriting(with: replacement) else { return false }
      placement = try place(replacement, overwritingWith: bytes, plan, &effects)
      try finishOverwriting(with: replacement, placement)
    }
    if case .refused = placement { return false }
    isDone = true
    // The previous document doesn't lead to the new one: it's older than the document that was broken, or the journal
    // in between isn't kept.
    if plan.present.isBroken || plan.replacesSideFiles {
      _ = try writePrevious(bytes, like: plan.present.status, in: plan.folder)
    }
    try plan.folder.folder.synchronize()
    if plan.replacesSideFiles {
      _ = try withRight { folder throws(FileSystemError) in try folder.removeSideFile(folder.names.previousJournal) }
      try plan.folder.folder.synchronize()
    }
    try synchronizeNewFolders()
    let duration = schedule.now - begin
    try session.withLock { session throws(FileSystemError) in
      defer { effects += session.takeUndelivered() }
      session.checkpoint.duration = duration
      try retireEnded(plan, replacement.fingerprint, &session)
    }
    return true
  }

  /// Encodes the new document.
  ///
  /// - Returns: The bytes, and how much more the document can hold; `nil` if the present document was edited.
  private func encode(_ plan: CheckpointPlan) throws(FileSystemError) -> (bytes: [UInt8], room: DocumentRoom)? {
    let (folder, name) = (plan.folder, plan.folder.names.document)
    guard try folder.isUnchanged(since: plan.present.status) else { return nil }
    guard folder.folder.mayWrite(name) else { throw FileSystemError("write to the file", .notPermitted) }
    // A broken document, or one in the binary format, has no bytes worth keeping.
    let keepsBytes = plan.format != .binaryPropertyList && !plan.present.isBroken
    let present = keepsBytes ? try folder.readBytes(of: name) : nil
    let fingerprint = keepsBytes ? present?.fingerprint : try folder.fingerprint(of: name)
    guard fingerprint == plan.present.fingerprint else {
      // Edited within the resolution of the file system's clock, so the status doesn't show it.
      session.withLock { $0.document.needsReading = true }
      return nil
    }
    let (bytes, count): ([UInt8], Int)
    do throws(SettingsError) {
      let layout = folder.context.layout
      count = try plan.tree.checkLimits(layout)
      if let edited = edited(present?.bytes, plan) {
        bytes = edited
      } else {
        bytes = try plan.format.bytes(
          of: plan.tree.document(layout), keeping: present?.bytes, expectedSize: plan.present.fingerprint?.length ?? 0,
          isStrict: false)
      }
    } catch {
      let key = plan.tree.keyBeyondLimits(of: plan.format, folder.context.layout)
      throw FileSystemError(
        "write the values in the format of the file", .unsupportedValue,
        detail: key.map { "'\($0)': \(error.found)" } ?? error.found)
    }
    guard bytes.count <= DocumentRoom.maximumFileSize else {
      throw FileSystemError("write so large a file", .tooLarge)
    }
    return (bytes, DocumentRoom(beside: bytes.count, count))
  }

  /// Returns the present document with the changed values and every other byte as it is.
  ///
  /// Its other values equal the values of the plan, because they were read from these bytes or written with them.
  ///
  /// - Returns: `nil` if the whole document has to be written again.
  private func edited(_ bytes: [UInt8]?, _ plan: CheckpointPlan) -> [UInt8]? {
    guard let bytes,
      let edited = plan.format.edited(
        bytes, applying: plan.tree.changes(of: plan.changed, plan.folder.context.layout)),
      // Without the comments, it may fit.
      edited.count <= DocumentRoom.maximumFileSize
    else { return nil }
    return edited
  }

  /// Makes the records durable that the new document contains.
  ///
  /// After a power failure, a journal without its last records would revert the document to the ones before them.
  private func synchronizeJournals(of plan: CheckpointPlan) throws(FileSystemError) {
    try durability.reach(plan.lastChange) { () throws(FileSystemError) in
      // A flush may have failed to synchronize one of them meanwhile.
      try rewriteLost()
      for journal in plan.journals { try synchronize(journal) }
    }
  }
}
