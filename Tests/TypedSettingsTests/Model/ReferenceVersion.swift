import TypedSettings

/// The version of the user's values.
struct ReferenceVersion: Sendable {
  static let name = SettingsMigration.versionKeyName
  /// The version of the program.
  static let number: SettingsValue = 2

  let isUsed: Bool
  /// Whether the values are known to be of the program's version, so that they aren't migrated.
  private var isCurrent = false

  init(isUsed: Bool) { self.isUsed = isUsed }

  /// Migrates values of an earlier version: those without a version, unless they are the program's own.
  mutating func reexamine(_ values: inout [String: SettingsValue]) {
    guard isUsed else { return }
    if values[Self.name] == Self.number { isCurrent = true }
    if isCurrent, values[Self.name] == Self.number { return }
    isCurrent = false
    if values.isEmpty { return }
    values[Self.name] = nil
    ModelSchema.migrate(&values)
    values[Self.name] = Self.number
    isCurrent = true
  }

  /// Stores the version together with the first value.
  mutating func mark(_ values: inout [String: SettingsValue]) {
    guard isUsed else { return }
    values[Self.name] = Self.number
    isCurrent = true
  }
}
