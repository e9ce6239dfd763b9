/// A value of a raw-representable type, encoded as its raw value.
///
/// - Warning: This type exists only for the overloads of ``SettingCoding/automatic``.
public struct __RawValueForm<Value: RawRepresentable>: Codable where Value.RawValue: Codable {
  let value: Value

  init(_ value: Value) { self.value = value }

  /// Decodes the raw value.
  public init(from decoder: any Decoder) throws {
    let rawValue: Value.RawValue
    do { rawValue = try decoder.singleValueContainer().decode(Value.RawValue.self) } catch {
      // If the cases can't be listed, an error about the expected kind of raw value is more helpful.
      guard Value.self is any CaseIterable.Type else { throw error }
      throw decoder.refusal(by: Value.self)
    }
    guard let value = Value(rawValue: rawValue) else { throw decoder.refusal(by: Value.self) }
    self.value = value
  }

  /// Encodes the raw value.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value.rawValue)
  }
}

extension __RawValueForm: Equatable where Value: Equatable {}
extension __RawValueForm: Hashable where Value: Hashable {}

/// A dictionary with raw-representable keys, encoded as an object under the raw values.
///
/// - Warning: This type exists only for the overloads of ``SettingCoding/automatic``.
public struct __RawKeyedValues<Key: RawRepresentable & Hashable, Value: Codable>: Codable
where Key.RawValue: LosslessStringConvertible {
  let values: [Key: Value]

  init(_ values: [Key: Value]) { self.values = values }

  /// Decodes the entries from an object under the raw values, or from an array of alternating keys and values.
  public init(from decoder: any Decoder) throws {
    let place = (decoder as? ValueDecoder)?.keyedByRawValues ?? decoder
    let container = try place.container(keyedBy: RawKey.self)
    let keys = container.allKeys
    var values: [Key: Value] = Dictionary(minimumCapacity: keys.count)
    for key in keys {
      let entry = try container.decode(RawKeyedEntry<Key, Value>.self, forKey: key)
      values[entry.key] = entry.value
    }
    self.values = values
  }

  /// Encodes the values under the raw values of their keys.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: RawKey.self)
    for (key, value) in values { try container.encode(value, forKey: RawKey(stringValue: key.rawValue.description)) }
  }
}

/// One entry, which decodes its key too, so that an entry with an unknown key can be dropped like any other.
private struct RawKeyedEntry<Key: RawRepresentable, Value: Decodable>: Decodable
where Key.RawValue: LosslessStringConvertible {
  let key: Key
  let value: Value

  init(from decoder: any Decoder) throws {
    let text = decoder.codingPath.last?.stringValue ?? ""
    guard let rawValue = Key.RawValue(text), rawValue.description == text, let key = Key(rawValue: rawValue) else {
      throw decoder.refusal(.refusedKey(text, by: Key.self))
    }
    self.key = key
    value = try decoder.singleValueContainer().decode(Value.self)
  }
}

/// A dictionary that `Codable` encodes as an array of alternating keys and values although its keys have strings.
protocol RawKeyedForm {
  /// Returns the values of the array under the strings of their keys.
  func keyed(_ elements: [SettingsValue]) -> [String: SettingsValue]?

  /// Returns the key with a raw value, given as a string; `nil` if there is none.
  static func key(spelled name: String) -> Any?

  /// Returns whether the keys of a stored dictionary are in a form that their type defines instead of the raw values.
  static func codesOwnKeys(in place: ValueDecoder) -> Bool
}

extension Dictionary: RawKeyedForm where Key: RawRepresentable, Key.RawValue: LosslessStringConvertible {
  func keyed(_ elements: [SettingsValue]) -> [String: SettingsValue]? {
    guard elements.count == 2 * count else { return nil }
    var values: [String: SettingsValue] = [:]
    values.reserveCapacity(count)
    for (index, key) in keys.enumerated() {
      let text = key.rawValue.description
      // A key that isn't encoded as its raw value keeps the array form.
      guard elements[2 * index].keyText == text else { return nil }
      values[text] = elements[2 * index + 1]
    }
    return values
  }

  static func key(spelled name: String) -> Any? { Key.RawValue(name).flatMap(Key.init) }

  static func codesOwnKeys(in place: ValueDecoder) -> Bool {
    switch place.value {
    case .array(let elements):
      guard let type = Key.self as? any Decodable.Type else { return false }
      return stride(from: 0, to: elements.count, by: 2).contains { index in
        let session = DecodingSession(userInfo: place.session.userInfo)
        let key = nilOnFailure { try ValueDecoder(elements[index], session: session).decode(type) as? Key }
        return key.map { $0.rawValue.description != elements[index].keyText } ?? false
      }
    case .dictionary(let values):
      guard let type = Key.self as? any CodingKeyRepresentable.Type else { return false }
      return values.keys.contains { name in
        let key = type.init(codingKey: RawKey(stringValue: name)) as? Key
        return key.map { $0.rawValue.description != name } ?? false
      }
    case .null, .bool, .integer, .unsigned, .double, .string, .data, .date: return false
    }
  }
}

extension SettingsValue {
  /// The string that represents this value as the key of an object; `nil` if it can't be a key.
  fileprivate var keyText: String? {
    switch self {
    case .bool(let value): value.description
    case .integer(let value): value.description
    case .unsigned(let value): value.description
    case .double(let value): value.description
    case .string(let value): value
    case .null, .data, .date, .array, .dictionary: nil
    }
  }
}

extension ValueDecoder {
  /// A decoder of this value in which an array of alternating keys and values, as `Codable` writes it, is an object.
  fileprivate var keyedByRawValues: ValueDecoder {
    guard case .array(let elements) = value, elements.count.isMultiple(of: 2) else { return self }
    var values: [String: SettingsValue] = [:]
    for index in stride(from: 0, to: elements.count, by: 2) {
      guard let text = elements[index].keyText, values.updateValue(elements[index + 1], forKey: text) == nil
      else { return self }
    }
    session.readOlderForm(at: path, as: .dictionary(values))
    return replacing(.dictionary(values))
  }
}

extension SettingsError {
  /// Returns an error for a stored value that its type rejects, listing the choices if the type lists its cases.
  static func refused(_ stored: SettingsValue, by type: Any.Type, at path: [String] = []) -> SettingsError {
    let (fault, expectation) = fault(of: stored, as: type)
    return .undecodable(.value(stored, fault, expectation), at: path)
  }

  /// Returns an error for a key that isn't a raw value of the dictionary's key type.
  fileprivate static func refusedKey(_ key: String, by type: Any.Type) -> SettingsError {
    .undecodable(.value(.string(key), "isn't a valid key because it \(fault(of: .string(key), as: type).fault)"))
  }

  /// Returns the fault of a value, such as "is not a Theme; expected one of "light", "dark"".
  private static func fault(
    of stored: SettingsValue, as type: Any.Type
  ) -> (fault: String, expectation: Expectation) {
    let fault = "is not \(stored.expectation(of: type))"
    guard let listed = type as? any CaseIterable.Type, let choices = choices(of: listed) else {
      return (fault, .type(type))
    }
    return ("\(fault); expected one of \(SettingConstraint.list(of: choices))", .cases(type, choices))
  }

  /// Returns the stored forms of all cases, as many as an error lists; `nil` if none has one.
  private static func choices<Value: CaseIterable>(of type: Value.Type) -> [SettingsValue]? {
    let forms = type.allCases.prefix(SettingConstraint.maximumChoices + 1).compactMap { SettingsValue(automatic: $0) }
    return forms.isEmpty ? nil : forms
  }
}
