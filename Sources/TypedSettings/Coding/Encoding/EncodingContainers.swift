/// Writes the values of a dictionary.
///
/// A missing value is written as null: a property that was set to `nil` is not one that was never stored.
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
    encoder.place(key).container(keyedBy: keyType)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder.place(key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { encoder.place(SuperclassKey.super) }
  func superEncoder(forKey key: Key) -> any Encoder { encoder.place(key) }

  private func encodeOptional(_ value: (some Encodable & SettingsValueConvertible)?, _ key: Key) throws {
    try encoder.put(value.settingsValue, key.stringValue)
  }
}

/// Writes the elements of an array; scalars take the way of every other value.
struct UnkeyedValueEncoder: UnkeyedEncodingContainer {
  let encoder: ValueEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }
  var count: Int { encoder.count }

  func encodeNil() throws { try encoder.append(.null) }
  func encode(_ value: some Encodable) throws { try encoder.encode(value) }

  func nestedContainer<NestedKey: CodingKey>(keyedBy keyType: NestedKey.Type) -> KeyedEncodingContainer<NestedKey> {
    encoder.nextPlace().container(keyedBy: keyType)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder.nextPlace().unkeyedContainer() }
  func superEncoder() -> any Encoder { encoder.nextPlace() }
}

/// Writes one value in the place of its encoder.
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
  func encode(_ value: some Encodable) throws { try encoder.encodeHere(value) }
}
