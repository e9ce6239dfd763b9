extension FileCore {
  /// The number of containers around the value of a setting in a document.
  ///
  /// In a file of one domain it's one less, but all stores accept the same values.
  private static let documentDepth = 2

  /// Refuses values that the document couldn't hold.
  ///
  /// In the journal, they would keep all others from being saved.
  ///
  /// Uses an estimate of the document's room. The document is encoded only if the estimate isn't enough.
  @inline(__always)
  func check(_ write: Write, _ session: inout FileSession) throws(SettingsError) {
    if let live = write.live,
      live._withUnsafeGuaranteedRef({ session.document.room.takeFixedLength(write.value, of: $0) })
    {
      return
    }
    try checkAny(write, &session)
  }

  private func checkAny(_ write: Write, _ session: inout FileSession) throws(SettingsError) {
    let format = session.document.format
    var (bytes, values) = (0, 0)
    if let live = write.live?.takeUnretainedValue() {
      let isPlaced = session.document.room.hasPlaced(live)
      (bytes, values) = try check(write.value, forKey: live.key, isPlaced: isPlaced, format, session.context.layout)
      if !isPlaced { session.document.room.place(live) }
    } else {
      for (key, value) in write.changes {
        let (length, count) = try check(value, forKey: key, isPlaced: false, format, session.context.layout)
        bytes += length
        values += count
      }
    }
    // Most writes are too small to reach the limit of a journal's memory.
    if bytes + 128 * values > session.journals.limits.heavy / 32 { try checkMemory(of: write, &session) }
    if session.document.room.take(bytes: bytes, values: values) { return }
    session.document.room = .unknown
    // Removing a value is always possible, because it makes room.
    if values > 0 {
      var tree = contents.snapshot()
      for (key, value) in write.changes { tree[key] = value }
      session.document.room = try session.context.room(in: tree, format)
    }
  }

  /// Refuses values that exceed the memory for reading journals, and notes how much they take.
  private func checkMemory(of write: Write, _ session: inout FileSession) throws(SettingsError) {
    let changes = write.changes
    if !JournalBudget.canHold(changes) { throw .tooLarge(changes, session.context.path) }
    session.journals.expectedMemory = contents.additionalMemory(of: changes)
    noteMemory(expecting: session.journals.expectedMemory, &session)
  }

  /// Refuses a value that the document couldn't hold by itself.
  ///
  /// - Returns: The number of bytes and values that it adds to a document.
  @inline(__always)
  private func check(
    _ value: SettingsValue?, forKey key: SettingsKey, isPlaced: Bool, _ format: DocumentFormat,
    _ layout: DocumentLayout
  ) throws(SettingsError) -> (bytes: Int, values: Int) {
    if !isPlaced, let error = nameError(forKey: key, format, layout) { throw error }
    var (bytes, values) = (0, 0)
    if let value {
      values = try 1 + value.checkLimits(depth: Self.documentDepth)
      bytes = try format.check(value) + DocumentRoom.length(ofKey: key)
    }
    return (bytes, values)
  }

  /// Returns the error for a key that the document can't hold, whatever its value; `nil` if it can.
  func nameError(forKey key: SettingsKey, _ format: DocumentFormat, _ layout: DocumentLayout) -> SettingsError? {
    guard format.supports(key: key.name), format.supports(key: key.domain) else { return .invalidName(key) }
    if contents.hasRoom(for: key, layout) { return nil }
    return domainError(key.domain, advice: .ofWrites)?.at(key) ?? .reservedName(key, in: path)
  }

  /// The advice of an error about a domain whose settings the document can't hold.
  enum DomainAdvice: String {
    case ofReads = "correct the file; until then its settings have no values there, and can't be written"
    case ofWrites = "correct the file, or use another name; nothing was changed"
  }

  /// Returns the error for a domain in whose place the document has a value that isn't a dictionary; `nil` if there's
  /// none.
  func domainError(_ domain: String, advice: DomainAdvice = .ofReads) -> SettingsError? {
    guard let value = contents.valueInPlace(ofDomain: domain) else { return nil }
    let context = context
    let expected = "where the settings of a domain are expected"
    return SettingsError(
      .invalidName, problem: .words("\(value.kind) \(expected), in '\(context.path)'"), advice: advice.rawValue,
      place: DocumentPlace { [kind = value.kind] in
        guard let document = context.storedDocument, let place = document.scan.item(at: [domain]) else { return nil }
        var found = DocumentPlace.Found(
          at: TextPosition(of: place.item.value.lowerBound, in: document.scan.bytes), in: document.path)
        found.isJSON = document.scan.format == .json
        found.sentence = "\(kind) stands \(expected)"
        return found
      })
  }

  /// Refuses a name that no document can contain.
  static func checkName(_ key: SettingsKey) throws(SettingsError) {
    guard DocumentFormat.json.supports(key: key.name), DocumentFormat.json.supports(key: key.domain) else {
      throw .invalidName(key)
    }
  }

  /// Returns whether a document can contain a name.
  static func allowsName(_ key: SettingsKey) -> Bool { succeeds { try checkName(key) } }
}

extension SettingsError {
  fileprivate static func reservedName(_ key: SettingsKey, in path: String) -> SettingsError {
    SettingsError(
      .invalidName, key: key, found: "a name that is reserved in '\(path)'",
      advice: "use another name; nothing was changed")
  }

  fileprivate static func invalidName(_ key: SettingsKey) -> SettingsError {
    .invalidName(
      key, "a name that is too long, has more than 30 combining marks in a row, or has a character that XML forbids")
  }
}

// MARK: Shortening journals

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
      try retire(plan.ended, before: plan.next, in: plan.folder, &session)
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
      let number = try append(
        [change], dependingOn: [change.key], since: next.header.firstRecord, shortens: true, &session)
      if let number { contents.assignNumber(number, to: [change.key]) }
    }
    // An append may have found that the journal was replaced.
    guard session.journals.ended?.file === file, session.journals.current?.file === next.file else { return nil }
    // After the values, because a reader takes values before this number from the document.
    for fingerprint in session.document.announced.keys {
      try append(.announcement(fingerprint, upTo: next.header.firstRecord - 1), &session)
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

  /// Gives a durable journal that contains all values the place of the ended one.
  private func retire(
    _ ended: OpenFile, before next: OpenFile, in folder: SettingsFolder, _ session: inout FileSession
  ) throws(FileSystemError) {
    // The journals may have been removed meanwhile, so that the names are those of another process.
    guard session.journals.current?.file === next, try holdsRight(byLockOf: ended, &session) else { return }
    try retire(in: folder, &session)
    session.unsynchronized.files = [next]
  }
}
