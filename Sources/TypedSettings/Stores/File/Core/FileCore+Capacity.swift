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
    guard isPlaced || format.supports(key: key.name) && format.supports(key: key.domain) else {
      throw .invalidName(key)
    }
    var (bytes, values) = (0, 0)
    if let value {
      values = try 1 + value.checkLimits(depth: Self.documentDepth)
      bytes = try format.check(value) + DocumentRoom.length(ofKey: key)
    }
    guard isPlaced || contents.hasRoom(for: key, layout) else {
      throw .invalidName(key, "a name in whose place the file has something that is no settings")
    }
    return (bytes, values)
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
  fileprivate static func invalidName(_ key: SettingsKey) -> SettingsError {
    .invalidName(
      key, "a name that is too long, has more than 30 combining marks in a row, or has a character that XML forbids")
  }
}
