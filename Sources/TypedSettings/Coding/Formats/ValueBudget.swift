/// What a value may still grow by while a format reads or writes it.
///
/// Readers ask before they allocate and before they recurse, so that hostile bytes cost no more than honest ones.
struct ValueBudget {
  private var count = 0
  private var depth = 0

  /// Counts values, containers included.
  mutating func add(_ values: Int = 1) throws(SettingsError) {
    count += values
    guard count <= SettingsValue.maximumCount else { throw .tooMany() }
  }

  /// Enters a container that holds others in so many levels below itself.
  mutating func enter(levelsBelow: Int = 0) throws(SettingsError) {
    depth += 1
    guard depth + levelsBelow <= SettingsValue.maximumDepth else { throw .tooDeep() }
  }

  /// Leaves a container.
  mutating func leave() { depth -= 1 }

  /// Refuses a text or data of too many bytes.
  static func check(length: Int) throws(SettingsError) {
    guard length <= SettingsValue.maximumLength else { throw .tooLong() }
  }
}
