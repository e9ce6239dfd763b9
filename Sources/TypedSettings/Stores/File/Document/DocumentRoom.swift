/// What a document has room for, as far as is known without writing it.
struct DocumentRoom: Sendable {
  private var bytes: Int
  private var values: Int
  /// The live value whose key was found to have a place in the document; most writes are of the one before.
  var placed: LiveValue?

  /// No room that anybody knows of.
  static let unknown = DocumentRoom(
    beside: FileSettingsStore.maximumFileSize, SettingsValue.maximumCount - 1)

  /// The room beside what a document holds already.
  init(beside length: Int, _ count: Int) {
    bytes = FileSettingsStore.maximumFileSize - length
    values = SettingsValue.maximumCount - 1 - count
  }

  /// Takes room for some more.
  ///
  /// - Returns: Whether there is certainly as much.
  @discardableResult
  mutating func take(bytes: Int, values: Int) -> Bool {
    self.bytes -= bytes
    self.values -= values
    return self.bytes >= 0 && self.values >= 0
  }
}
