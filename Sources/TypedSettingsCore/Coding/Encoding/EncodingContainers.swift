/// A keyed container that encodes into a dictionary.
///
/// An absent optional is encoded as null, to distinguish a property that is `nil` from one that was never stored.
struct KeyedValueEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: ValueEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }

  func encodeNil(forKey key: Key) throws { try encoder.put(.null, key.stringValue) }
  func encode(_ value: Bool, forKey key: Key) throws { try encoder.put(.bool(value), key.stringValue) }
  func encode(_ value: String, forKey key: Key) throws { try encoder.put(.string(value), key.stringValue) }
  func encode(_ value: Double, forKey key: Key) throws { try encoder.put(.double(value), key.stringValue) }
  func encode(_ value: Float, forKey key: Key) throws { try encoder.put(value.settingsValue, key.stringValue) }
  func encode(_ value: Int, forKey key: Key) throws { try encoder.put(.integer(Int64(value)), key.stringValue) }
  func encode(_ value: Int8, forKey key: Key) throws { try encoder.put(value.settingsValue, key.stringValue) }
  func encode(_ value: Int16, forKey key: Key) throws { try encoder.put(value.settingsValue, key.stringValue) }
  func encode(_ value: Int32, forKey key: Key) throws { try encoder.put(value.settingsValue, key.stringValue) }
  func encode(_ value: Int64, forKey key: Key) throws { try encoder.put(value.settingsValue, key.stringValue) }
  func encode(_ value: Int128, forKey key: Key) throws { try encoder.put(value.settingsValue, key.stringValue) }
  func encode(_ value: UInt, forKey key: Key) throws { try encoder.put(value.settingsValue, key.stringValue) }
  func encode(_ value: UInt8, forKey key: Key) throws { try encoder.put(value.settingsValue, key.stringValue) }
  func encode(_ value: UInt16, forKey key: Key) throws { try encoder.put(value.settingsValue, key.stringValue) }
  func encode(_ value: UInt32, forKey key: Key) throws { try encoder.put(value.settingsValue, key.stringValue) }
  func encode(_ value: UInt64, forKey key: Key) throws { try encoder.put(value.settingsValue, key.stringValue) }
  func encode(_ value: UInt128, forKey key: Key) throws { try encoder.put(value.settingsValue, key.stringValue) }
  func encode(_ value: some Encodable, forKey key: Key) throws { try encoder.encode(value, key) }

  func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try encodeOptional(value, key) }
  func encodeIfPresent(_ value: String?, forKey key: Key) throws { try encodeOptional(value, key) }
  func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try encodeOptional(value, key) }
  func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try encodeOptional(value, key) }
  func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try encodeOptional(value, key) }
  func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try encodeOptional(value, key) }
  func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try encodeOptional(value, key) }
  func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try encodeOptional(value, key) }
  func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try encodeOptional(value, key) }
  func encodeIfPresent(_ value: Int128?, forKey key: Key) throws { try encodeOptional(value, key) }
  func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try encodeOptional(value, key) }
  func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try encodeOptional(value, key) }
  func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try encodeOptional(value, key) }
  func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try encodeOptional(value, key) }
  func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try encodeOptional(value, key) }
  func encodeIfPresent(_ value: UInt128?, forKey key: Key) throws { try encodeOptional(value, key) }

  func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
    if let value { try encoder.encodeWrapped(value, key) } else { try encodeNil(forKey: key) }
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    encoder.child(key).container(keyedBy: keyType)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder.child(key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { encoder.child(SuperclassKey.super) }
  func superEncoder(forKey key: Key) -> any Encoder { encoder.child(key) }

  private func encodeOptional(_ value: (some Encodable & SettingsValueConvertible)?, _ key: Key) throws {
    try encoder.put(value.settingsValue, key.stringValue)
  }
}

/// An unkeyed container that encodes into an array, with one generic method for all types, including scalars.
struct UnkeyedValueEncoder: UnkeyedEncodingContainer {
  let encoder: ValueEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }
  var count: Int { encoder.count }

  func encodeNil() throws { try encoder.append(.null) }
  func encode(_ value: some Encodable) throws { try encoder.encode(value) }

  func nestedContainer<NestedKey: CodingKey>(keyedBy keyType: NestedKey.Type) -> KeyedEncodingContainer<NestedKey> {
    encoder.nextChild().container(keyedBy: keyType)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder.nextChild().unkeyedContainer() }
  func superEncoder() -> any Encoder { encoder.nextChild() }
}

/// A single-value container that encodes into its encoder's node.
struct SingleValueEncoder: SingleValueEncodingContainer {
  let encoder: ValueEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }

  func encodeNil() throws { try encoder.put(.null) }
  func encode(_ value: Bool) throws { try encoder.put(value.settingsValue) }
  func encode(_ value: String) throws { try encoder.put(value.settingsValue) }
  func encode(_ value: Double) throws { try encoder.put(value.settingsValue) }
  func encode(_ value: Float) throws { try encoder.put(value.settingsValue) }
  func encode(_ value: Int) throws { try encoder.put(value.settingsValue) }
  func encode(_ value: Int8) throws { try encoder.put(value.settingsValue) }
  func encode(_ value: Int16) throws { try encoder.put(value.settingsValue) }
  func encode(_ value: Int32) throws { try encoder.put(value.settingsValue) }
  func encode(_ value: Int64) throws { try encoder.put(value.settingsValue) }
  func encode(_ value: Int128) throws { try encoder.put(value.settingsValue) }
  func encode(_ value: UInt) throws { try encoder.put(value.settingsValue) }
  func encode(_ value: UInt8) throws { try encoder.put(value.settingsValue) }
  func encode(_ value: UInt16) throws { try encoder.put(value.settingsValue) }
  func encode(_ value: UInt32) throws { try encoder.put(value.settingsValue) }
  func encode(_ value: UInt64) throws { try encoder.put(value.settingsValue) }
  func encode(_ value: UInt128) throws { try encoder.put(value.settingsValue) }
  func encode(_ value: some Encodable) throws { try encoder.encodeValue(value) }
}
