/// A type with one kind of stored value, and with older forms of it that can be told for certain.
protocol ScalarForm: SettingsValueConvertible, Decodable {
  /// Reads the kind that the type is stored as today, and no other.
  ///
  /// A type that tries one kind after the other depends on it: what reads as a number must have been one.
  init?(native stored: SettingsValue)

  /// Reads a kind that the type may have been stored as elsewhere.
  init?(older stored: SettingsValue)
}
