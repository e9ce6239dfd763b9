/// What a value may still grow by while a format reads or writes it.
///
/// Readers ask before they allocate and before they recurse, so that hostile bytes cost no more than honest ones.
struct ValueBudget {
  private var count = 0
  private var sharedLength = 0
  private(set) var depth: Int

  /// Makes the budget of a value.
  ///
  /// - Parameter depth: The number of containers that the value is already in.
  init(depth: Int) { self.depth = depth }

  /// Counts one more value.
  mutating func add() throws(SettingsError) {
    count += 1
    try Self.check(count: count)
  }

  /// Counts the bytes of a part that the value has once more, although the document has it only once.
  mutating func share(_ length: Int) throws(SettingsError) {
    sharedLength += length
    guard sharedLength <= Self.maximumSharedLength else { throw .tooMuchShared() }
  }

  /// How much longer than its document a value may be: without a limit, a document of 1 MB could make one of any size.
  private static let maximumSharedLength = 4 * SettingsValue.maximumLength

  /// Enters a container.
  mutating func enter() throws(SettingsError) {
    try check(height: 1)
    depth += 1
  }

  /// Counts the dictionary that holds a number out of range.
  mutating func addNumberOutOfRange(length: Int) throws(SettingsError) {
    try Self.check(length: length)
    try check(height: SettingsValue.levelsOfNumber)
    try add()
  }

  /// Leaves a container.
  mutating func leave() { depth -= 1 }

  /// Refuses a value that has too many levels for this place, itself included.
  func check(height: Int) throws(SettingsError) {
    guard depth + height <= SettingsValue.maximumDepth else { throw .tooDeep() }
  }

  /// Refuses a value of too many values, itself included.
  static func check(count: Int) throws(SettingsError) {
    guard count <= SettingsValue.maximumCount else { throw .tooMany() }
  }

  /// Refuses a text or data of too many bytes.
  static func check(length: Int) throws(SettingsError) {
    guard length <= SettingsValue.maximumLength else { throw .tooLong() }
  }
}

extension SettingsError {
  /// A value whose document has its parts fewer times than it has them itself.
  fileprivate static func tooMuchShared() -> SettingsError {
    SettingsError(
      .tooLarge, found: "more than \(4 * SettingsValue.maximumLength) bytes in parts that are the same",
      advice: "store less, or in several settings")
  }
}

extension SettingsError {
  /// A key that every reader would refuse.
  static var unwritableKey: SettingsError {
    SettingsError(
      .unencodable, found: "a dictionary key with more than 30 combining marks in a row",
      advice: "use a shorter key; nothing was written")
  }

  /// A text that XML cannot hold, not even escaped.
  static var unwritableText: SettingsError {
    SettingsError(
      .unencodable, found: "a text with a character that XML 1.0 forbids, such as U+0000 or U+FFFE",
      advice: "store it as data, or in another format; nothing was written")
  }
}
