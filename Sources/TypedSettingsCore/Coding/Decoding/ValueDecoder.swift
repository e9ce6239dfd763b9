#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A node of a tree that is being decoded, and the decoder that is passed to a type's `init(from:)` initializer.
final class ValueDecoder: Decoder {
  let value: SettingsValue
  let session: DecodingSession
  let depth: Int
  private let parent: ValueDecoder?
  private let key: (any CodingKey)?

  /// A Boolean value that indicates whether the node is decoded as a sequence, whose elements can be dropped.
  private(set) var isElementSequence = false

  /// The number of consecutive array elements that form one entry of a type without order; otherwise, zero.
  private var groupSize = 0

  /// The object that records the decoded elements of a type without order.
  ///
  /// Exclusivity checking is disabled, because every element of an array reads the property. Accesses can't overlap,
  /// because each only reads or writes a reference.
  @exclusivity(unchecked) private(set) var unorderedElements: UnorderedElements?

  /// The entries of the node if its type has asked for all of their names, as a dictionary does.
  @exclusivity(unchecked) var listedValues: [String: SettingsValue]?

  /// A Boolean value that indicates whether the type requested an unkeyed container for a dictionary.
  private var requestedUnkeyedContainer = false

  /// Creates the root node.
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

  var codingPath: [any CodingKey] { steps { $0 } }

  /// Returns a copy of this node with another value.
  func replacing(_ value: SettingsValue) -> ValueDecoder {
    guard let parent, let key else { return ValueDecoder(value, session: session) }
    return ValueDecoder(value, parent: parent, key: key)
  }

  /// The path from the root to this node.
  var path: TreePath { steps { TreeStep($0) } }

  private func steps<Step>(_ transform: (any CodingKey) -> Step) -> [Step] {
    var steps: [Step] = []
    steps.reserveCapacity(depth)
    var node = self
    while let key = node.key, let parent = node.parent {
      steps.append(transform(key))
      node = parent
    }
    steps.reverse()
    return steps
  }

  /// Returns a Boolean value that indicates whether a path leads to this node or a descendant.
  func contains(_ path: TreePath) -> Bool {
    guard path.count >= depth else { return false }
    var node = self
    while let key = node.key, let parent = node.parent {
      guard path[parent.depth].position == TreeStep.Position(key) else { return false }
      node = parent
    }
    return true
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    let values: [String: SettingsValue]
    if case .dictionary(let stored) = value, stored.count != 1 || !value.isPreservedForm {
      values = stored.unescapingReservedKey
    } else if isLenient, let older = value.olderDictionary(for: type, depth: depth) {
      session.readOlderForm(at: path, as: .dictionary(older))
      values = older.unescapingReservedKey
    } else if isTyped, let named = value.typedCase(of: type) {
      values = named
    } else {
      throw mismatch([String: SettingsValue].self, value)
    }
    try checkLimits(values.count)
    if session.isTracking { session.recordVisit(path, names: values.keys) { Key(stringValue: $0) != nil } }
    return KeyedDecodingContainer(KeyedValueDecoder<Key>(decoder: self, values: values))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    if case .dictionary = value { requestedUnkeyedContainer = true }
    let values: [SettingsValue]
    if case .array(let stored) = value {
      values = stored
    } else if isLenient, let older = value.olderArray(depth: depth) {
      session.readOlderForm(at: path, as: .array(older))
      values = older
    } else {
      throw mismatch([SettingsValue].self, value)
    }
    try checkLimits(values.count)
    // Only containers can have parts that their type doesn't know.
    let isRecorded = groupSize > 0 && values.contains(where: \.isContainer)
    unorderedElements = isRecorded ? session.recordUnordered(groupsOf: groupSize, at: path) : nil
    return UnkeyedValueDecoder(decoder: self, values: values)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { SingleValueDecoder(decoder: self) }

  /// Checks that a container with a number of values is within the limits.
  private func checkLimits(_ count: Int) throws {
    if depth >= SettingsValue.maximumDepth { throw failure(.tooDeep()) }
    try session.count(count, in: self)
  }
}

// MARK: Decoding

extension ValueDecoder {
  /// Decodes the value of this node, natively if possible and by calling the type's `init(from:)` otherwise.
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if let native = try decodeNative(type) { return native }
    if session.dropsElements { isElementSequence = type is any ElementSequence.Type }
    if session.isTracking { groupSize = (type as? any UnorderedSequence.Type)?.elementsPerEntry ?? 0 }
    if let tagged = value.untagged, let type = type as? any NestedOptional.Type,
      let optional = try type.decodeInner(from: replacing(tagged)) as? Value
    {
      return optional
    }
    let result = try session.run(in: self) { () throws -> Value in
      if session.isTracking, value.isContainer, let keyed = try decodeRawKeyed(type) { return keyed }
      // Uses the metatype, because `Value` can be a superclass of the dynamic type.
      do { return try type.init(from: self) } catch {
        // `Dictionary` with such keys decodes itself only from an array.
        guard requestedUnkeyedContainer, let keyed = try decodeRawKeyed(type) else { throw error }
        return keyed
      }
    }
    guard let listedValues, listedValues.count > 1 else { return result }
    return try withDistinctKeys(result, decodedFrom: listedValues)
  }

  /// Returns a dictionary in which the first of several spellings of a key determines its value.
  ///
  /// A dictionary decodes its entries in any order. Of two names for one key, such as "1" and "01" for an integer,
  /// either one may have determined the value.
  private func withDistinctKeys<Value: Decodable>(
    _ result: Value, decodedFrom values: [String: SettingsValue]
  ) throws -> Value {
    listedValues = nil
    guard let keyed = result as? any SpelledKeys, keyed.count < values.count else { return result }
    let repeated = keyed.repeatedNames(in: values)
    if repeated.isEmpty { return result }
    session.recordRepeatedNames(repeated, at: path)
    return try replacing(.dictionary(values.filter { repeated[$0.key] == nil })).decode(Value.self)
  }

  /// Decodes a dictionary that is keyed by raw values, or returns `nil` if the type isn't such a dictionary.
  private func decodeRawKeyed<Value>(_ type: Value.Type) throws -> Value? {
    guard let keyed = type as? any __RawKeyedDictionary.Type else { return nil }
    if let form = type as? any RawKeyedForm.Type, form.codesOwnKeys(in: self) { return nil }
    return try keyed.decode(from: self) as? Value
  }

  /// Decodes a child value of this node.
  func decode<Value: Decodable>(_ type: Value.Type, _ value: SettingsValue, _ key: some CodingKey) throws -> Value {
    // A fast path that doesn't create a node for the most common element types of long arrays.
    if type == String.self, let value = String(native: value) as? Value { return value }
    if type == Int.self, let value = Int(native: value) as? Value { return value }
    if type == Double.self, let value = Double(native: value) as? Value { return value }
    return try child(value, key).decode(type)
  }

  /// Decodes an element of a collection.
  func decodeElement<Value: Decodable>(
    _ type: Value.Type, _ value: SettingsValue, _ key: some CodingKey, of count: Int
  ) throws -> Value {
    // One element with an older form doesn't imply that the others have one.
    if count > 1, !session.lenientPlaces.isEmpty, !session.isStrict,
      let value = session.withoutOlderForms({ try decode(type, value, key) })
    {
      return value
    }
    return try decode(type, value, key)
  }

  /// Tries to decode an element of a collection.
  ///
  /// - Returns: The element with its error; `nil` if it can be decoded, or if one of its own elements is the cause.
  func undecodable<Value: Decodable>(
    _ type: Value.Type, _ value: SettingsValue, _ key: some CodingKey, of count: Int
  ) -> DecodingSession.Undecodable? {
    do {
      _ = try decodeElement(type, value, key, of: count)
      return nil
    } catch {
      return session.undecodableElement(TreeStep(key), error, in: self)
    }
  }

  /// Decodes a scalar, or throws an error with the path of this node.
  func scalar<Scalar: ScalarForm>(_ type: Scalar.Type) throws -> Scalar {
    if let scalar = Scalar(native: value) { return scalar }
    if value.isTooLong { throw failure(.tooLong()) }
    if let scalar = typedScalar(type) { return scalar }
    if isLenient, let scalar = value.olderScalar(type, depth: depth) {
      session.readOlderForm(at: path)
      return scalar
    }
    throw mismatch(type, value)
  }

  /// Returns a child node for a value.
  func child(_ value: SettingsValue, _ key: some CodingKey) -> ValueDecoder {
    ValueDecoder(value, parent: self, key: key)
  }

  private func decodeNative<Value: Decodable>(_ type: Value.Type) throws -> Value? {
    // Comparing types is cheap; casting unconditionally would cost more than decoding most values.
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
    return value.withoutKindTags as? Value
  }

  /// A Boolean value that indicates whether a user typed the value.
  private var isTyped: Bool { session.typedInput != nil }

  /// Returns the scalar that a user typed, or `nil` if the value is stored or isn't one.
  private func typedScalar<Scalar: ScalarForm>(_ type: Scalar.Type) -> Scalar? {
    switch session.typedInput {
    case nil: nil
    case .text(let text) where depth == 0: Scalar(text: text)
    case .text, .json: Scalar(json: value)
    }
  }

  /// A Boolean value that indicates whether older forms of the value are accepted.
  private var isLenient: Bool {
    if session.lenientPlaces.isEmpty || session.isStrict || isTyped { return false }
    return session.lenientPlaces.contains(path.map(\.generalized))
  }
}

extension __RawKeyedDictionary {
  fileprivate static func decode(from node: ValueDecoder) throws -> Self {
    Self(__typedSettingsKeyedForm: try TypedSettingsKeyedForm(from: node))
  }
}

/// A sequence that decodes its elements individually from an array that contains nothing else.
protocol ElementSequence {}

extension Array: ElementSequence {}
extension ContiguousArray: ElementSequence {}
extension Set: ElementSequence {}

extension ValueDecoder {
  /// Returns the error for a value of another type, with the library's error as its underlying error.
  func mismatch(_ type: Any.Type, _ value: SettingsValue) -> DecodingError {
    let failure = failure(.undecodable(value, as: type))
    let context = context(failure)
    return value.isNull ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }

  /// Returns the error for a key that isn't in the dictionary.
  func missingKey(_ key: some CodingKey) -> DecodingError {
    let step = TreeStep(key)
    let path = path + [step]
    let error = missingValue("no value for '\(step.nameInErrors)'")
    return .keyNotFound(key, context(DecodingFailure(path: path, isMissingKey: true, error: error)))
  }

  /// Returns the error for an element beyond the end of the array.
  func endOfArray(_ type: Any.Type, after count: Int) -> DecodingError {
    let error = missingValue(count == 1 ? "an array with only 1 element" : "an array with only \(count) elements")
    return .valueNotFound(type, context(DecodingFailure(path: path, isMissingKey: false, error: error)))
  }

  /// Returns the failure of this node with the given error.
  func failure(_ error: SettingsError) -> DecodingFailure {
    let path = path
    return DecodingFailure(
      path: path, isMissingKey: false, error: error.replacing(codingPath: path.map(\.nameInErrors)))
  }

  private func missingValue(_ found: String) -> SettingsError {
    .undecodable(found: found, at: path.map(\.nameInErrors))
  }

  private func context(_ failure: DecodingFailure) -> DecodingError.Context {
    DecodingError.Context(
      codingPath: codingPath, debugDescription: failure.error.found, underlyingError: failure)
  }
}

extension Decoder {
  /// Returns the error for a value that a type rejects.
  func refusal(by type: Any.Type) -> any Error {
    refusal(.refused((self as? ValueDecoder)?.value ?? .null, by: type))
  }

  /// Returns the error for a value that its type rejects, located at this node.
  func refusal(_ error: SettingsError) -> any Error { (self as? ValueDecoder)?.failure(error) ?? error }
}

/// The underlying error of a `DecodingError`, which identifies the node that couldn't be decoded.
struct DecodingFailure: Error {
  /// The path of the node, or the path of the key if a key is missing.
  let path: TreePath
  /// A Boolean value that indicates whether a required key is missing.
  let isMissingKey: Bool
  /// The error that the library throws.
  let error: SettingsError
}
