internal import TypedSettingsCore

// Putting a new document in its place, and the next journal in the place of the ended one.

extension FileCore {
  /// Announces the new document, and gives it its name or overwrites a mounted document with it.
  func place(
    _ new: DocumentReplacement, overwritingWith bytes: [UInt8]? = nil, _ plan: CheckpointPlan,
    _ effects: inout FileEffects
  ) throws(FileSystemError) -> DocumentReplacement.Placement {
    try session.withLock { session throws(FileSystemError) in
      defer { effects += session.takeUndelivered() }
      // Other processes may have written since the journal was ended.
      try catchUp(&session)
      guard session.journals.ended?.file === plan.ended.file else { return .refused }
      guard try plan.folder.isUnchanged(since: plan.present.status, wasLinked: plan.present.isBroken) else {
        return .refused
      }
      // If this process is killed in between, other processes can distinguish the new document from an edit.
      try append(.document(new.fingerprint, upTo: plan.number, isConfirmed: false), &session)
      guard session.journals.ended?.file === plan.ended.file else { return .refused }
      let placement = if let bytes { try new.overwrite(with: bytes) } else { try new.place() }
      switch placement {
      case .refused, .isMounted: return placement
      case .named: session.document.status = try new.file.status()
      case .overwritten:
        session.document.status = try plan.folder.folder.status(of: plan.folder.names.document)
        if !session.document.isWrittenInPlace {
          session.undelivered.reports.append(.writtenInPlace(session.context.path))
        }
        session.document.isWrittenInPlace = true
      }
      didPlace(new, plan, &session)
      return placement
    }
  }

  private func didPlace(_ new: DocumentReplacement, _ plan: CheckpointPlan, _ session: inout FileSession) {
    session.document.fingerprint = new.fingerprint
    session.document.room = new.room
    session.document.reserveRoom(forRecordsOf: Int(clamping: session.journals.next - plan.number))
    session.document.announced = [:]
    session.document.isBroken = false
    session.document.needsReading = false
    contents.didPlace(plan.tree)
    if plan.replacesSideFiles { session.checkpoint.keepsSecrets = true }
    session.undelivered += setState(.ready, &session)
  }

  /// Gives the next journal the place of the ended one.
  func retireEnded(
    _ plan: CheckpointPlan, _ fingerprint: DocumentFingerprint, _ session: inout FileSession
  ) throws(FileSystemError) {
    guard session.journals.ended?.file === plan.ended.file else { return }
    durability.advance(to: plan.number)
    session.unsynchronized.files.removeAll { $0 !== session.journals.current?.file }
    try catchUp(&session)
    guard session.journals.ended?.file === plan.ended.file else { return }
    // Only after the name of the document is durable: a power failure must not leave this record without it.
    try append(.document(fingerprint, upTo: plan.number, isConfirmed: true), &session)
    guard session.journals.ended?.file === plan.ended.file else { return }
    confirm(fingerprint, upTo: plan.number, &session)
    // An editor has saved the document since it was put in place.
    if session.document.needsReading { refreshLater() }
    try retire(in: plan.folder, keepsEnded: !plan.replacesSideFiles, &session)
    session.checkpoint.keepsSecrets = false
    session.checkpoint.hasFailed = false
    session.checkpoint.isPending = session.checkpoint.isPending && !contents.isCheckpointed
    if session.pending.isEmpty { return session.failure.succeed() }
    // These values had to wait for the document.
    session.failure.hasFailed = true
    if session.failure.scheduleRetry() { session.undelivered.retries = true }
  }
}
