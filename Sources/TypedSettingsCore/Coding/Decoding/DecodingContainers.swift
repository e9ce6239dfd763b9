/// A keyed container that decodes from a dictionary.
struct KeyedValueDecoder<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: ValueDecoder
  let values: [String: SettingsValue]

  var codingPath: [any CodingKey] { decoder.codingPath }
  var allKeys: [Key] {
    decoder.listedValues = values
    return values.keys.compactMap(Key.init(stringValue:))
  }

  func contains(_ key: Key) -> Bool {
    let name = key.stringValue
    if values[name] != nil { return true }
    decoder.session.recordAbsence(of: name, in: decoder)
    return false
  }

  func decodeNil(forKey key: Key) throws -> Bool { try stored(key).isNull }
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try scalar(type, key) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try scalar(type, key) }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try scalar(type, key) }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try scalar(type, key) }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try scalar(type, key) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try scalar(type, key) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try scalar(type, key) }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try scalar(type, key) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try scalar(type, key) }
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try scalar(type, key) }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try scalar(type, key) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try scalar(type, key) }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try scalar(type, key) }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try scalar(type, key) }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try scalar(type, key) }
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try scalar(type, key) }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    let value = try stored(key)
    let session = decoder.session
    guard session.dropsElements || !session.lenientPlaces.isEmpty, Key.acceptsAnyText else {
      return try decoder.decode(type, value, key)
    }
    do { return try decoder.decodeElement(type, value, key, of: values.count) } catch {
      guard session.dropsElements else { throw error }
      // Finds all such entries at once, because dropping each one separately would decode everything again.
      session.recordUndecodable(TreeStep(key), error, in: decoder) {
        values.compactMap { name, value in
          guard name != key.stringValue, let other = Key(stringValue: name) else { return nil }
          return decoder.undecodable(type, value, other, of: values.count)
        }
      }
      throw error
    }
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    guard contains(key), let value = values[key.stringValue], !value.isNull else { return nil }
    if let tagged = value.untagged, type is any OptionalForm.Type {
      return try decoder.child(tagged, key).decode(type)
    }
    return try decode(type, forKey: key)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try child(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try child(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder {
    let key = SuperclassKey.super
    if decoder.session.isTracking { decoder.session.recordKnownName(key.stringValue, at: decoder.path) }
    guard let value = values[key.stringValue] else { throw decoder.missingKey(key) }
    return decoder.child(value, key)
  }

  func superDecoder(forKey key: Key) throws -> any Decoder { try child(key) }

  private func stored(_ key: Key) throws -> SettingsValue {
    guard let value = values[key.stringValue] else { throw decoder.missingKey(key) }
    return value
  }

  // Inlined to avoid unspecialized generic code, because the type is known here.
  @inline(__always)
  private func scalar<Scalar: ScalarForm>(_ type: Scalar.Type, _ key: Key) throws -> Scalar {
    if let value = values[key.stringValue], let scalar = Scalar(native: value) { return scalar }
    return try child(key).scalar(type)
  }

  private func child(_ key: Key) throws -> ValueDecoder { decoder.child(try stored(key), key) }
}

/// An unkeyed container that decodes the elements of an array.
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

  @_semantics("optimize.sil.specialize.generic.never")
  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let value = try peek(type)
    let key = ElementKey(currentIndex)
    do {
      let result = try decoder.decodeElement(type, value, key, of: values.count)
      currentIndex += 1
      decoder.unorderedElements?.append(result)
      return result
    } catch {
      if decoder.isElementSequence {
        // Finds all such elements at once, because dropping each one separately would decode everything again.
        decoder.session.recordUndecodable(TreeStep(key), error, in: decoder) {
          ((currentIndex + 1)..<values.count).compactMap {
            decoder.undecodable(type, values[$0], ElementKey($0), of: values.count)
          }
        }
      }
      throw error
    }
  }

  // Required because the default implementation ignores the dynamic type.
  mutating func decodeIfPresent<Value: Decodable>(_ type: Value.Type) throws -> Value? {
    if try isAtEnd || decodeNil() { return nil }
    return try decode(type)
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try decodeNext { try $0.container(keyedBy: type) }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try decodeNext { try $0.unkeyedContainer() }
  }

  mutating func superDecoder() throws -> any Decoder { try decodeNext { $0 } }

  private func peek(_ type: Any.Type) throws -> SettingsValue {
    if isAtEnd { throw decoder.endOfArray(type, after: values.count) }
    return values[currentIndex]
  }

  private mutating func decodeNext<Result>(_ read: (ValueDecoder) throws -> Result) throws -> Result {
    let result = try read(decoder.child(try peek(SettingsValue.self), ElementKey(currentIndex)))
    currentIndex += 1
    return result
  }
}

/// A single-value container that decodes from its decoder's node.
struct SingleValueDecoder: SingleValueDecodingContainer {
  let decoder: ValueDecoder

  var codingPath: [any CodingKey] { decoder.codingPath }

  func decodeNil() -> Bool { decoder.value.isNull }
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
