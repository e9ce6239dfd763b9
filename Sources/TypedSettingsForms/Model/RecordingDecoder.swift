internal import TypedSettingsCore

/// The requests that the decoding of a type makes.
final class DecodingRequests {
  /// A request for a property.
  struct Property {
    let name: String
    let type: Any.Type
    var isOptional: Bool
    /// A Boolean value that indicates whether the property was requested as values of several types.
    var isAmbiguous = false
  }

  /// The requested properties, in the order of the first requests.
  private(set) var properties: [Property] = []

  /// The types requested of a single value.
  private(set) var singleTypes: [Any.Type] = []

  /// A Boolean value that indicates whether the decoding makes requests that depend on the value.
  var isDynamic = false

  var isKeyed = false

  /// The names whose presence was queried.
  private var queried: Set<String> = []

  func query(_ name: String) { queried.insert(name) }

  func request(_ name: String, _ type: Any.Type) {
    isKeyed = true
    let isOptional = queried.contains(name) || type is any OptionalValue.Type
    let type = (type as? any OptionalValue.Type)?.wrappedType ?? type
    guard let index = properties.firstIndex(where: { $0.name == name }) else {
      return properties.append(Property(name: name, type: type, isOptional: isOptional))
    }
    properties[index].isOptional = properties[index].isOptional || isOptional
    if properties[index].type != type { properties[index].isAmbiguous = true }
  }

  func requestSingle(_ type: Any.Type) {
    if !singleTypes.contains(where: { $0 == type }) { singleTypes.append(type) }
  }
}

/// A decoder that records the requests of a type, and answers them.
struct RecordingDecoder: Decoder {
  /// The way in which requests are answered.
  enum Answers {
    /// With the parts of a stored value.
    case sample(SettingsValue)
    /// With values of the requested types.
    case madeUp
    /// As if properties were absent and values of other types.
    case failures
  }

  struct Failure: Error {}

  let answers: Answers
  let requests: DecodingRequests
  /// The number of decoders around this one.
  let depth: Int

  static let maximumDepth = 16

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    requests.isKeyed = true
    return KeyedDecodingContainer(RecordingKeyedContainer<Key>(decoder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    requests.isDynamic = true
    throw Failure()
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { RecordingSingleContainer(decoder: self) }

  /// Returns the answer to a request.
  func answer<Value: Decodable>(_ type: Value.Type, name: String?) throws -> Value {
    switch answers {
    case .sample(let value):
      guard let name else { return try MigratingDecoder().decode(type, from: value) }
      guard case .dictionary(let members) = value, let member = members[name] else { return try madeUp(type) }
      return try MigratingDecoder().decode(type, from: member)
    case .madeUp: return try madeUp(type)
    case .failures: throw Failure()
    }
  }

  /// Returns a value of a type.
  private func madeUp<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if let value = MadeUpValue.value(of: type) as? Value { return value }
    guard depth < Self.maximumDepth else { throw Failure() }
    // The requests of the nested type are recorded when the type itself is described.
    return try Value(from: RecordingDecoder(answers: .madeUp, requests: DecodingRequests(), depth: depth + 1))
  }
}

private struct RecordingKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: RecordingDecoder

  var codingPath: [any CodingKey] { [] }

  var allKeys: [Key] {
    decoder.requests.isDynamic = true
    guard case .sample(.dictionary(let members)) = decoder.answers else { return [] }
    return members.keys.compactMap(Key.init(stringValue:))
  }

  func contains(_ key: Key) -> Bool {
    decoder.requests.query(key.stringValue)
    switch decoder.answers {
    case .sample(.dictionary(let members)): return members[key.stringValue] != nil
    case .sample, .madeUp: return true
    case .failures: return false
    }
  }

  func decodeNil(forKey key: Key) throws -> Bool {
    decoder.requests.query(key.stringValue)
    guard case .sample(.dictionary(let members)) = decoder.answers else { return false }
    return members[key.stringValue]?.isNull ?? true
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    decoder.requests.request(key.stringValue, type)
    return try decoder.answer(type, name: key.stringValue)
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    decoder.requests.query(key.stringValue)
    decoder.requests.request(key.stringValue, type)
    switch decoder.answers {
    case .sample(.dictionary(let members)):
      guard let member = members[key.stringValue], !member.isNull else { return nil }
      return try MigratingDecoder().decode(type, from: member)
    case .sample, .madeUp, .failures: return nil
    }
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> { try fail() }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { try fail() }

  func superDecoder() throws -> any Decoder { try fail() }

  func superDecoder(forKey key: Key) throws -> any Decoder { try fail() }

  private func fail<Result>() throws -> Result {
    decoder.requests.isDynamic = true
    throw RecordingDecoder.Failure()
  }
}

private struct RecordingSingleContainer: SingleValueDecodingContainer {
  let decoder: RecordingDecoder

  var codingPath: [any CodingKey] { [] }

  func decodeNil() -> Bool {
    decoder.requests.isDynamic = true
    return false
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    decoder.requests.requestSingle(type)
    return try decoder.answer(type, name: nil)
  }
}
