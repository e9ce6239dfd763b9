extension FileCore {
  /// The containers of a document that are around the value of a setting; in a file of one domain it is one less, but
  /// what one store takes, others should.
  private static let documentDepth = 2

  /// Refuses what the document could not hold: it would be in the journal, and nothing could be saved in the document any
  /// more.
  ///
  /// Whether there is room for it all together is a question of the estimate that the session has, and only where that
  /// does not do, one of writing the document.
  func check(_ write: Write, _ session: inout FileSession) throws(SettingsError) {
    var (bytes, values) = (0, 0)
    if let live = write.live {
      let isPlaced = session.room.placed === live
      (bytes, values) = try check(write.value, forKey: live.key, isPlaced: isPlaced, in: session.format)
      if !isPlaced { session.room.placed = live }
    } else {
      for (key, value) in write.changes {
        let (length, count) = try check(value, forKey: key, isPlaced: false, in: session.format)
        bytes += length
        values += count
      }
    }
    try checkMemory(of: write, bytes: bytes, values: values)
    if session.room.take(bytes: bytes, values: values) { return }
    session.room = .unknown
    // To remove a value is what helps.
    if values > 0 { session.room = try room(after: write.changes, in: session.format) }
  }

  /// Refuses values of which no journal can hold as many at once.
  ///
  /// - Parameters:
  ///   - write: The values.
  ///   - bytes: How many bytes of a document they take.
  ///   - values: How many values they are, each part counted.
  /// - Throws: ``SettingsError`` with ``SettingsError/Code/tooLarge``.
  private func checkMemory(of write: Write, bytes: Int, values: Int) throws(SettingsError) {
    // Most writes need no look at their values.
    if bytes + 128 * values <= JournalBudget.memory { return }
    guard JournalBudget.canHold(write.changes) else { throw .tooLarge(write.changes, path) }
  }

  /// Refuses a value that the document could not hold by itself.
  ///
  /// - Returns: How many bytes and values of a document it takes.
  private func check(
    _ value: SettingsValue?, forKey key: SettingsKey, isPlaced: Bool, in format: DocumentFormat
  ) throws(SettingsError) -> (bytes: Int, values: Int) {
    guard isPlaced || format.canHold(key: key.name) && format.canHold(key: key.domain) else {
      throw .unholdableName(key)
    }
    var (bytes, values) = (0, 0)
    if let value {
      values = try 1 + value.checkLimits(depth: Self.documentDepth)
      bytes = try format.check(value) + 2 * (key.name.utf8.count + key.domain.utf8.count)
    }
    guard isPlaced || contents.hasRoom(for: key, layout) else {
      throw .invalidName(key, "a name in whose place the file has something that is no settings")
    }
    return (bytes, values)
  }

  /// What a document has room for when some values have changed.
  private func room(
    after changes: [FileContents.Change], in format: DocumentFormat
  ) throws(SettingsError) -> DocumentRoom {
    var tree = contents.snapshot()
    for (key, value) in changes { tree[key] = value }
    return try room(in: tree, format)
  }

  private func room(in tree: DocumentTree, _ format: DocumentFormat) throws(SettingsError) -> DocumentRoom {
    let document = tree.document(layout)
    let count = try document.checkLimits()
    let size = try format.bytes(of: document, isStrict: false).count
    guard size <= FileSettingsStore.maximumFileSize else { throw .fullFile(path) }
    return DocumentRoom(beside: size, count)
  }

  /// What a document has room for that was just read; found out here, so that no write has to.
  func room(in tree: DocumentTree, _ found: DocumentReading.Found) -> DocumentRoom {
    // An element that takes two bytes on one line takes up to 130 on a line of its own.
    let bound = 130 * found.fingerprint.length
    if bound < FileSettingsStore.maximumFileSize / 2, found.fingerprint.length < SettingsValue.maximumCount / 2 {
      return DocumentRoom(beside: bound, found.fingerprint.length)
    }
    do throws(SettingsError) { return try room(in: tree, found.format) } catch { return .unknown }
  }

  /// Takes note of what others have appended to the journal.
  func noteGrowth(by length: Int, _ session: inout FileSession) {
    // No value takes less than a byte there; most take less than this in the document.
    session.room.take(bytes: 8 * length, values: length)
  }

  /// Refuses a name that no document can have.
  static func checkName(_ key: SettingsKey) throws(SettingsError) {
    guard DocumentFormat.json.canHold(key: key.name), DocumentFormat.json.canHold(key: key.domain) else {
      throw .unholdableName(key)
    }
  }

  /// Whether a document can have a name.
  static func allowsName(_ key: SettingsKey) -> Bool {
    do throws(SettingsError) { try checkName(key) } catch { return false }
    return true
  }
}

extension SettingsError {
  fileprivate static func unholdableName(_ key: SettingsKey) -> SettingsError {
    .invalidName(
      key, "a name that is too long, has more than 30 combining marks in a row, or has a character that XML forbids")
  }

  fileprivate static func fullFile(_ path: String) -> SettingsError {
    SettingsError(
      .tooLarge, found: "values of more than \(FileSettingsStore.maximumFileSize) bytes together in '\(path)'",
      advice: "keep large ones in files of their own; nothing was changed")
  }
}
