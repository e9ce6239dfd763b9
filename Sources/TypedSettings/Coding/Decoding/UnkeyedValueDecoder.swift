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
    guard try peek(SettingsValue.self).isNull else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let value = try peek(type)
    let key = ElementKey(currentIndex)
    do {
      let result = try decoder.decodeElement(type, value, key, of: values.count)
      currentIndex += 1
      return result
    } catch {
      if decoder.holdsElements {
        // All elements at once: each one that is found singly would cost a decoding of everything.
        decoder.session.found(in: decoder) {
          [DecodingSession.Undecodable(step: TreeStep(key), error: error)]
            + ((currentIndex + 1)..<values.count).compactMap {
              decoder.undecodable(type, values[$0], ElementKey($0), of: values.count)
            }
        }
      }
      throw error
    }
  }

  // The default of the protocol forgets the type that is known at run time.
  mutating func decodeIfPresent<Value: Decodable>(_ type: Value.Type) throws -> Value? {
    if try isAtEnd || decodeNil() { return nil }
    return try decode(type)
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try take { try $0.container(keyedBy: type) }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try take { try $0.unkeyedContainer() }
  }

  mutating func superDecoder() throws -> any Decoder { try take { $0 } }

  private func peek(_ type: Any.Type) throws -> SettingsValue {
    if isAtEnd { throw decoder.end(of: type, after: values.count) }
    return values[currentIndex]
  }

  private mutating func take<Result>(_ read: (ValueDecoder) throws -> Result) throws -> Result {
    let result = try read(decoder.nested(try peek(SettingsValue.self), ElementKey(currentIndex)))
    currentIndex += 1
    return result
  }
}
