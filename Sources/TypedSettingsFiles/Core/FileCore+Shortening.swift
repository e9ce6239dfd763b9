internal import TypedSettingsCore

// Shortening journals while the document can't be written.

extension FileCore {
  /// The journals whose values are moved, until the next one is durable.
  private struct ShorteningPlan: Sendable {
    let folder: SettingsFolder
    let ended: OpenFile
    let next: OpenFile
  }

  /// Moves everything that the document lacks to the next journal if the current one is very long.
  ///
  /// Setters must not wait for the disk, so the session's lock isn't held while the next journal becomes durable.
  /// Meanwhile the journals are in the same state as during a checkpoint: setters append to the next one, and the ended
  /// one keeps its name. If another process has the right to its name, a later call tries again.
  ///
  /// - Throws: ``FileSystemError`` if a file can't be written; then the records of both journals still count.
  func shortenInBackground() throws(FileSystemError) {
    // If there was an ended journal before, the next one may be very long itself.
    for _ in 0..<2 where session.withLock({ $0.journals.isVeryLong }) {
      var effects = FileEffects()
      // An observer may start a checkpoint.
      defer { deliver(effects) }
      try checkpointing.run { () throws(FileSystemError) -> Void in
        try synchronizeNames()
        guard let plan = try beginShortening(&effects) else { return }
        defer { session.withLock { releaseRight(&$0) } }
        try durability.run { () throws(FileSystemError) in
          // A flush may have failed to synchronize it meanwhile.
          try rewriteLost()
          try synchronize(plan.next)
        }
        let document = session.withLock { $0.document }
        if let present = try presentDocument(in: plan.folder, document) {
          _ = try writePrevious(present.bytes, like: present.status, in: plan.folder)
        }
        try finishShortening(plan, &effects)
      }
    }
  }

  /// Acquires the lock of the journal, and moves its values to the next one, which isn't durable yet.
  ///
  /// - Returns: The journals; `nil` if they can't be shortened now.
  private func beginShortening(_ effects: inout FileEffects) throws(FileSystemError) -> ShorteningPlan? {
    try session.withLock { session throws(FileSystemError) -> ShorteningPlan? in
      defer { effects += session.takeUndelivered() }
      do throws(FileSystemError) { try attach(&session) } catch {
        if error.isLocked { return nil }
        throw error
      }
      guard session.journals.isVeryLong, !session.condition.refusesWrites, session.unsynchronized.lost == nil,
        let folder = session.access.folder, let file = session.journals.first?.file,
        try acquireRight(to: file, &session)
      else { return nil }
      var keepsRight = false
      defer { if !keepsRight { releaseLock(of: file) } }
      guard let next = try moveValues(endedBy: file, in: folder, &session) else { return nil }
      keepsRight = true
      session.journals.locked = file
      return ShorteningPlan(folder: folder, ended: file, next: next)
    }
  }

  /// Gives the next journal the place of the ended one, unless other processes have changed the names meanwhile.
  private func finishShortening(_ plan: ShorteningPlan, _ effects: inout FileEffects) throws(FileSystemError) {
    try session.withLock { session throws(FileSystemError) in
      defer { effects += session.takeUndelivered() }
      // The journals may have been removed meanwhile, so that the names belong to another process.
      guard session.journals.current?.file === plan.next, try holdsRight(byLockOf: plan.ended, &session) else {
        return
      }
      try retire(in: plan.folder, &session)
      session.unsynchronized.files = [plan.next]
    }
  }

  /// Ends the journal unless it has ended, and appends everything that the document lacks to the next one.
  ///
  /// Call this only while holding the lock of the journal.
  ///
  /// - Returns: The next journal; `nil` if the journal was replaced meanwhile.
  private func moveValues(
    endedBy file: OpenFile, in folder: SettingsFolder, _ session: inout FileSession
  ) throws(FileSystemError) -> OpenFile? {
    try catchUp(&session)
    guard session.journals.first?.file === file else { return nil }
    if session.journals.ended == nil {
      _ = try endJournal(file, in: folder, &session)
    } else {
      undoReplacements(in: folder, &session)
    }
    guard session.journals.ended?.file === file, let next = session.journals.current else { return nil }
    // Values that other processes have written to the next journal are newer.
    for (change, number) in contents.uncheckpointedChanges() where number < next.header.firstRecord {
      let number = try appendIfUnchanged(
        [change], dependingOn: [change.key], since: next.header.firstRecord, shortens: true, &session)
      if let number { contents.assignNumber(number, to: [change.key]) }
    }
    // An append may have found that the journal was replaced.
    guard session.journals.ended?.file === file, session.journals.current?.file === next.file else { return nil }
    // After the values, because a reader takes values before this number from the document.
    for fingerprint in session.document.announced.keys {
      try append(.document(fingerprint, upTo: next.header.firstRecord - 1, isConfirmed: false), &session)
    }
    guard session.journals.ended?.file === file, session.journals.current?.file === next.file else { return nil }
    return next.file
  }

  /// Returns the present document if it has to become the previous one before the next journal gets its place.
  ///
  /// The journal that leads from the previous document to the present one is about to be replaced, unless the present
  /// one was being overwritten. Then it's the ended one, and completing the document requires the previous one.
  private func presentDocument(
    in folder: SettingsFolder, _ document: KnownDocument
  ) throws(FileSystemError) -> DocumentReading.Bytes? {
    guard !document.isBroken, try !folder.isOverwritten(),
      let present = try folder.readBytes(of: folder.names.document), present.fingerprint == document.fingerprint
    else { return nil }
    return present
  }
}
