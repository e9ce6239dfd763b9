package import TypedSettingsCore

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A decoder for the bytes that ``JournalBytes`` encodes.
///
/// It validates everything: a checksum proves that the bytes are unchanged, not that they're valid.
package struct JournalScanner {
  private let bytes: [UInt8]
  private let end: Int
  package private(set) var offset: Int
  private var limits = ValueBudget(depth: 0)

  package init(_ bytes: [UInt8], in range: Range<Int>) {
    self.bytes = bytes
    offset = range.lowerBound
    end = range.upperBound
  }

  package var isAtEnd: Bool { offset == end }

  /// The remaining bytes.
  package var rest: ArraySlice<UInt8> { bytes[offset..<end] }

  /// Reads a number; returns `nil` if too few bytes remain.
  package mutating func readNumber<Number: FixedWidthInteger>(_ type: Number.Type = Number.self) -> Number? {
    let size = MemoryLayout<Number>.size
    guard end - offset >= size else { return nil }
    defer { offset += size }
    return Number(littleEndian: bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: Number.self) })
  }

  /// Reads a number of bytes; returns `nil` if too few remain.
  package mutating func readBytes(_ count: Int) -> ArraySlice<UInt8>? {
    guard count >= 0, end - offset >= count else { return nil }
    defer { offset += count }
    return bytes[offset..<offset + count]
  }

  /// Reads a count or a length in the variable-length encoding LEB128; returns `nil` if it's invalid.
  package mutating func readCount() -> Int? {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 63, by: 7) {
      guard let byte = readNumber(UInt8.self) else { return nil }
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return Int(exactly: value) }
    }
    return nil
  }

  private mutating func readText(_ budget: inout JournalBudget) -> String? {
    guard let count = readCount(), count <= SettingsValue.maximumLength, let text = readBytes(count),
      budget.take(memory: JournalBudget.memory(ofText: count), work: count)
    else { return nil }
    return String(validating: text, as: UTF8.self)
  }

  /// Reads a name, whose hash value is the hash value of its canonical form.
  package mutating func readName(_ budget: inout JournalBudget) -> String? {
    guard let name = readText(&budget) else { return nil }
    if JournalBudget.takesNormalization(name) {
      let length = name.utf8.count
      guard budget.take(memory: JournalBudget.memoryOfNameByte * length, work: JournalBudget.workOfNameByte * length)
      else {
        return nil
      }
    }
    return name.isStreamSafe ? name : nil
  }

  /// Reads a key; returns `nil` if it's invalid or exceeds the budget.
  package mutating func readKey(_ budget: inout JournalBudget) -> SettingsKey? {
    guard let domain = readName(&budget), let name = readName(&budget) else { return nil }
    return SettingsKey(domain: domain, name: name)
  }

  /// Skips a key.
  ///
  /// - Returns: Its bytes, whose text may be invalid; `nil` if too few bytes remain.
  mutating func skipKey() -> ArraySlice<UInt8>? {
    let start = offset
    for _ in 0..<2 { guard skipText() else { return nil } }
    return bytes[start..<offset]
  }

  private mutating func skipText() -> Bool {
    guard let count = readCount() else { return false }
    return skip(count)
  }

  private mutating func skip(_ count: Int) -> Bool {
    guard count >= 0, end - offset >= count else { return false }
    offset += count
    return true
  }

  /// Skips a value or a removal.
  ///
  /// - Parameter levels: The maximum number of levels of containers in the value.
  /// - Returns: `false` if it has too many levels, or its parts don't have the length that they declare.
  mutating func skipValue(levels: Int = SettingsValue.maximumDepth) -> Bool {
    guard let tag = readNumber(UInt8.self).flatMap(JournalTag.init) else { return false }
    switch tag {
    case .removed, .null, .no, .yes: return true
    case .integer, .unsigned, .double, .date: return skip(8)
    case .string, .data: return skipText()
    case .array, .dictionary:
      guard levels > 0, let count = readCount() else { return false }
      for _ in 0..<count {
        if tag == .dictionary, !skipText() { return false }
        guard skipValue(levels: levels - 1) else { return false }
      }
      return true
    }
  }

  /// Reads a value or a removal.
  ///
  /// - Returns: The value, or `.some(nil)` for a removal; `nil` if the bytes are invalid or exceed a limit or the
  ///   budget.
  package mutating func readValue(_ budget: inout JournalBudget) -> SettingsValue?? {
    limits = ValueBudget(depth: 0)
    do throws(SettingsError) { return try readPart(&budget) } catch { return nil }
  }

  private mutating func readPart(_ budget: inout JournalBudget) throws(SettingsError) -> SettingsValue?? {
    try limits.add()
    guard budget.take(work: Self.workOfValue) else { return nil }
    guard let tag = readNumber(UInt8.self).flatMap(JournalTag.init) else { return nil }
    switch tag {
    case .removed: return .some(nil)
    case .null: return .null
    case .no: return .bool(false)
    case .yes: return .bool(true)
    case .integer: return readNumber(Int64.self).map { .integer($0) }
    case .unsigned: return readNumber(UInt64.self).map { .unsigned($0) }
    case .double: return readNumber(UInt64.self).map { .double(Double(bitPattern: $0)) }
    case .string: return readText(&budget).map { .string($0) }
    case .data:
      guard let count = readCount(), count <= SettingsValue.maximumLength, let bytes = readBytes(count),
        budget.take(memory: JournalBudget.memory(ofData: count), work: count)
      else { return nil }
      return .data(Data(bytes))
    case .date:
      return readNumber(UInt64.self).map { .date(Date(timeIntervalSinceReferenceDate: Double(bitPattern: $0))) }
    case .array: return try readArray(&budget).map { .array($0) }
    case .dictionary: return try readDictionary(&budget).map { .dictionary($0) }
    }
  }

  /// The work for a value, and the additional work for a member of a dictionary.
  private static let (workOfValue, workOfMember) = (12, 80)

  /// Reads the number of parts of a value, each of which has at least one byte, and takes their memory from the budget.
  private mutating func readCountOfParts(
    _ budget: inout JournalBudget, memory: (Int) -> Int
  ) throws(SettingsError) -> Int? {
    try limits.enter()
    guard let count = readCount(), count <= end - offset else { return nil }
    try ValueBudget.check(count: count)
    return budget.take(memory: memory(count)) ? count : nil
  }

  private mutating func readArray(_ budget: inout JournalBudget) throws(SettingsError) -> [SettingsValue]? {
    guard let count = try readCountOfParts(&budget, memory: JournalBudget.memory(ofElements:)) else { return nil }
    var values: [SettingsValue] = []
    values.reserveCapacity(count)
    for _ in 0..<count {
      guard let value = try readPart(&budget), let value else { return nil }
      values.append(value)
    }
    limits.leave()
    return values
  }

  private mutating func readDictionary(
    _ budget: inout JournalBudget
  ) throws(SettingsError) -> [String: SettingsValue]? {
    guard let count = try readCountOfParts(&budget, memory: JournalBudget.memory(ofMembers:)) else { return nil }
    var values: [String: SettingsValue] = [:]
    values.reserveCapacity(count)
    for _ in 0..<count {
      guard budget.take(work: Self.workOfMember), let key = readName(&budget), let value = try readPart(&budget),
        let value
      else { return nil }
      values[key] = value
    }
    limits.leave()
    return values
  }
}
