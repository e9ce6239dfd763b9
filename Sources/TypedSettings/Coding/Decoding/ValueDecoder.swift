#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// One place of a tree that is being decoded, and the decoder that a type's `init(from:)` sees there.
final class ValueDecoder: Decoder {
  let value: SettingsValue
  let session: DecodingSession
  let depth: Int
  private let parent: ValueDecoder?
  private let key: (any CodingKey)?

  /// Whether the place is decoded as a sequence, whose elements can be dropped.
  private(set) var holdsElements = false

  /// Whether the type asked for the elements of what is a dictionary.
  private var wasAskedForElements = false

  /// Makes the root.
  init(_ value: SettingsValue, session: DecodingSession) {
    self.value = value
    self.session = session
    depth = 0
    parent = nil
    key = nil
  }

  init(_ value: SettingsValue, parent: ValueDecoder, key: any CodingKey) {
    self.value = value
    session = parent.session
    depth = parent.depth + 1
    self.parent = parent
    self.key = key
  }

  var userInfo: [CodingUserInfoKey: Any] { session.userInfo }

  var codingPath: [any CodingKey] {
    way { $0 }
  }

  /// The same place with another value.
  func replacing(_ value: SettingsValue) -> ValueDecoder {
    guard let parent, let key else { return ValueDecoder(value, session: session) }
    return ValueDecoder(value, parent: parent, key: key)
  }

  /// The way from the root.
  var path: TreePath { way { TreeStep($0) } }

  private func way<Step>(_ step: (any CodingKey) -> Step) -> [Step] {
    var way: [Step] = []
    way.reserveCapacity(depth)
    var place = self
    while let key = place.key, let parent = place.parent {
      way.append(step(key))
      place = parent
    }
    way.reverse()
    return way
  }

  /// Whether a way from the root leads to this place or into it.
  func contains(_ path: TreePath) -> Bool {
    guard path.count >= depth else { return false }
    var place = self
    while let key = place.key, let parent = place.parent {
      guard path[parent.depth].position == TreeStep.Position(key) else { return false }
      place = parent
    }
    return true
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    let values: [String: SettingsValue]
    if case .dictionary(let stored) = value, isReadable(stored, by: type) {
      values = stored
    } else if isLenient, let older = value.olderDictionary(for: type, depth: depth) {
      session.readOlderForm(at: path, as: .dictionary(older))
      values = older
    } else {
      throw mismatch([String: SettingsValue].self, value)
    }
    try enter(values.count)
    if session.isTracking { session.visited(path, names: values.keys) { Key(stringValue: $0) != nil } }
    return KeyedDecodingContainer(KeyedValueDecoder<Key>(decoder: self, values: values))
  }

  /// Whether a dictionary isn't the form of an entry that no kind of value holds.
  ///
  /// Any name is a key of a dictionary, also the one that such a form has.
  @inline(__always)
  private func isReadable<Key: CodingKey>(_ values: [String: SettingsValue], by type: Key.Type) -> Bool {
    values.count != 1 || !value.isPreservedForm || type.acceptsAnyText
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    if case .dictionary = value { wasAskedForElements = true }
    let values: [SettingsValue]
    if case .array(let stored) = value {
      values = stored
    } else if isLenient, let older = value.olderArray(depth: depth) {
      session.readOlderForm(at: path, as: .array(older))
      values = older
    } else {
      throw mismatch([SettingsValue].self, value)
    }
    try enter(values.count)
    return UnkeyedValueDecoder(decoder: self, values: values)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { SingleValueDecoder(decoder: self) }

  /// Checks a container against the limits of a value.
  private func enter(_ count: Int) throws {
    if depth >= SettingsValue.maximumDepth { throw failure(.tooDeep()) }
    try session.count(count, in: self)
  }
}

// MARK: Decoding

extension ValueDecoder {
  /// Decodes the value here: natively if the type has a native kind, and otherwise by the type's own code.
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if let native = try decodeNative(type) { return native }
    if session.dropsElements { holdsElements = type is any ElementSequence.Type }
    if let tagged = value.untagged, let type = type as? any NestedOptional.Type,
      let optional = try type.decodeInner(from: replacing(tagged)) as? Value
    {
      return optional
    }
    return try session.run(in: self) {
      if session.isTracking, value.isContainer, let keyed = try decodeRawKeyed(type) { return keyed }
      // By the metatype and not by the type, which may be a superclass of it.
      do { return try type.init(from: self) } catch {
        // By itself, `Codable` reads a dictionary by such keys from an array alone.
        guard wasAskedForElements, let keyed = try decodeRawKeyed(type) else { throw error }
        return keyed
      }
    }
  }

  /// Decodes a dictionary that is stored under the raw values of its keys; `nil` if the type isn't one.
  private func decodeRawKeyed<Value>(_ type: Value.Type) throws -> Value? {
    guard let type = type as? any __RawKeyedDictionary.Type else { return nil }
    return try type.decode(from: self) as? Value
  }

  /// Decodes a value below this place.
  func decode<Value: Decodable>(_ type: Value.Type, _ value: SettingsValue, _ key: some CodingKey) throws -> Value {
    // The kinds that long arrays are made of do not need a place of their own.
    if type == String.self, let value = String(native: value) as? Value { return value }
    if type == Int.self, let value = Int(native: value) as? Value { return value }
    if type == Double.self, let value = Double(native: value) as? Value { return value }
    return try nested(value, key).decode(type)
  }

  /// Decodes an element of a collection.
  func decodeElement<Value: Decodable>(
    _ type: Value.Type, _ value: SettingsValue, _ key: some CodingKey, of count: Int
  ) throws -> Value {
    // An older form of one element says nothing about the others.
    if count > 1, !session.lenientPlaces.isEmpty, !session.isStrict,
      let value = session.strictly({ try decode(type, value, key) })
    {
      return value
    }
    return try decode(type, value, key)
  }

  /// Tries to decode an element of a collection.
  ///
  /// - Returns: The element with what is wrong with it; `nil` if it decodes.
  func undecodable<Value: Decodable>(
    _ type: Value.Type, _ value: SettingsValue, _ key: some CodingKey, of count: Int
  ) -> DecodingSession.Undecodable? {
    do {
      _ = try decodeElement(type, value, key, of: count)
      return nil
    } catch {
      return DecodingSession.Undecodable(step: TreeStep(key), error: error)
    }
  }

  /// Reads a scalar, naming this place when it is of another kind.
  func scalar<Scalar: ScalarForm>(_ type: Scalar.Type) throws -> Scalar {
    if let scalar = Scalar(native: value) { return scalar }
    if value.isTooLong { throw failure(.tooLong()) }
    if isLenient, let scalar = value.olderScalar(type, depth: depth) {
      session.readOlderForm(at: path)
      return scalar
    }
    throw mismatch(type, value)
  }

  /// The decoder of a place below this one.
  func nested(_ value: SettingsValue, _ key: some CodingKey) -> ValueDecoder {
    ValueDecoder(value, parent: self, key: key)
  }

  private func decodeNative<Value: Decodable>(_ type: Value.Type) throws -> Value? {
    // Comparing types first costs next to nothing; casting at once would cost more than most values' own code.
    if type == String.self { return try scalar(String.self) as? Value }
    if type == Int.self { return try scalar(Int.self) as? Value }
    if type == Double.self { return try scalar(Double.self) as? Value }
    if type == Bool.self { return try scalar(Bool.self) as? Value }
    if type == Date.self { return try scalar(Date.self) as? Value }
    if type == Data.self { return try scalar(Data.self) as? Value }
    if type == URL.self { return try scalar(URL.self) as? Value }
    if type == UUID.self { return try scalar(UUID.self) as? Value }
    if type == Decimal.self { return try scalar(Decimal.self) as? Value }
    guard type == SettingsValue.self else { return nil }
    try session.count(value, in: self)
    return value as? Value
  }

  /// Whether older forms of the value may be read here.
  private var isLenient: Bool {
    session.lenientPlaces.isEmpty || session.isStrict ? false : session.lenientPlaces.contains(path.map(\.generalized))
  }
}

extension __RawKeyedDictionary {
  fileprivate static func decode(from place: ValueDecoder) throws -> Self {
    Self(typedSettingsKeyedForm: try TypedSettingsKeyedForm(from: place))
  }
}

/// The sequences that decode their elements one by one from an array of nothing else.
protocol ElementSequence {}

extension Array: ElementSequence {}
extension ContiguousArray: ElementSequence {}
extension Set: ElementSequence {}
