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
      let error = decoder.missing("an array of only \(values.count) elements")
      throw DecodingError.valueNotFound(SettingsValue.self, decoder.context(error))
    }
    return decoder.nested(values[currentIndex], PathKey(intValue: currentIndex))
  }

  private mutating func take<Result>(_ read: (ValueDecoder) throws -> Result) throws -> Result {
    let result = try read(try peek())
    currentIndex += 1
    return result
  }
}
