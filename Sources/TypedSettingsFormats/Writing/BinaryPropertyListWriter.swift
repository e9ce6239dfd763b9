package import TypedSettingsCore

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A writer of Apple's binary property list format, version `00`.
///
/// Equal values always produce equal bytes. The keys of a dictionary are sorted by their UTF-8 bytes. Objects are
/// numbered in the order of `CFBinaryPList.c` in CoreFoundation: a container, its keys, then its values. Scalars with
/// equal bytes share one object. Null is written as the string `$null`, as in `PropertyListEncoder`, and a date that
/// isn't finite as a floating-point number.
package struct BinaryPropertyListWriter {
  /// An object before the size of references is determined.
  private enum Object {
    case scalar([UInt8])
    case array([Int])
    /// The numbers of the keys, followed by the numbers of the values.
    case dictionary([Int])
  }

  private var objects: [Object] = []
  /// The numbers of the scalars.
  private var known: [BinaryPropertyListScalar: Int] = [:]
  private var budget = ValueBudget(depth: 0)

  private init() {}

  /// Returns the binary property list of a value.
  package static func bytes(of value: SettingsValue) throws(SettingsError) -> [UInt8] {
    var writer = BinaryPropertyListWriter()
    let root = try writer.add(value)
    return writer.list(root: root)
  }
}

extension BinaryPropertyListWriter {
  /// Adds the objects of a value and returns the number of its own object.
  private mutating func add(_ value: SettingsValue) throws(SettingsError) -> Int {
    try budget.add()
    switch value {
    case .array(let values): return try add(values)
    case .dictionary(let values):
      if values.count == 1 {
        if let number = value.numberText, number.isIntegerText, let number = Int128(number), number != 0 {
          return try add(BinaryPropertyListScalar(number))
        }
        if let native = DocumentFormat.binaryPropertyList.value(ofTagged: value) {
          return try add(try BinaryPropertyListScalar(native))
        }
      }
      return try add(values)
    case .null, .bool, .integer, .unsigned, .double, .string, .data, .date:
      return try add(try BinaryPropertyListScalar(value))
    }
  }

  private mutating func add(_ values: [SettingsValue]) throws(SettingsError) -> Int {
    try budget.enter()
    let number = addPlaceholder()
    var references: [Int] = []
    references.reserveCapacity(values.count)
    for value in values { references.append(try add(value)) }
    objects[number] = .array(references)
    budget.leave()
    return number
  }

  private mutating func add(_ values: [String: SettingsValue]) throws(SettingsError) -> Int {
    try budget.enter()
    let number = addPlaceholder()
    let members = values.documentMembers
    var references: [Int] = []
    references.reserveCapacity(members.count * 2)
    for (key, _) in members {
      guard key.isStreamSafe else { throw .unwritableKey }
      references.append(try add(try BinaryPropertyListScalar(key: key)))
    }
    for (_, value) in members { references.append(try add(value)) }
    objects[number] = .dictionary(references)
    budget.leave()
    return number
  }

  private mutating func add(_ scalar: BinaryPropertyListScalar) throws(SettingsError) -> Int {
    if let number = known[scalar] {
      // The reader counts shared scalars too.
      try budget.share(scalar.bytes.count)
      return number
    }
    known[scalar] = objects.count
    objects.append(.scalar(scalar.bytes))
    return objects.count - 1
  }

  /// Reserves the number of a container, which precedes the numbers of its contents.
  private mutating func addPlaceholder() -> Int {
    objects.append(.array([]))
    return objects.count - 1
  }
}

extension BinaryPropertyListWriter {
  /// Returns the header, the objects, the table of their offsets, and the trailer.
  private func list(root: Int) -> [UInt8] {
    let referenceSize = objects.count.sizeOfCount
    var bytes = BinaryPropertyListLayout.header
    var offsets: [Int] = []
    offsets.reserveCapacity(objects.count)
    for object in objects {
      offsets.append(bytes.count)
      switch object {
      case .scalar(let scalar): bytes += scalar
      case .array(let references):
        bytes.appendMarker(0xA0, count: references.count)
        for reference in references { bytes.append(reference, size: referenceSize) }
      case .dictionary(let references):
        bytes.appendMarker(0xD0, count: references.count / 2)
        for reference in references { bytes.append(reference, size: referenceSize) }
      }
    }
    let table = bytes.count
    let offsetSize = table.sizeOfCount
    for offset in offsets { bytes.append(offset, size: offsetSize) }
    bytes += [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)]
    for number in [objects.count, root, table] { bytes.append(number, size: 8) }
    return bytes
  }
}

extension Int {
  /// The size of numbers up to this one: one, two, four or eight bytes, the sizes that every reader supports.
  fileprivate var sizeOfCount: Int {
    // On 32-bit machines, the last limit doesn't fit into an `Int`.
    switch UInt64(clamping: self) {
    case 0...0xFF: 1
    case 0...0xFFFF: 2
    case 0...0xFFFF_FFFF: 4
    default: 8
    }
  }
}

/// The bytes of an object that doesn't refer to other objects.
private struct BinaryPropertyListScalar: Hashable {
  private(set) var bytes: [UInt8] = []

  /// Creates the object of a value that isn't a container.
  init(_ value: SettingsValue) throws(SettingsError) {
    switch value {
    case .null: try append(SettingsValue.nullInPropertyLists)
    case .bool(let value): bytes = [value ? 0x09 : 0x08]
    case .integer(let value): append(value)
    case .unsigned(let value): append(value)
    case .double(let value): append(value, marker: 0x23)
    case .string(let value): try append(value.inPropertyList)
    case .data(let value): try append(value)
    case .date(let value):
      let interval = value.timeIntervalSinceReferenceDate
      append(interval, marker: interval.isFinite ? 0x33 : 0x23)
    case .array, .dictionary: break
    }
  }

  /// Creates the object of a number that exceeds 64 bits.
  init(_ number: Int128) {
    bytes.append(0x14)
    bytes.append(number, size: 16)
  }

  /// Creates the object of a key.
  init(key: String) throws(SettingsError) { try append(key) }

  /// Appends a string in ASCII if possible, or else in UTF-16.
  private mutating func append(_ text: String) throws(SettingsError) {
    try ValueBudget.check(length: text.utf8.count)
    if text.utf8.allSatisfy({ $0 < 0x80 }) {
      bytes.appendMarker(0x50, count: text.utf8.count)
      bytes += text.utf8
    } else {
      bytes.appendMarker(0x60, count: text.utf16.count)
      for unit in text.utf16 { bytes.append(unit, size: 2) }
    }
  }

  private mutating func append(_ data: Data) throws(SettingsError) {
    try ValueBudget.check(length: data.count)
    bytes.appendMarker(0x40, count: data.count)
    bytes += data
  }

  private mutating func append(_ value: Double, marker: UInt8) {
    bytes.append(marker)
    bytes.append(value.bitPattern, size: 8)
  }

  private mutating func append(_ value: Int64) {
    // Integers of fewer than eight bytes are unsigned.
    if value >= 0 {
      bytes.appendInteger(value.magnitude)
    } else {
      bytes.append(0x13)
      bytes.append(value, size: 8)
    }
  }

  private mutating func append(_ value: UInt64) {
    // Integers of eight bytes are signed.
    if value <= Int64.max {
      bytes.appendInteger(value)
    } else {
      bytes.append(0x14)
      bytes.append(0 as UInt64, size: 8)
      bytes.append(value, size: 8)
    }
  }

  func hash(into hasher: inout Hasher) { bytes.withUnsafeBytes { hasher.combine(bytes: $0) } }
}

extension [UInt8] {
  /// Appends the marker of an object and the number of units or references that follow.
  mutating func appendMarker(_ marker: UInt8, count: Int) {
    if count < 0x0F {
      append(marker | UInt8(count))
    } else {
      append(marker | 0x0F)
      appendInteger(UInt64(count))
    }
  }

  /// Appends an unsigned integer in the fewest bytes.
  fileprivate mutating func appendInteger(_ value: UInt64) {
    let exponent: UInt8 =
      switch value {
      case 0...0xFF: 0
      case 0...0xFFFF: 1
      case 0...0xFFFF_FFFF: 2
      default: 3
      }
    append(0x10 | exponent)
    append(value, size: 1 << Int(exponent))
  }

  /// Appends the least significant bytes of a number in big-endian order.
  mutating func append(_ number: some FixedWidthInteger, size: Int) {
    for index in (0..<size).reversed() { append(UInt8(truncatingIfNeeded: number >> (index * 8))) }
  }
}
