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
