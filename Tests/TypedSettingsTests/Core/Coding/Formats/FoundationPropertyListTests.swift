import Foundation
import Testing
import TypedSettings
import TypedSettingsTesting

/// The library's property lists compared with those of Foundation's readers and writers.
struct FoundationPropertyListTests {
  private static let formats: [DocumentFormat] = [.xmlPropertyList, .binaryPropertyList]

  /// Any value, as `PropertyListDecoder` decodes it.
  private struct Found: Decodable {
    let value: SettingsValue

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      func read<Value: Decodable>(_ make: (Value) -> SettingsValue) -> SettingsValue? {
        do { return make(try container.decode(Value.self)) } catch { return nil }
      }
      if container.decodeNil() {
        value = .null
      } else {
        let found =
          read(SettingsValue.bool) ?? read(SettingsValue.integer) ?? read(SettingsValue.unsigned)
          ?? read(SettingsValue.double) ?? read(SettingsValue.init(inPropertyList:)) ?? read(SettingsValue.date)
          ?? read(SettingsValue.data) ?? read { (found: [Found]) in .array(found.map(\.value)) }
          ?? read { (found: [String: Found]) in .dictionary(found.mapValues(\.value)) }
        value = try #require(found)
      }
    }
  }

  /// Returns a value without the differences that Foundation ignores: the kind of integers and the bits of a NaN.
  private static func simplified(_ value: SettingsValue) -> SettingsValue {
    switch value {
    case .double(let number) where number.isNaN: .double(.nan)
    case .double(let number): SettingsValue(exactly: number) ?? value
    case .array(let values): .array(values.map(simplified))
    case .dictionary(let values): .dictionary(values.mapValues(simplified))
    case .null, .bool, .integer, .unsigned, .string, .data, .date: value
    }
  }

  /// Returns a value as the objects that Foundation writes.
  private static func object(_ value: SettingsValue) -> Any {
    switch value {
    case .null: "$null"
    case .bool(let value): value
    case .integer(let value): value
    case .unsigned(let value): value
    case .double(let value): value
    case .string(let value): value.inPropertyList
    case .data(let value): value
    case .date(let value): value
    case .array(let values): values.map(object)
    case .dictionary(let values): values.mapValues(object)
    }
  }

  /// Generated values in arrays, in their canonical form.
  private static func values(_ format: DocumentFormat, seed: UInt64) -> [SettingsValue] {
    var generator = SeededGenerator(seed: seed)
    return (0..<3_000).map { _ in format.canonical(.array([generator.value()])) }
  }

  @Test(arguments: formats) func `Foundation reads what the library writes`(format: DocumentFormat) throws {
    var read = 0
    for value in Self.values(format, seed: 21) {
      guard let list = try document(of: value, in: format) else { continue }
      let found = try PropertyListDecoder().decode(Found.self, from: Data(list)).value
      #expect(Self.simplified(found) == Self.simplified(value))
      read += 1
    }
    #expect(read > 1_000)
  }

  @Test(arguments: formats) func `the library reads what Foundation writes`(format: DocumentFormat) throws {
    for value in Self.values(format, seed: 22) {
      let list = try PropertyListSerialization.data(
        fromPropertyList: Self.object(value), format: format == .xmlPropertyList ? .xml : .binary, options: 0)
      #expect(try Self.simplified(format.value(of: Array(list)).withoutNotation) == Self.simplified(value))
    }
  }
}

extension SettingsValue {
  /// Returns the integer that a floating-point number equals, or `nil` if it doesn't equal one of 64 bits.
  fileprivate init?(exactly number: Double) {
    if let signed = Int64(exactly: number) {
      self = .integer(signed)
    } else if let unsigned = UInt64(exactly: number) {
      self = .unsigned(unsigned)
    } else {
      return nil
    }
  }
}
