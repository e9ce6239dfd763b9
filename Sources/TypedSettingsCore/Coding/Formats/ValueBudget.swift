/// The remaining size and depth of a value while it's read or written.
///
/// Readers check the budget before they allocate or recurse, so hostile input costs no more than valid input.
package struct ValueBudget {
  package private(set) var count = 0
  private var sharedLength = 0
  package private(set) var depth: Int

  /// Creates the budget of a value.
  ///
  /// - Parameter depth: The number of containers that enclose the value.
  package init(depth: Int) { self.depth = depth }

  /// Counts a value.
  package mutating func add() throws(SettingsError) {
    count += 1
    try Self.check(count: count)
  }

  /// Counts the bytes of a part that the document contains once and the value contains again.
  package mutating func share(_ length: Int) throws(SettingsError) {
    sharedLength += length
    guard sharedLength <= Self.maximumSharedLength else { throw .tooMuchShared() }
  }

  /// The maximum length that shared parts add; without it, a document of 1 MB could expand to any size.
  private static let maximumSharedLength = 4 * SettingsValue.maximumLength

  /// Enters a container.
  package mutating func enter() throws(SettingsError) {
    try check(height: 1)
    depth += 1
  }

  /// Counts the dictionary that represents a number by its text.
  mutating func addNumberText(length: Int) throws(SettingsError) {
    try Self.check(length: length)
    try check(height: SettingsValue.levelsOfNumber)
    try add()
  }

  /// Leaves a container.
  package mutating func leave() { depth -= 1 }

  /// Throws an error if a value with the given number of levels, including its own, is too deep here.
  func check(height: Int) throws(SettingsError) {
    guard depth + height <= SettingsValue.maximumDepth else { throw .tooDeep() }
  }

  /// Throws an error if a value contains too many values, including itself.
  package static func check(count: Int) throws(SettingsError) {
    guard count <= SettingsValue.maximumCount else { throw .tooMany() }
  }

  /// Throws an error if a string or data has too many bytes.
  package static func check(length: Int) throws(SettingsError) {
    guard length <= SettingsValue.maximumLength else { throw .tooLong() }
  }
}

extension SettingsError {
  /// Returns the error for a value whose shared parts are too long in total.
  fileprivate static func tooMuchShared() -> SettingsError {
    SettingsError(
      .tooLarge, found: "more than \(4 * SettingsValue.maximumLength) bytes in shared parts",
      advice: "store less, or in several settings")
  }
}

extension SettingsError {
  /// The error for a key that no reader accepts.
  package static var unwritableKey: SettingsError {
    SettingsError(
      .unencodable, found: "a dictionary key with more than 30 combining marks in a row",
      advice: "use a shorter key; nothing was written")
  }

  /// The error for a string that XML can't represent, even escaped.
  package static var unwritableText: SettingsError {
    SettingsError(
      .unencodable, found: "a string with a character that XML 1.0 forbids, such as U+0000 or U+FFFE",
      advice: "store it as data, or in another format; nothing was written")
  }
}
