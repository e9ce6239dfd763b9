internal import TypedSettingsCore
internal import TypedSettingsFormats

// The values that a document and its journals have room for.

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
      (bytes, values) = try checkValue(
        write.value, forKey: live.key, isPlaced: isPlaced, format, session.context.layout)
      if !isPlaced { session.document.room.place(live) }
    } else {
      for (key, value) in write.changes {
        let (length, count) = try checkValue(value, forKey: key, isPlaced: false, format, session.context.layout)
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
    if !JournalBudget.canHold(changes) { throw .tooLarge(write.onlyKey, session.context.path) }
    session.journals.expectedMemory = contents.additionalMemory(of: changes)
    noteMemory(expecting: session.journals.expectedMemory, &session)
  }

  /// Refuses a value that the document couldn't hold by itself.
  ///
  /// - Returns: The number of bytes and values that it adds to a document.
  @inline(__always)
  private func checkValue(
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
