internal import TypedSettingsCore

/// A reader that finds the places of the settings of a JSON document and builds no values.
///
/// It accepts no document that ``JSONReader`` doesn't accept, because it uses the same methods for everything but
/// containers and plain strings. It also throws an error for a document that can't be indexed. The values of such a
/// document are read as a whole.
struct JSONIndexer: ~Copyable {
  var reader: JSONReader
  private let domain: String?
  private let reserved: String
  let hash: NameHash
  private var domains: [JSONIndex.Domain] = []
  private var others: [String: SettingsValue] = [:]
  /// The number of values in the members that aren't settings.
  private var otherCount = 0
  /// The settings in the order of the document.
  private var settings = MovableStack<JSONIndex.Slot>()
  /// The hashes of the names of all settings and, above them, of the objects that are being read.
  var hashes = MovableStack<UInt64>()
  /// The number of bytes by which the document may grow in the layout of a new one.
  var growth: Int64 = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>, domain: String?, reserved: String, hash: NameHash) {
    reader = JSONReader(bytes, depth: 0, .commented)
    self.domain = domain
    self.reserved = reserved
    self.hash = hash
  }

  /// Reads the document.
  ///
  /// - Returns: The parts of the index.
  /// - Throws: ``SettingsError`` if the document is malformed, exceeds the limits, or can't be indexed.
  mutating func parts() throws(SettingsError) -> JSONIndex.Parts {
    let bytes = reader.bytes
    settings.reserveFirstCapacity(bytes.count / 32 + 4)
    hashes.reserveFirstCapacity(bytes.count / 32 + 4)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.position = 3 }
    try add()
    guard try reader.skipWhiteSpace() == UInt8(ascii: "{") else { throw unsupported }
    if let domain { try addDomain(domain) } else { try addDomains() }
    guard try reader.skipWhiteSpace() == nil else { throw unsupported }
    return JSONIndex.Parts(
      domains: domains, others: others, slots: try slots(), count: reader.budget.count - otherCount - 1,
      maximumLength: Int(clamping: Int64(bytes.count) + growth))
  }

  /// The error for a document that can't be indexed; no caller reports it.
  var unsupported: SettingsError { reader.malformed("a document that can't be indexed", at: 0) }
}

// MARK: Settings

extension JSONIndexer {
  /// Reads an object whose members are domains.
  private mutating func addDomains() throws(SettingsError) {
    try open()
    var names: Set<String> = []
    var isFirst = true
    while let range = try nextName(isFirst: isFirst) {
      let name = String(decoding: reader.bytes[range], as: UTF8.self)
      guard names.insert(name).inserted else { throw unsupported }
      if try reader.skipWhiteSpace() == UInt8(ascii: "{"), name != reserved {
        try add()
        try addDomain(name)
      } else {
        try addOther(named: name)
      }
      isFirst = false
    }
    // It might be a value in a preserved form.
    if names.count == 1, names.first?.utf8.first == UInt8(ascii: "$") { throw unsupported }
  }

  /// Reads an object whose members are settings.
  private mutating func addDomain(_ name: String) throws(SettingsError) {
    let (start, first) = (reader.position, settings.count)
    try open()
    var isFirst = true
    while let range = try nextName(isFirst: isFirst) {
      isFirst = false
      if domain != nil, reader.bytes[range].elementsEqual(reserved.utf8) {
        guard others.isEmpty else { throw unsupported }
        try addOther(named: reserved)
        continue
      }
      guard range.count < JSONIndex.Slot.lengthLimit else { throw unsupported }
      let hash = nameHash(of: range, scope: domains.count)
      hashes.append(hash)
      settings.append(
        JSONIndex.Slot(start: UInt32(range.lowerBound), mark: JSONIndex.Slot.mark(of: hash, length: range.count)))
      try skipValue()
    }
    let count = settings.count - first
    // It might be a value in a preserved form.
    if count == 1, reader.bytes[settings.elements[first].entry].first == UInt8(ascii: "$") { throw unsupported }
    domains.append(JSONIndex.Domain(name: name, text: start..<reader.position, count: count))
  }

  /// Reads a member that isn't a setting.
  private mutating func addOther(named name: String) throws(SettingsError) {
    let (position, count) = (reader.position, reader.budget.count)
    let value = try reader.readValue()
    others[name] = value
    // An element that takes two bytes on one line takes up to 130 on a line of its own.
    growth += 130 * Int64(reader.position - position + reader.budget.count - count)
    otherCount += reader.budget.count - count
  }

  /// Creates the table that finds settings by the hashes of their names.
  private func slots() throws(SettingsError) -> ContiguousArray<JSONIndex.Slot> {
    var slots = ContiguousArray(repeating: JSONIndex.Slot.free, count: Self.slotCount(for: settings.count))
    let isComplete = slots.withUnsafeMutableBufferPointer { slots in
      var setting = 0
      for domain in domains {
        for _ in 0..<domain.count {
          guard insert(setting, of: domain.text, into: slots) else { return false }
          setting += 1
        }
      }
      return true
    }
    guard isComplete else { throw unsupported }
    return slots
  }

  /// Inserts a setting.
  ///
  /// - Returns: `false` if the domain has another setting with the name, or if there are too many collisions.
  @inline(__always)
  private func insert(
    _ setting: Int, of domain: Range<Int>, into slots: UnsafeMutableBufferPointer<JSONIndex.Slot>
  ) -> Bool {
    let slot = settings.elements[setting]
    var place = Int(truncatingIfNeeded: hashes.elements[setting]) & (slots.count - 1)
    var length = 0
    while !slots[place].isFree {
      let other = slots[place]
      if other.mark == slot.mark, domain.contains(Int(other.start)) {
        let name = UnsafeBufferPointer(rebasing: reader.bytes[slot.entry])
        if reader.bytes.hasBytes(name, at: Int(other.start)) { return false }
      }
      place = (place + 1) & (slots.count - 1)
      length += 1
      if length > Self.maximumRun { return false }
    }
    slots[place] = slot
    return true
  }

  /// The maximum number of slots that are searched for one name.
  ///
  /// With random hashes and two thirds of the slots in use, the longest search of a million is expected to take 200.
  private static let maximumRun = 512

  /// Returns the number of slots for a number of settings, a power of two; some are always free.
  private static func slotCount(for settings: Int) -> Int {
    let least = settings + settings / 2 + 1
    return 1 << (Int.bitWidth - (least - 1).leadingZeroBitCount)
  }
}

// MARK: Hashes

/// A hash function for the bytes of names.
///
/// It's several times as fast as the hash function of `Hasher`, and not cryptographic. The seed is random, so that a
/// document can't be made for collisions; a table that uses the function must still limit the cost of collisions.
struct NameHash: Sendable {
  /// The hash function of this process.
  static let ofProcess = NameHash(first: .random(in: .min ... .max), second: .random(in: .min ... .max))

  private let first: UInt64
  private let second: UInt64

  /// Creates a hash function from two random numbers.
  init(first: UInt64, second: UInt64) {
    self.first = first
    // An odd factor loses no bits of a product.
    self.second = second | 1
  }

  /// Returns the hash of a name.
  ///
  /// - Parameters:
  ///   - name: The bytes of the name.
  ///   - scope: A number that distinguishes equal names in different containers.
  /// - Returns: The hash.
  @inline(__always)
  func hash(of name: UnsafeRawBufferPointer, scope: Int) -> UInt64 {
    var state = first &+ UInt64(truncatingIfNeeded: scope) &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(name.count)
    var offset = 0
    // Each load ends at or before the count.
    while offset + 8 <= name.count {
      state = mixed(state ^ name.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      offset += 8
    }
    guard offset < name.count else { return state }
    var last: UInt64 = 0
    if name.count >= 8 {
      last = name.loadUnaligned(fromByteOffset: name.count - 8, as: UInt64.self)
    } else {
      while offset < name.count {
        last = last << 8 | UInt64(name[offset])
        offset += 1
      }
    }
    return mixed(state ^ last)
  }

  @inline(__always)
  private func mixed(_ number: UInt64) -> UInt64 {
    let product = number.multipliedFullWidth(by: second)
    return product.high ^ product.low
  }
}
