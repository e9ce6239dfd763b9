/// A way to encode one type, as a type of its own.
@usableFromInline
protocol CodingScheme<Value>: Sendable {
  associatedtype Value: Sendable

  /// Whether a value replaces a stored one as a whole, whatever that was.
  static var isPlain: Bool { get }

  /// The stored form of a value.
  static func encode(_ value: Value) throws(SettingsError) -> SettingsValue

  /// The value of a stored form of today's; `nil` if there is more to reading it.
  static func presentValue(of stored: SettingsValue) -> Value?

  /// What a stored form is read as.
  static func read(
    _ stored: SettingsValue, default defaultValue: Value?, looksForLeftovers: Bool
  ) throws(SettingsError) -> Reading<Value>
}
