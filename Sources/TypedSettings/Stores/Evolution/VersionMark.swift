/// What says of which version the values of a domain are, before it is written.
package struct VersionMark: Sendable {
  /// The key of the domain's version.
  package let key: SettingsKey
  /// What is in the place of the mark; `nil` for nothing.
  package let found: SettingsValue?
  /// The mark.
  package let value: SettingsValue
}
