#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A node of a tree that is being encoded, and the encoder that is passed to a type's `encode(to:)` method.
///
/// Containers write directly into their node, so requesting a container twice returns the same contents.
final class ValueEncoder: Encoder {
  let depth: Int
  private let parent: ValueEncoder?
  private let key: (any CodingKey)?

  /// The root node; `nil` in the root itself, which would retain itself.
  private let otherRoot: ValueEncoder?

  // Exclusivity checking is disabled because it takes a fifth of the time to encode a struct. Accesses can't overlap,
  // because only mutating methods of the value itself run during a write, and they don't access the encoder.

  /// The state that all nodes share; used in the root node only.
  @exclusivity(unchecked) var session: EncodingSession

  @exclusivity(unchecked) private var contents = EncodedContents()

  /// The child nodes that were returned to callers and can be written until the encoding finishes.
  ///
  /// The node of a key that was written again is `nil`.
  @exclusivity(unchecked) private var openChildren: [(position: TreeStep.Position, node: ValueEncoder?)] = []

  /// The indices of the open child nodes for keys.
  @exclusivity(unchecked) private var indicesOfKeys: [String: Int] = [:]

  /// Creates the root node.
  init(userInfo: [CodingUserInfoKey: any Sendable], recording places: UnorderedPlaces?) {
    session = EncodingSession(userInfo: userInfo, unorderedPlaces: places)
    otherRoot = nil
    depth = 0
    parent = nil
    key = nil
  }

  /// Creates a node that is detached from the tree of a root node.
  init(root: ValueEncoder) {
    session = EncodingSession(userInfo: [:])
    otherRoot = root
    depth = 0
    parent = nil
    key = nil
  }

  init(parent: ValueEncoder, key: any CodingKey) {
    session = EncodingSession(userInfo: [:])
    otherRoot = parent.root
    depth = parent.depth + 1
    self.parent = parent
    self.key = key
  }

  /// The root node.
  var root: ValueEncoder { otherRoot ?? self }

  var userInfo: [CodingUserInfoKey: Any] { root.session.userInfo }

  var codingPath: [any CodingKey] {
    var path: [any CodingKey] = []
    var node: ValueEncoder? = self
    while let current = node {
      if let key = current.key { path.append(key) }
      node = current.parent
    }
    return path.reversed()
  }

  /// The coding path in the format of errors.
  var errorPath: [String] { codingPath.map { TreeStep($0).nameInErrors } }

  /// The number of elements in an unkeyed container.
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
    if depth >= SettingsValue.maximumDepth { fail(.tooDeep(at: errorPath)) }
    contents.begin(kind)
    if !openChildren.isEmpty { releaseChildren() }
  }

  /// Releases the child nodes that were returned to callers.
  func releaseChildren() { (openChildren, indicesOfKeys) = ([], [:]) }

  /// Returns the encoded value, or an empty dictionary if nothing was encoded, as for a struct without properties.
  func finish() -> SettingsValue {
    for case (let position, let node?) in openChildren { contents.put(node.finish(), position) }
    addValues(contents.count)
    return contents.takeValue()
  }
}

// MARK: Writing

extension ValueEncoder {
  /// Writes a value into this node.
  func put(_ value: SettingsValue) throws {
    try check(value, depth: depth)
    contents = EncodedContents(value)
    if !openChildren.isEmpty { releaseChildren() }
  }

  /// Writes a value for a key of this node.
  func put(_ value: SettingsValue, _ name: String) throws {
    try check(value, depth: depth + 1)
    replace(value, name)
    if contents.isFull { throw SettingsError.tooMany(at: errorPath) }
  }

  /// Sets the value for a key, replacing any existing value.
  @inline(__always)
  private func replace(_ value: SettingsValue, _ name: String) {
    if !openChildren.isEmpty { discardChild(name) }
    contents.put(value, name)
  }

  /// Removes the child node for a key; later writes to the node are ignored.
  private func discardChild(_ name: String) {
    guard let index = indicesOfKeys.removeValue(forKey: name) else { return }
    openChildren[index].node = nil
  }

  /// Appends a value to this node.
  func append(_ value: SettingsValue) throws {
    try check(value, depth: depth + 1)
    contents.append(value)
    if contents.isFull { throw SettingsError.tooMany(at: errorPath) }
  }

  /// Encodes a value for a key of this node.
  func encode(_ value: some Encodable, _ key: some CodingKey) throws {
    if let native = Self.native(value) { return try put(native, key.stringValue) }
    let node = ValueEncoder(parent: self, key: key)
    try node.encodeUsingConformance(value)
    replace(node.finish(), key.stringValue)
  }

  /// Encodes the wrapped value of an optional for a key of this node.
  func encodeWrapped<Value: Encodable>(_ value: Value, _ key: some CodingKey) throws {
    if let native = Self.native(value) { return try put(native, key.stringValue) }
    let node = ValueEncoder(parent: self, key: key)
    try node.encodeUsingConformance(value)
    let needsTag = node.contents.isAmbiguousInOptional && Value.self is any OptionalForm.Type
    let form = node.finish()
    replace(needsTag ? form.insideOptional : form, key.stringValue)
  }

  /// Encodes a value as the next element of this node.
  func encode(_ value: some Encodable) throws {
    if let native = Self.native(value) { return try append(native) }
    let node = ValueEncoder(parent: self, key: ElementKey(count))
    try node.encodeUsingConformance(value)
    contents.append(node.finish())
    if contents.isFull { throw SettingsError.tooMany(at: errorPath) }
  }

  /// Encodes a value into this node.
  func encodeValue(_ value: some Encodable) throws {
    if let native = Self.native(value) { return try put(native) }
    try encodeUsingConformance(value)
  }

  /// Encodes a value into this node by calling its `encode(to:)` method.
  @_semantics("optimize.sil.specialize.generic.never")
  private func encodeUsingConformance<Value: Encodable>(_ value: Value) throws {
    if Value.self == Set<String>.self, let texts = value as? Set<String> {
      try encode(texts)
    } else {
      try run { try value.encode(to: self) }
    }
    if contents.kind == .array, let type = Value.self as? any UnorderedSequence.Type {
      if type.elementsPerEntry == 2, let keyed = (value as? any RawKeyedForm)?.keyed(contents.elements) {
        contents = EncodedContents(.dictionary(keyed.escapingReservedKey))
      } else {
        contents.sort(groupsOf: type.elementsPerEntry)
        root.session.unorderedPlaces?.add(codingPath.map { TreeStep($0) }, groupSize: type.elementsPerEntry)
      }
    } else if contents.isAmbiguousInOptional, let type = Value.self as? any NestedOptional.Type, !type.isNil(value) {
      contents = EncodedContents(contents.takeValue().insideOptional)
    }
  }

  /// Encodes texts without their conformance, which would take most of the time that a set takes.
  private func encode(_ texts: Set<String>) throws {
    begin(.array)
    if texts.count > SettingsValue.maximumCount { throw SettingsError.tooMany(at: errorPath) }
    contents = EncodedContents(elements: texts.map { .string($0) })
    for case .string(let text) in contents.elements where text.utf8.count > SettingsValue.maximumLength {
      throw SettingsError.tooLong(at: errorPath)
    }
  }

  /// Returns the child node for a key, which can be written later.
  func child(_ key: any CodingKey) -> ValueEncoder {
    let name = key.stringValue
    if let index = indicesOfKeys[name], let known = openChildren[index].node { return known }
    if let discardingNode { return discardingNode }
    indicesOfKeys[name] = openChildren.count
    return openChild(.key(name), key)
  }

  /// Returns the child node for the next element, which can be written later.
  func nextChild() -> ValueEncoder {
    if let discardingNode { return discardingNode }
    let index = count
    contents.append(.null)
    return openChild(.element(index), ElementKey(index))
  }

  /// A detached node whose contents are discarded, or `nil` if another child node is within the limits.
  ///
  /// The encoding throws the recorded error when it finishes. Until then, further writes exhaust neither memory nor the
  /// stack.
  private var discardingNode: ValueEncoder? {
    if depth >= SettingsValue.maximumDepth {
      fail(.tooDeep(at: errorPath))
    } else if contents.isFull {
      fail(.tooMany(at: errorPath))
    } else {
      return nil
    }
    return ValueEncoder(root: root)
  }

  private func openChild(_ position: TreeStep.Position, _ key: any CodingKey) -> ValueEncoder {
    if openChildren.isEmpty { registerParent() }
    let node = ValueEncoder(parent: self, key: key)
    openChildren.append((position, node))
    return node
  }

  /// Checks that a value that wasn't created by a container is within the limits.
  private func check(_ value: SettingsValue, depth: Int) throws {
    switch value {
    case .null, .bool, .integer, .unsigned, .double, .date: break
    case .string, .data: if value.isTooLong { throw SettingsError.tooLong(at: errorPath) }
    case .array, .dictionary:
      addValues(try value.checkLimits(depth: depth))
    }
  }

  /// Returns the stored form of a type with a native representation, which takes precedence over its conformance.
  private static func native<Value: Encodable>(_ value: Value) -> SettingsValue? {
    // Comparing types is cheap; casting unconditionally would cost more than encoding most values.
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
    if type == SettingsValue.self { return (value as? SettingsValue)?.withKindTags }
    return nil
  }
}
