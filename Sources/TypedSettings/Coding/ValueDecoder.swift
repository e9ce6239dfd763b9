#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The decoder that a type's `init(from:)` sees at one place of the tree.
struct ValueDecoder: Decoder {
  let value: SettingsValue
  let codingPath: [any CodingKey]
  let userInfo: [CodingUserInfoKey: Any]

  init(value: SettingsValue, codingPath: [any CodingKey], userInfo: [CodingUserInfoKey: Any]) {
    self.value = value
    self.codingPath = codingPath
    self.userInfo = userInfo
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .dictionary(let values) = value else { throw mismatch([String: SettingsValue].self) }
    return KeyedDecodingContainer(KeyedValueDecoder<Key>(decoder: self, values: values))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let values) = value else { throw mismatch([SettingsValue].self) }
    return UnkeyedValueDecoder(decoder: self, values: values)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { SingleValueDecoder(decoder: self) }

  /// The decoder of a place below this one.
  func nested(_ value: SettingsValue, _ key: any CodingKey) -> ValueDecoder {
    ValueDecoder(value: value, codingPath: codingPath + [key], userInfo: userInfo)
  }

  /// Decodes the value here: natively if the type has a native kind, and otherwise by the type's own code.
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    guard codingPath.count <= SettingsValue.maximumDepth else {
      throw SettingsError.tooDeep(at: codingPath.map(\.stringValue))
    }
    let native: Any? =
      switch type {
      case is Date.Type: try scalar(Date.self)
      case is Data.Type: try scalar(Data.self)
      case is URL.Type: try scalar(URL.self)
      case is UUID.Type: try scalar(UUID.self)
      case is SettingsValue.Type: value
      default: nil
      }
    return try native as? Value ?? type.init(from: self)
  }

  /// Reads a scalar, naming this place when it is of another kind.
  func scalar<Scalar: SettingsValueConvertible>(_ type: Scalar.Type) throws -> Scalar {
    do throws(SettingsError) { return try Scalar(settingsValue: value) } catch {
      throw SettingsError.undecodable(value, as: type, at: codingPath.map(\.stringValue))
    }
  }

  private func mismatch(_ type: Any.Type) -> SettingsError {
    .undecodable(value, as: type, at: codingPath.map(\.stringValue))
  }
}

/// Reads one value from the place of its decoder.
struct SingleValueDecoder: SingleValueDecodingContainer {
  let decoder: ValueDecoder

  var codingPath: [any CodingKey] { decoder.codingPath }

  func decodeNil() -> Bool { decoder.value == .null }
  func decode(_ type: Bool.Type) throws -> Bool { try decoder.scalar(type) }
  func decode(_ type: String.Type) throws -> String { try decoder.scalar(type) }
  func decode(_ type: Double.Type) throws -> Double { try decoder.scalar(type) }
  func decode(_ type: Float.Type) throws -> Float { try decoder.scalar(type) }
  func decode(_ type: Int.Type) throws -> Int { try decoder.scalar(type) }
  func decode(_ type: Int8.Type) throws -> Int8 { try decoder.scalar(type) }
  func decode(_ type: Int16.Type) throws -> Int16 { try decoder.scalar(type) }
  func decode(_ type: Int32.Type) throws -> Int32 { try decoder.scalar(type) }
  func decode(_ type: Int64.Type) throws -> Int64 { try decoder.scalar(type) }
  func decode(_ type: Int128.Type) throws -> Int128 { try decoder.scalar(type) }
  func decode(_ type: UInt.Type) throws -> UInt { try decoder.scalar(type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try decoder.scalar(type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try decoder.scalar(type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try decoder.scalar(type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try decoder.scalar(type) }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try decoder.scalar(type) }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.decode(type) }
}

/// Reads the elements of an array in order.
struct UnkeyedValueDecoder: UnkeyedDecodingContainer {
  let decoder: ValueDecoder
  let values: [SettingsValue]
  private(set) var currentIndex = 0

  init(decoder: ValueDecoder, values: [SettingsValue]) {
    self.decoder = decoder
    self.values = values
  }

  var codingPath: [any CodingKey] { decoder.codingPath }
  var count: Int? { values.count }
  var isAtEnd: Bool { currentIndex == values.count }

  mutating func decodeNil() throws -> Bool {
    guard try peek().value == .null else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try take { try $0.decode(type) } }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try take { try $0.container(keyedBy: type) }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try take { try $0.unkeyedContainer() }
  }

  mutating func superDecoder() throws -> any Decoder { try take { $0 } }

  private func peek() throws -> ValueDecoder {
    guard !isAtEnd else {
      throw SettingsError(
        .undecodable, codingPath: codingPath.map(\.stringValue), found: "an array of only \(values.count) elements",
        advice: "the stored value is kept; assign the setting or reset it")
    }
    return decoder.nested(values[currentIndex], PathKey(intValue: currentIndex))
  }

  private mutating func take<Result>(_ read: (ValueDecoder) throws -> Result) throws -> Result {
    let result = try read(try peek())
    currentIndex += 1
    return result
  }
}

/// Reads the values of a dictionary.
struct KeyedValueDecoder<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: ValueDecoder
  let values: [String: SettingsValue]

  var codingPath: [any CodingKey] { decoder.codingPath }
  var allKeys: [Key] { values.keys.compactMap(Key.init(stringValue:)) }

  func contains(_ key: Key) -> Bool { values[key.stringValue] != nil }
  func decodeNil(forKey key: Key) throws -> Bool { try place(key).value == .null }
  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value { try place(key).decode(type) }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try place(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try place(key).unkeyedContainer()
  }

  func superDecoder() -> any Decoder {
    decoder.nested(values[PathKey.superclass.stringValue] ?? .dictionary([:]), PathKey.superclass)
  }

  func superDecoder(forKey key: Key) throws -> any Decoder { try place(key) }

  private func place(_ key: Key) throws -> ValueDecoder {
    guard let value = values[key.stringValue] else {
      throw SettingsError(
        .undecodable, codingPath: codingPath.map(\.stringValue), found: "no value for '\(key.stringValue)'",
        advice: "the stored value is kept; assign the setting or reset it")
    }
    return decoder.nested(value, key)
  }
}
