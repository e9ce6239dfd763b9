import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsCore

/// Every kind of coding in every way in which a value travels.
struct CarrierTests {
  private static let moments = [
    Date(timeIntervalSinceReferenceDate: 0), Date(timeIntervalSinceReferenceDate: 800_000_000.125),
    Date(timeIntervalSinceReferenceDate: -1e12), Date(timeIntervalSinceReferenceDate: .infinity),
  ]

  private static let texts = [
    "", "$null", "$$null", "$$$null", "null", "NaN", "1.10", "7e10", "-0", "AQI=", "{}", "[1]", "2026-11-21T08:15:30Z",
  ]

  /// A stored value of each kind, alone and in containers, and values that look like those of another kind.
  private static let forms: [SettingsValue] = [
    .null, true, 5, -7, .unsigned(.max), 0.5, .double(.nan), .double(-.infinity), "text", "$null", "AQI=", "NaN",
    "2026-11-21T08:15:30Z", .data(Data()), .data(Data([1, 2])), .data(Data("[1]".utf8)), .date(moments[0]),
    .date(moments[1]), .date(moments[2]), .date(moments[3]), [.data(Data([1])), .date(moments[1]), "AQI="],
    ["a": .date(moments[0]), "b": ["c": .data(Data([3]))]], ["$null": "$null"], ["$data": "AQI="], ["$data": 5],
    ["$$data": "AQI="], ["$date": "2026-11-21T08:15:30Z"], ["$double": "NaN"], ["$number": "5"], ["$number": "1e400"],
    ["$number": "1.50"], ["$some": .null], ["$spellings": []], ["$string": "x"], ["$schema": "x"],
  ]

  private static let dictionaries: [[String: String]] = [
    ["$null": "$null"], ["$number": "1.50"], ["$number": "1e400"], ["$number": "5"], ["$$number": "1e400"],
    ["$data": "AQI="], ["$$data": "AQI="], ["$date": "2026-11-21T08:15:30Z"], ["$double": "NaN"], ["$spellings": "x"],
    ["$some": "x"], ["$data": "AQI=", "b": "c"],
  ]

  private static let natives: [CarriedValue] =
    texts.map { CarriedValue("text", .automatic, $0, default: "default") }
    + moments.map { CarriedValue("date", .automatic, $0, default: Date.distantPast) }
    + dictionaries.map { CarriedValue("dictionary", .automatic, $0, default: [:]) }
    + dictionaries.map { CarriedValue("codable dictionary", .codable, $0, default: [:]) }
    + [
      CarriedValue("data", .automatic, Data([1, 2]), default: Data()),
      CarriedValue("array of data", .automatic, [Data([1, 2]), Data()], default: []),
      CarriedValue("dates", .automatic, ["a": moments[1], "b": moments[3]], default: [:]),
      CarriedValue("not a number", .automatic, Double.nan, default: 0.0),
      CarriedValue("single infinity", .automatic, -Float.infinity, default: 0),
      CarriedValue("optional", .automatic, Int?.none, default: 5),
      CarriedValue("optional text", .automatic, String?("$null"), default: "default"),
      CarriedValue("nested optional", .automatic, Int??.some(.none), default: .some(5)),
      CarriedValue("spellings", .automatic, ["$spellings": ["e\u{301}", "x", "\u{E9}", "y"]], default: [:]),
      CarriedValue("decimal", .automatic, Decimal(string: "99999999999999.99") ?? 0, default: 0),
      CarriedValue("large", .automatic, UInt64.max, default: 0),
      CarriedValue("larger", .automatic, Int128.max, default: 0),
      CarriedValue("raw date", .automatic, CarriedMoment.at(moments[1]), default: .start),
      CarriedValue("raw value", .rawValue, CarriedMoment.at(moments[0]), default: .start),
    ]

  private static let codables: [CarriedValue] = [
    CarriedValue("automatic", .automatic, CarriedProfile.changed, default: CarriedProfile()),
    CarriedValue("codable", .codable, CarriedProfile.changed, default: CarriedProfile()),
    CarriedValue("dropping", .codable(undecodableElements: .drop), CarriedProfile.changed, default: CarriedProfile()),
    CarriedValue("JSON string", .jsonString, CarriedProfile.changed, default: CarriedProfile()),
    CarriedValue("JSON data", .jsonData, CarriedProfile.changed, default: CarriedProfile()),
    CarriedValue("JSON data of texts", .jsonData, ["a", "$null"], default: []),
    CarriedValue("JSON data of a text", .jsonData, "a", default: ""),
    CarriedValue("JSON data of data", .jsonData, Data([1, 2]), default: Data()),
    CarriedValue("JSON data of an optional", .jsonData, CarriedProfile?.some(.changed), default: nil),
    CarriedValue("JSON data of nil", .jsonData, CarriedProfile?.none, default: CarriedProfile()),
    CarriedValue("JSON data of a number", .jsonData, 5, default: 1),
    CarriedValue(
      "JSON string in JSON data", .codable.followed(by: .jsonString).followed(by: .jsonData), CarriedProfile.changed,
      default: CarriedProfile()),
    CarriedValue(
      "JSON data in JSON string", .codable.followed(by: .jsonData).followed(by: .jsonString), CarriedProfile.changed,
      default: CarriedProfile()),
  ]

  private static let compositions: [CarriedValue] =
    moments.map { CarriedValue("ISO 8601", .iso8601, $0, default: Date.distantPast) }
    + [
      CarriedValue("optional ISO 8601", .iso8601, Date?.none, default: moments[0]),
      CarriedValue("date or other text", .automatic.or(anyText(moments[0])), moments[1], default: moments[2]),
      CarriedValue("ISO 8601 or other text", .iso8601.or(anyText(moments[0])), moments[1], default: moments[2]),
      CarriedValue("data or other text", .automatic.or(anyText(Data())), Data([1, 2]), default: Data([3])),
      CarriedValue(
        "struct or other dictionary", .codable.or(anyDictionary(CarriedProfile())), CarriedProfile.changed,
        default: CarriedProfile()),
      CarriedValue("JSON data or text", .jsonData.or(anyText(["other"])), ["a"], default: []),
      CarriedValue(
        "converted through data", .converted(through: .automatic, encode: { Data($0.utf8) }, decode: text(of:)),
        "hello", default: ""),
      CarriedValue(
        "converted through a date",
        .converted(
          through: SettingCoding<Date>.automatic, encode: { Date(timeIntervalSinceReferenceDate: $0) },
          decode: \.timeIntervalSinceReferenceDate), 0.5, default: 1),
    ]

  /// A custom coding gets numbers without their notation.
  private static let customs: [CarriedValue] = forms.filter { $0.nearestDouble == nil }.map { form in
    CarriedValue(
      "custom", .custom(encode: { $0.settingsValue }, decode: { CarriedForm($0) }), CarriedForm(form), default: other)
  }

  private static let opaque: [CarriedValue] =
    customs
    + forms.flatMap { form in
      [
        CarriedValue("own form", .automatic, CarriedForm(form), default: other),
        CarriedValue("own forms", .automatic, [CarriedForm(form)], default: []),
        CarriedValue("stored value", .automatic, form, default: "default"),
        CarriedValue("stored values", .automatic, ["a": form], default: [:]),
        CarriedValue("codable stored value", .codable, form, default: "default"),
        CarriedValue("JSON string of a stored value", .jsonString, form, default: "default"),
        CarriedValue("JSON data of a stored value", .jsonData, form, default: "default"),
      ]
    }

  private static let other = CarriedForm("default")

  private static func text(of data: Data) -> String { String(decoding: data, as: UTF8.self) }

  /// A coding of older values that reads every text.
  private static func anyText<Value>(_ value: Value) -> SettingCoding<Value> {
    .custom { _ in
      "other"
    } decode: { stored in
      guard case .string = stored else { throw SomeError() }
      return value
    }
  }

  /// A coding of older values that reads every dictionary.
  private static func anyDictionary<Value>(_ value: Value) -> SettingCoding<Value> {
    .custom { _ in
      "other"
    } decode: { stored in
      guard case .dictionary = stored else { throw SomeError() }
      return value
    }
  }

  @Test(arguments: Carrier.allCases)
  func `values of standard types are the same at the end`(carrier: Carrier) throws {
    try carrier.carry(Self.natives)
  }

  @Test(arguments: Carrier.allCases)
  func `values of codable types are the same at the end`(carrier: Carrier) throws {
    try carrier.carry(Self.codables)
  }

  @Test(arguments: Carrier.allCases)
  func `values of composed codings are the same at the end`(carrier: Carrier) throws {
    try carrier.carry(Self.compositions)
  }

  /// Text in the environment and in arguments is the value itself for these types, so they aren't typed.
  @Test(arguments: Carrier.allCases.filter { !$0.isTyped })
  func `values of other code are the same at the end`(carrier: Carrier) throws {
    try carrier.carry(Self.opaque)
  }

  private static let documents: [(name: String, format: FileSettingsStore.Format)] = [
    ("values.json", .json), ("values.plist", .propertyList(.xml)), ("values.binary.plist", .propertyList(.binary)),
  ]

  /// All values, among them those of the other tests.
  private static let all = natives + codables + compositions + opaque

  private static func makeStore(_ index: Int, in folder: URL) -> FileSettingsStore {
    FileSettingsStore(file: folder.appending(path: documents[index].name), format: documents[index].format)
  }

  @Test(arguments: documents.indices) func `another process reads the values`(index: Int) async throws {
    let folder = try TemporaryFolder()
    let store = Self.makeStore(index, in: folder.url)
    try Self.all.set(in: Self.all.makeGroup(in: store))
    try store.flush()
    let path = folder.url.path()
    await #expect(processExitsWith: .success) { [path = path as String, index = index as Int] in
      let store = CarrierTests.makeStore(index, in: URL(filePath: path))
      try CarrierTests.all.expect(in: CarrierTests.all.makeGroup(in: store), "\(index)")
    }
  }
}
