/// A dictionary whose keys can have several spellings in a stored object.
protocol SpelledKeys {
  var count: Int { get }

  /// Returns the names that spell the key of another name, each with the spelling that the type writes.
  ///
  /// The spelling that the type writes takes precedence, and otherwise the first one in the order of UTF-8 bytes.
  func repeatedNames(in values: [String: SettingsValue]) -> [String: String]
}

extension Dictionary: SpelledKeys {
  func repeatedNames(in values: [String: SettingsValue]) -> [String: String] {
    var names: [Key: String] = [:]
    var repeated: [String: String] = [:]
    for name in values.keys.inOrder({ $0.precedesInBytes($1) }) {
      guard let key = Self.key(spelled: name) else { continue }
      guard let first = names[key] else {
        names[key] = name
        continue
      }
      let firstSpelling = Self.spelling(ofKeySpelled: first)
      if first != firstSpelling, name == Self.spelling(ofKeySpelled: name) {
        names[key] = name
        repeated[first] = name
      } else {
        repeated[name] = firstSpelling
      }
    }
    return repeated
  }

  private static func key(spelled name: String) -> Key? {
    if let type = self as? any RawKeyedForm.Type { return type.key(spelled: name) as? Key }
    let type = Key.self as? any CodingKeyRepresentable.Type
    return type?.init(codingKey: EntryKey(stringValue: name)) as? Key
  }

  /// Returns the spelling that the type writes for a key with a name.
  private static func spelling(ofKeySpelled name: String) -> String {
    guard let key = key(spelled: name) else { return name }
    if let key = key as? any CodingKeyRepresentable { return key.codingKey.stringValue }
    return (key as? any RawRepresentable).map { "\($0.rawValue)" } ?? "\(key)"
  }
}

/// The coding key of an entry, as `Dictionary` makes it of a stored name.
private struct EntryKey: CodingKey {
  let stringValue: String
  var intValue: Int? { Int(stringValue) }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { stringValue = String(intValue) }
}

extension __RawKeyedValues: SpelledKeys {
  var count: Int { values.count }

  func repeatedNames(in stored: [String: SettingsValue]) -> [String: String] { values.repeatedNames(in: stored) }
}
