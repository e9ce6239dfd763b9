extension CodingKey {
  /// Whether any text is a key, as in dictionaries, rather than a fixed set of names.
  static var acceptsAnyText: Bool { Self(stringValue: "\u{0}\u{0}") != nil }
}
