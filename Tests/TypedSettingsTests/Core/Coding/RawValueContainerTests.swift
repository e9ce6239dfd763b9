import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsCore

private enum Theme: String, CaseIterable { case light, dark }
private enum Level: Int { case low = 1, high = 10 }
private enum CodableTheme: String, Codable { case light, dark }
private struct Size: Codable, Hashable { var width = 1 }
private struct Preset: RawRepresentable, Equatable {
  static let wide = Preset(Size(width: 3))
  var rawValue: Size
  init(_ rawValue: Size) { self.rawValue = rawValue }
  init?(rawValue: Size) {
    guard rawValue.width > 0 else { return nil }
    self.rawValue = rawValue
  }
}

private struct Raw<Content: SettingsValueConvertible & Codable & Equatable>: RawRepresentable, Equatable, Sendable {
  var rawValue: Content
}

/// A value with its stored form, and the older forms that also decode to it.
struct StoredCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let stored: SettingsValue
  let encode: @Sendable () throws -> SettingsValue
  let comesBack: @Sendable (SettingsValue) throws -> Bool
  let older: [SettingsValue]

  init<Value: Equatable & Sendable>(
    _ name: String, _ coding: SettingCoding<Value>, _ value: Value, _ stored: SettingsValue,
    older: [SettingsValue] = []
  ) {
    testDescription = name
    self.stored = stored
    self.older = older
    encode = { try coding.encode(value) }
    comesBack = { try coding.decode($0) == value }
  }

  static let all: [StoredCase] = [
    StoredCase("an optional", .automatic, Theme?.some(.dark), "dark"),
    StoredCase("nil", .automatic, Theme?.none, .null),
    StoredCase("an array", .automatic, [Theme.dark, .light], ["dark", "light"], older: [#"["dark", "light"]"#]),
    StoredCase("an array of integers", .automatic, [Level.high], [10], older: [["10"], 10]),
    StoredCase("a set", .automatic, Set([Theme.light, .dark]), ["dark", "light"]),
    StoredCase("a dictionary", .automatic, ["a": Theme.dark], ["a": "dark"], older: [#"{"a": "dark"}"#]),
    StoredCase("a dictionary by an enum", .automatic, [Theme.dark: 1], ["dark": 1], older: [["dark", 1]]),
    StoredCase(
      "a dictionary by an enum of integers", .automatic, [Level.high: true, .low: false], ["10": true, "1": false],
      older: [[10, true, 1, false]]),
    StoredCase(
      "a dictionary by a Codable enum", .automatic, [CodableTheme.dark: [Size()]], ["dark": [["width": 1]]],
      older: [["dark", [["width": 1]]]]),
    StoredCase("an empty dictionary by a Codable enum", .automatic, [CodableTheme: Int](), [:], older: [[]]),
    StoredCase("an optional array", .automatic, [Theme.dark] as [Theme]?, ["dark"]),
    StoredCase("an array of arrays", .automatic, [[Theme.dark], []], [["dark"], []]),
    StoredCase("an array of optionals", .automatic, [Theme.dark, nil], ["dark", .null]),
    StoredCase("a dictionary of arrays", .automatic, ["a": [Theme.light]], ["a": ["light"]]),
    StoredCase("an optional of an optional", .automatic, Theme??.some(.none), ["$some": .null]),
    StoredCase("an optional of an optional integer", .automatic, Int??.some(.none), ["$some": .null]),
    StoredCase("an integer in two optionals", .automatic, Int??.some(5), 5),
    StoredCase("no optional of an optional integer", .automatic, Int??.none, .null),
    StoredCase("nil in three optionals", .automatic, Int???.some(.some(nil)), ["$some": ["$some": .null]]),
    StoredCase("nil in the second of three optionals", .automatic, Int???.some(nil), ["$some": .null]),
    StoredCase("null in an optional", .automatic, SettingsValue?.some(.null), ["$some": .null]),
    StoredCase("a dictionary like a tag", .automatic, ["$some": 1] as [String: Int]?, ["$some": ["$some": 1]]),
    StoredCase("a Codable raw value", .automatic, Preset.wide, ["width": 3]),
    StoredCase("an optional of a Codable raw value", .automatic, Preset?.some(.wide), ["width": 3]),
    StoredCase("Codable raw values", .automatic, [Preset.wide], [["width": 3]]),
  ]

  private static let date = Date(timeIntervalSinceReferenceDate: 700_000_000.5)
  private static let data = Data([1, 2, 3])

  /// Raw values that a document has no form for.
  static let replacedInDocuments: [StoredCase] = [
    StoredCase("a date", .automatic, Raw(rawValue: date), .date(date)),
    StoredCase("dates", .automatic, Raw(rawValue: [date, .distantPast]), [.date(date), .date(.distantPast)]),
    StoredCase("an optional date", .automatic, Raw(rawValue: Date?.some(date)), .date(date)),
    StoredCase("dates by name", .automatic, Raw(rawValue: ["a": date]), ["a": .date(date)]),
    StoredCase("data", .automatic, Raw(rawValue: [data, Data()]), [.data(data), .data(Data())]),
    StoredCase("infinities", .automatic, Raw(rawValue: [-Double.infinity, 1.5]), [.double(-.infinity), 1.5]),
  ]
}

struct RawValueContainerTests {
  @Test(arguments: StoredCase.all)
  func `a value round-trips as its raw values and reads older forms`(row: StoredCase) throws {
    #expect(try row.encode() == row.stored)
    #expect(try row.comesBack(row.stored))
    for older in row.older { #expect(try row.comesBack(older), "from \(older)") }
  }

  @Test(
    arguments: StoredCase.replacedInDocuments,
    [DocumentFormat.json, .xmlPropertyList, .binaryPropertyList])
  func `a raw value comes back from a document`(row: StoredCase, format: DocumentFormat) throws {
    #expect(try row.encode() == row.stored)
    #expect(try row.comesBack(format.canonical(row.stored)))
  }

  @Test func `a NaN in a raw value comes back from a document`() throws {
    let coding: SettingCoding<Raw<[Double]>> = .automatic
    #expect(try coding.decode(DocumentFormat.json.canonical([.double(.nan), 2.5])).rawValue[0].isNaN)
  }

  @Test(arguments: [["sepia"], ["sepia": 1], [["width": 0]], 5] as [SettingsValue])
  func `a raw value that the type doesn't have is an error`(stored: SettingsValue) throws {
    let array: SettingCoding<[Theme]> = .automatic
    let dictionary: SettingCoding<[Theme: Int]> = .automatic
    let preset: SettingCoding<Preset> = .automatic
    #expect(throws: SettingsError.self) { try array.decode(stored) }
    #expect(throws: SettingsError.self) { try dictionary.decode(stored) }
    #expect(throws: SettingsError.self) { try preset.decode(stored) }
  }

  @Test func `an entry with an unknown raw value is dropped if the coding drops elements`() throws {
    let coding: SettingCoding<[CodableTheme: Int]> = .codable(undecodableElements: .drop)
    #expect(try coding.decode(["sepia": 1, "dark": 2]) == [.dark: 2])
    #expect(try coding.decode(["sepia": 1, "dark": "x", "light": 2]) == [.light: 2])
  }

  @Test func `unknown properties of a value survive, also in the array form`() throws {
    let coding: SettingCoding<[CodableTheme: Size]> = .automatic
    for stored in [["dark": ["width": 1, "depth": 9]], ["dark", ["width": 1, "depth": 9]]] as [SettingsValue] {
      let form = try coding.form(
        of: [.dark: Size(width: 2)], over: stored, default: [:], keepsDiscardedProperties: false)
      #expect(form.value == ["dark": ["width": 2, "depth": 9]])
    }
  }
}
