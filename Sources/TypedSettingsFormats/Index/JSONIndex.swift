internal import TypedSettingsCore

/// The places of the settings of a JSON document, whose values are decoded when they're requested.
///
/// The index keeps the bytes of the document and makes no string or value of a setting, so a large document takes
/// little more memory than its bytes. It holds only documents whose names are ASCII without escape sequences.
final class JSONIndex: Sendable {
  /// The range of a setting's name, without its quotation marks.
  typealias Entry = Range<Int>

  /// A domain with the place of the object that contains its settings.
  struct Domain: Sendable {
    let name: String
    let text: Range<Int>
    /// The number of settings.
    let count: Int
  }

  /// A place in the table of the settings' names.
  struct Slot: BitwiseCopyable {
    /// The offset of the name; zero if the slot is free.
    let start: UInt32
    /// A part of the hash of the name, and its length.
    let mark: UInt32

    static let free = Slot(start: 0, mark: 0)

    var isFree: Bool { start == 0 }
    var entry: Entry { Int(start)..<Int(start) + Int(mark & (Self.lengthLimit - 1)) }

    /// The length of names that are too long for a slot.
    static let lengthLimit: UInt32 = 1 << 24

    /// Returns the mark of a name.
    @inline(__always)
    static func mark(of hash: UInt64, length: Int) -> UInt32 {
      UInt32(truncatingIfNeeded: hash >> 32) & ~(lengthLimit - 1) | UInt32(truncatingIfNeeded: length)
    }
  }

  /// The parts of an index, which ``JSONIndexer`` finds.
  struct Parts {
    let domains: [Domain]
    /// The members that aren't settings.
    let others: [String: SettingsValue]
    let slots: ContiguousArray<Slot>
    /// The number of values in the document, without the document itself and the members that aren't settings.
    let count: Int
    /// The maximum number of bytes that the document takes in the layout of a new one.
    let maximumLength: Int
  }

  let parts: Parts
  /// The number of containers around a value.
  let levels: Int
  private let bytes: [UInt8]
  private let reserved: String
  private let hash: NameHash
  /// The indices of the domains by name, if comparing all names would take longer.
  private let domainIndices: [String: Int]

  private static let maximumComparedDomains = 4

  private init(_ parts: Parts, of bytes: [UInt8], levels: Int, reserved: String, hash: NameHash) {
    self.parts = parts
    self.bytes = bytes
    self.levels = levels
    self.reserved = reserved
    self.hash = hash
    domainIndices =
      parts.domains.count <= Self.maximumComparedDomains
      ? [:] : Dictionary(parts.domains.enumerated().map { ($1.name, $0) }) { first, _ in first }
  }

  /// Creates the index of a document whose outermost members are settings or domains.
  ///
  /// - Parameters:
  ///   - bytes: The document.
  ///   - domain: The domain of the outermost members; `nil` if they are domains.
  ///   - reserved: The name of an outermost member that isn't a setting or a domain.
  ///   - hash: The hash function for names.
  /// - Returns: The index; `nil` if the document is malformed, exceeds the limits, or can't be indexed.
  static func index(
    of bytes: [UInt8], domain: String?, reserved: String, hash: NameHash = .ofProcess
  ) -> JSONIndex? {
    guard bytes.count <= UInt32.max else { return nil }
    let parts = bytes.withUnsafeBufferPointer { text -> Parts? in
      var indexer = JSONIndexer(text, domain: domain, reserved: reserved, hash: hash)
      return nilOnFailure { () throws(SettingsError) in try indexer.parts() }
    }
    guard let parts else { return nil }
    return JSONIndex(parts, of: bytes, levels: domain == nil ? 2 : 1, reserved: reserved, hash: hash)
  }
}

// MARK: Finding

extension JSONIndex {
  /// Returns the entry with a name in a domain; `nil` if there is none.
  func entry(named name: String, inDomain domain: String) -> Entry? {
    guard let index = self.domain(named: domain) else { return nil }
    if let entry = entry(spelled: name, inDomain: index) { return entry }
    guard !name.utf8.allSatisfy({ $0 < 0x80 }), let name = name.equivalentASCII else { return nil }
    return entry(spelled: name, inDomain: index)
  }

  /// Returns the index of the domain with a name; `nil` if there is none.
  func domain(named name: String) -> Int? {
    if parts.domains.count > Self.maximumComparedDomains { return domainIndices[name] }
    for index in parts.domains.indices where parts.domains[index].name == name { return index }
    return nil
  }

  private func entry(spelled name: String, inDomain index: Int) -> Entry? {
    if let found = name.utf8.withContiguousStorageIfAvailable({ entry(spelled: $0, inDomain: index) }) { return found }
    // Strings bridged from Objective-C may not be contiguous.
    var name = name
    return name.withUTF8 { entry(spelled: $0, inDomain: index) }
  }

  private func entry(spelled name: UnsafeBufferPointer<UInt8>, inDomain index: Int) -> Entry? {
    guard name.count < Slot.lengthLimit else { return nil }
    let hash = hash.hash(of: UnsafeRawBufferPointer(name), scope: index)
    let mark = Slot.mark(of: hash, length: name.count)
    let domain = parts.domains[index].text
    return bytes.withUnsafeBufferPointer { bytes in
      parts.slots.withUnsafeBufferPointer { slots in
        // A document with a long run of slots isn't indexed, so the loop is short.
        var place = Int(truncatingIfNeeded: hash) & (slots.count - 1)
        while true {
          let slot = slots[place]
          if slot.isFree { return nil }
          if slot.mark == mark, domain.contains(Int(slot.start)), bytes.hasBytes(name, at: Int(slot.start)) {
            return slot.entry
          }
          place = (place + 1) & (slots.count - 1)
        }
      }
    }
  }

  /// Returns the entries of a domain in the order of the document.
  func entries(inDomain name: String) -> [Entry] {
    guard let index = domain(named: name) else { return [] }
    let outline = bytes.withUnsafeBufferPointer { $0.outline(at: parts.domains[index].text.lowerBound) }
    let entries = outline?.items.map { $0.start + 1..<$0.nameEnd - 1 } ?? []
    return levels == 1 ? entries.filter { !bytes[$0].elementsEqual(reserved.utf8) } : entries
  }
}

// MARK: Values

extension JSONIndex {
  /// Returns the name of an entry.
  func name(of entry: Entry) -> String { String(decoding: bytes[entry], as: UTF8.self) }

  /// Decodes the value of an entry.
  ///
  /// - Returns: The value and the length of its text; never `nil`, because the whole document was read for the index.
  func read(_ entry: Entry) -> (value: SettingsValue, length: Int)? {
    bytes.withUnsafeBufferPointer { bytes in
      var reader = JSONReader(bytes, depth: levels, .commented)
      let start = bytes.startOfValue(named: entry)
      reader.position = start
      // By default, memory for the whole document would be reserved.
      if bytes[start] == UInt8(ascii: "{") || bytes[start] == UInt8(ascii: "[") {
        reader.members.reserveFirstCapacity(8)
      }
      return nilOnFailure { () throws(SettingsError) in (try reader.readValue(), reader.position - start) }
    }
  }

  /// Decodes the value of an entry; never returns `nil`.
  func value(of entry: Entry) -> SettingsValue? { read(entry)?.value }

  /// Returns the number of values in an entry, including its own.
  func count(of entry: Entry) throws(SettingsError) -> Int { 1 + (try value(of: entry)?.checkLimits() ?? 0) }

  /// Returns whether the values of two entries have the same text, and therefore are equal.
  func hasSameText(_ entry: Entry, as other: JSONIndex, _ otherEntry: Entry) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      other.bytes.withUnsafeBufferPointer { others in
        let (text, otherText) = (bytes.value(named: entry), others.value(named: otherEntry))
        return text.count == otherText.count
          && bytes.hasBytes(UnsafeBufferPointer(rebasing: others[otherText]), at: text.lowerBound)
      }
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Returns whether the bytes at an offset, of which there are enough, equal the bytes of another buffer.
  @inline(__always)
  func hasBytes(_ other: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
    let bytes = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(self)[start..<start + other.count])
    return bytes.commonPrefixLength(with: UnsafeRawBufferPointer(other), atMost: other.count) == other.count
  }

  /// Returns the offset of the value of a member with a plain name.
  @inline(__always)
  fileprivate func startOfValue(named name: Range<Int>) -> Int {
    endOfSpace(from: endOfSpace(from: name.upperBound + 1) + 1)
  }

  /// Returns the range of the value of a member with a plain name.
  fileprivate func value(named name: Range<Int>) -> Range<Int> {
    let start = startOfValue(named: name)
    return start..<endOfValue(from: start)
  }
}

extension String {
  /// The ASCII string that is canonically equivalent to this one, and therefore equal; `nil` if there is none.
  ///
  /// Three characters outside ASCII are equivalent to one in it.
  var equivalentASCII: String? {
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "\u{212A}": text.append("K")
      case "\u{37E}": text.append(";")
      case "\u{1FEF}": text.append("`")
      default:
        guard scalar.isASCII else { return nil }
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
