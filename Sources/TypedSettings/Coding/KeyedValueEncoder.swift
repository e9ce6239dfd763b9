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
