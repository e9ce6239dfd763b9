#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// One place of a tree that is being encoded, and the encoder that a type's `encode(to:)` sees there.
///
/// Containers write into the place they belong to, so a type may ask for one twice and gets the same.
final class ValueEncoder: Encoder {
  let session: EncodingSession
  let depth: Int
  private let parent: ValueEncoder?
  private let key: (any CodingKey)?

  // Unchecked, because the check costs a fifth of all that encoding a struct does. Nothing is called while it is
  // written but the mutating functions of the value itself, which know no encoder.
  @exclusivity(unchecked) private var contents = EncodedContents()

  /// The places that were handed out, and may be written until the encoding ends.
  @exclusivity(unchecked) private var open: [(step: TreeStep, place: ValueEncoder)] = []

  /// Makes the root.
  init(session: EncodingSession) {
    self.session = session
    depth = 0
    parent = nil
    key = nil
  }

  init(parent: ValueEncoder, key: any CodingKey) {
    session = parent.session
    depth = parent.depth + 1
    self.parent = parent
    self.key = key
  }

  var userInfo: [CodingUserInfoKey: Any] { session.userInfo }

  var codingPath: [any CodingKey] {
    var path: [any CodingKey] = []
    var place: ValueEncoder? = self
    while let current = place {
      if let key = current.key { path.append(key) }
      place = current.parent
    }
    return path.reversed()
  }

  /// The path as errors show it.
  var names: [String] { codingPath.map { TreeStep($0).nameInErrors } }

  /// The number of elements of an unkeyed container.
  var count: Int { contents.elements.count }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    if contents.kind != .dictionary { begin(.dictionary) }
    return KeyedEncodingContainer(KeyedValueEncoder<Key>(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if contents.kind != .array { begin(.array) }
    return UnkeyedValueEncoder(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { SingleValueEncoder(encoder: self) }

  private func begin(_ kind: EncodedContents.Kind) {
    if depth >= SettingsValue.maximumDepth { session.fail(.tooDeep(at: names)) }
    contents.begin(kind)
    if !open.isEmpty { open = [] }
  }

  /// Lets go of the places that were handed out.
  func close() { open = [] }

  /// What has been encoded here; an empty dictionary where nothing was, as for a struct without properties.
  func finish() -> SettingsValue {
    for (step, place) in open { contents.put(place.finish(), step.position) }
    session.count(contents.count, in: self)
    return contents.value
  }
}

// MARK: Writing

extension ValueEncoder {
  /// Writes a value in this place.
  func put(_ value: SettingsValue) throws {
    try check(value, depth: depth)
    contents = EncodedContents(value)
    if !open.isEmpty { open = [] }
  }

  /// Writes a value under a key of this place.
  func put(_ value: SettingsValue, _ name: String) throws {
    try check(value, depth: depth + 1)
    replace(value, name)
    if contents.isFull { throw SettingsError.tooMany(at: names) }
  }

  /// Puts a value under a key, in place of whatever was written there before.
  @inline(__always)
  private func replace(_ value: SettingsValue, _ name: String) {
    if !open.isEmpty { detachPlace(name) }
    contents.put(value, name)
  }

  /// Lets go of the place that was handed out for a key; what is still written to it goes nowhere.
  private func detachPlace(_ name: String) { open.removeAll { $0.step.position == .key(name) } }

  /// Appends a value to this place.
  func append(_ value: SettingsValue) throws {
    try check(value, depth: depth + 1)
    contents.append(value)
    if contents.isFull { throw SettingsError.tooMany(at: names) }
  }

  /// Encodes a value under a key of this place.
  func encode(_ value: some Encodable, _ key: some CodingKey) throws {
    if let native = Self.native(value) { return try put(native, key.stringValue) }
    let place = ValueEncoder(parent: self, key: key)
    try place.encodeByItself(value)
    replace(place.finish(), key.stringValue)
  }

  /// Encodes the value of an optional under a key of this place.
  func encodeWrapped<Value: Encodable>(_ value: Value, _ key: some CodingKey) throws {
    if let native = Self.native(value) { return try put(native, key.stringValue) }
    let place = ValueEncoder(parent: self, key: key)
    try place.encodeByItself(value)
    let isTagged = place.contents.readsAsNil && Value.self is any OptionalForm.Type
    let form = place.finish()
    replace(isTagged ? form.insideOptional : form, key.stringValue)
  }

  /// Encodes a value as the next element of this place.
  func encode(_ value: some Encodable) throws {
    if let native = Self.native(value) { return try append(native) }
    let place = ValueEncoder(parent: self, key: ElementKey(count))
    try place.encodeByItself(value)
    contents.append(place.finish())
    if contents.isFull { throw SettingsError.tooMany(at: names) }
  }

  /// Encodes a value here.
  func encodeHere(_ value: some Encodable) throws {
    if let native = Self.native(value) { return try put(native) }
    try encodeByItself(value)
  }

  /// Lets a value's own code encode it here.
  private func encodeByItself<Value: Encodable>(_ value: Value) throws {
    try session.run(in: self) { try value.encode(to: self) }
    if contents.kind == .array, let type = Value.self as? any UnorderedSequence.Type {
      if type.elementsPerEntry == 2, let keyed = (value as? any RawKeyedForm)?.keyed(contents.elements) {
        contents = EncodedContents(.dictionary(keyed))
      } else {
        contents.sort(groupsOf: type.elementsPerEntry)
      }
    } else if contents.readsAsNil, let type = Value.self as? any NestedOptional.Type, !type.isNil(value) {
      contents = EncodedContents(contents.value.insideOptional)
    }
  }

  /// The place under a key, for whoever writes it later.
  func place(_ key: any CodingKey) -> ValueEncoder {
    let step = TreeStep(.key(key.stringValue), isCollection: false)
    if let known = open.first(where: { $0.step == step }) { return known.place }
    if let nowhere { return nowhere }
    return openPlace(step, key)
  }

  /// The place of the next element, for whoever writes it later.
  func nextPlace() -> ValueEncoder {
    if let nowhere { return nowhere }
    let index = count
    contents.append(.null)
    return openPlace(TreeStep(.element(index), isCollection: true), ElementKey(index))
  }

  /// A place that leads nowhere, where a further one would break a limit.
  ///
  /// Whoever goes on writing is told in the end, and fills neither memory nor the stack until then.
  private var nowhere: ValueEncoder? {
    if depth >= SettingsValue.maximumDepth {
      session.fail(.tooDeep(at: names))
    } else if contents.isFull {
      session.fail(.tooMany(at: names))
    } else {
      return nil
    }
    return ValueEncoder(session: session)
  }

  private func openPlace(_ step: TreeStep, _ key: any CodingKey) -> ValueEncoder {
    if open.isEmpty { session.holdsPlaces(self) }
    let place = ValueEncoder(parent: self, key: key)
    open.append((step, place))
    return place
  }

  /// Checks a value that did not come from a container.
  private func check(_ value: SettingsValue, depth: Int) throws {
    switch value {
    case .null, .bool, .integer, .unsigned, .double, .date: break
    case .string, .data: if value.isTooLong { throw SettingsError.tooLong(at: names) }
    case .array, .dictionary:
      session.count(try value.checkLimits(depth: depth), in: self)
    }
  }

  /// The stored form of the types that have one of their own, whatever their `Codable` conformance would write.
  private static func native<Value: Encodable>(_ value: Value) -> SettingsValue? {
    // Comparing types first costs next to nothing; casting at once would cost more than most values' own code.
    let type = Value.self
    if type == String.self { return (value as? String)?.settingsValue }
    if type == Int.self { return (value as? Int)?.settingsValue }
    if type == Double.self { return (value as? Double)?.settingsValue }
    if type == Bool.self { return (value as? Bool)?.settingsValue }
    if type == Date.self { return (value as? Date)?.settingsValue }
    if type == Data.self { return (value as? Data)?.settingsValue }
    if type == URL.self { return (value as? URL)?.settingsValue }
    if type == UUID.self { return (value as? UUID)?.settingsValue }
    if type == Decimal.self { return (value as? Decimal)?.settingsValue }
    if type == SettingsValue.self { return value as? SettingsValue }
    return nil
  }
}
