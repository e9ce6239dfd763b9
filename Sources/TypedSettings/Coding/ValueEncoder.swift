#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The encoder that a type's `encode(to:)` sees at one place of the tree.
struct ValueEncoder: Encoder {
  let node: EncodingNode
  let codingPath: [any CodingKey]
  let userInfo: [CodingUserInfoKey: Any]

  init(node: EncodingNode, codingPath: [any CodingKey], userInfo: [CodingUserInfoKey: Any]) {
    self.node = node
    self.codingPath = codingPath
    self.userInfo = userInfo
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    node.becomeDictionary()
    return KeyedEncodingContainer(KeyedValueEncoder<Key>(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    node.becomeArray()
    return UnkeyedValueEncoder(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { SingleValueEncoder(encoder: self) }

  /// The encoder of a place below this one.
  func nested(_ node: EncodingNode, _ key: any CodingKey) -> ValueEncoder {
    ValueEncoder(node: node, codingPath: codingPath + [key], userInfo: userInfo)
  }

  /// Encodes a value here: natively if its type has a native kind, and otherwise by its own code.
  func encode(_ value: some Encodable) throws {
    guard codingPath.count <= SettingsValue.maximumDepth else {
      throw SettingsError.tooDeep(at: codingPath.map(\.stringValue))
    }
    switch value {
    case let value as Date: node.set(.date(value))
    case let value as Data: node.set(.data(value))
    case let value as URL: node.set(value.settingsValue)
    case let value as UUID: node.set(value.settingsValue)
    case let value as SettingsValue: node.set(value)
    default: try value.encode(to: self)
    }
  }
}

/// Writes one value in the place of its encoder.
struct SingleValueEncoder: SingleValueEncodingContainer {
  let encoder: ValueEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }

  func encodeNil() { encoder.node.set(.null) }
  func encode(_ value: Bool) { encoder.node.set(value.settingsValue) }
  func encode(_ value: String) { encoder.node.set(value.settingsValue) }
  func encode(_ value: Double) { encoder.node.set(value.settingsValue) }
  func encode(_ value: Float) { encoder.node.set(value.settingsValue) }
  func encode(_ value: Int) { encoder.node.set(value.settingsValue) }
  func encode(_ value: Int8) { encoder.node.set(value.settingsValue) }
  func encode(_ value: Int16) { encoder.node.set(value.settingsValue) }
  func encode(_ value: Int32) { encoder.node.set(value.settingsValue) }
  func encode(_ value: Int64) { encoder.node.set(value.settingsValue) }
  func encode(_ value: Int128) { encoder.node.set(value.settingsValue) }
  func encode(_ value: UInt) { encoder.node.set(value.settingsValue) }
  func encode(_ value: UInt8) { encoder.node.set(value.settingsValue) }
  func encode(_ value: UInt16) { encoder.node.set(value.settingsValue) }
  func encode(_ value: UInt32) { encoder.node.set(value.settingsValue) }
  func encode(_ value: UInt64) { encoder.node.set(value.settingsValue) }
  func encode(_ value: UInt128) { encoder.node.set(value.settingsValue) }
  func encode(_ value: some Encodable) throws { try encoder.encode(value) }
}

/// Writes the elements of an array; scalars take the way of every other value.
struct UnkeyedValueEncoder: UnkeyedEncodingContainer {
  let encoder: ValueEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }
  var count: Int { encoder.node.count }

  func encodeNil() { encoder.node.append().set(.null) }
  func encode(_ value: some Encodable) throws { try next().encode(value) }

  func nestedContainer<NestedKey: CodingKey>(keyedBy keyType: NestedKey.Type) -> KeyedEncodingContainer<NestedKey> {
    next().container(keyedBy: keyType)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { next().unkeyedContainer() }
  func superEncoder() -> any Encoder { next() }

  private func next() -> ValueEncoder {
    let index = count
    return encoder.nested(encoder.node.append(), PathKey(intValue: index))
  }
}

/// Writes the values of a dictionary; scalars take the way of every other value.
struct KeyedValueEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: ValueEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }

  func encodeNil(forKey key: Key) { encoder.node.child(key.stringValue).set(.null) }
  func encode(_ value: some Encodable, forKey key: Key) throws { try place(key).encode(value) }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    place(key).container(keyedBy: keyType)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { place(key).unkeyedContainer() }
  func superEncoder() -> any Encoder { place(PathKey.superclass) }
  func superEncoder(forKey key: Key) -> any Encoder { place(key) }

  private func place(_ key: any CodingKey) -> ValueEncoder {
    encoder.nested(encoder.node.child(key.stringValue), key)
  }
}
