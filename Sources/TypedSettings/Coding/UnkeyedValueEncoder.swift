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
