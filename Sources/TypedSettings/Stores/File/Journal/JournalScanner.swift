#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Reads what ``JournalBytes`` writes, and takes nothing for granted: a checksum says that bytes are what somebody
/// wrote, not that they mean something.
struct JournalScanner {
  private let bytes: [UInt8]
  private let end: Int
  private(set) var offset: Int
  private var budget = ValueBudget(depth: 0)

  init(_ bytes: [UInt8], in range: Range<Int>) {
    self.bytes = bytes
    offset = range.lowerBound
    end = range.upperBound
  }

  var isAtEnd: Bool { offset == end }

  /// The bytes that are left.
  var rest: ArraySlice<UInt8> { bytes[offset..<end] }

  /// Reads a number; nil where too few bytes are left.
  mutating func readNumber<Number: FixedWidthInteger>(_ type: Number.Type = Number.self) -> Number? {
    let size = MemoryLayout<Number>.size
    guard end - offset >= size else { return nil }
    defer { offset += size }
    return Number(littleEndian: bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: Number.self) })
  }

  mutating func readBytes(_ count: Int) -> ArraySlice<UInt8>? {
    guard count >= 0, end - offset >= count else { return nil }
    defer { offset += count }
    return bytes[offset..<offset + count]
  }

  mutating func readCount() -> Int? {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 63, by: 7) {
      guard let byte = readNumber(UInt8.self) else { return nil }
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return Int(exactly: value) }
    }
    return nil
  }

  mutating func readText() -> String? {
    guard let count = readCount(), count <= SettingsValue.maximumLength, let text = readBytes(count) else { return nil }
    return String(validating: text, as: UTF8.self)
  }

  mutating func readKey() -> SettingsKey? {
    guard let domain = readText(), domain.isStreamSafe, let name = readText(), name.isStreamSafe else { return nil }
    return SettingsKey(domain: domain, name: name)
  }

  /// Reads a value, or that there is none any more; nil where the bytes are no value within the limits.
  mutating func readValue() -> SettingsValue?? {
    budget = ValueBudget(depth: 0)
    do throws(SettingsError) { return try readPart() } catch { return nil }
  }

  private mutating func readPart() throws(SettingsError) -> SettingsValue?? {
    try budget.add()
    guard let tag = readNumber(UInt8.self).flatMap(JournalTag.init) else { return nil }
    switch tag {
    case .removed: return .some(nil)
    case .null: return .null
    case .no: return .bool(false)
    case .yes: return .bool(true)
    case .integer: return readNumber(Int64.self).map { .integer($0) }
    case .unsigned: return readNumber(UInt64.self).map { .unsigned($0) }
    case .double: return readNumber(UInt64.self).map { .double(Double(bitPattern: $0)) }
    case .string: return readText().map { .string($0) }
    case .data:
      guard let count = readCount(), count <= SettingsValue.maximumLength else { return nil }
      return readBytes(count).map { .data(Data($0)) }
    case .date:
      return readNumber(UInt64.self).map { .date(Date(timeIntervalSinceReferenceDate: Double(bitPattern: $0))) }
    case .array: return try readArray().map { .array($0) }
    case .dictionary: return try readDictionary().map { .dictionary($0) }
    }
  }

  private mutating func readArray() throws(SettingsError) -> [SettingsValue]? {
    try budget.enter()
    guard let count = readCount() else { return nil }
    var values: [SettingsValue] = []
    for _ in 0..<count {
      guard let value = try readPart(), let value else { return nil }
      values.append(value)
    }
    budget.leave()
    return values
  }

  private mutating func readDictionary() throws(SettingsError) -> [String: SettingsValue]? {
    try budget.enter()
    guard let count = readCount() else { return nil }
    var values: [String: SettingsValue] = [:]
    for _ in 0..<count {
      guard let key = readText(), key.isStreamSafe, let value = try readPart(), let value else { return nil }
      values[key] = value
    }
    budget.leave()
    return values
  }
}
