import Testing
import TypedSettings

private enum RawAlone: Int, Equatable { case one = 1, two }
private enum RawCodable: String, Codable { case one, two }
private struct Native: SettingsValueConvertible, RawRepresentable, Codable, Equatable {
  var rawValue: Int
  init(rawValue: Int) { self.rawValue = rawValue }
  var settingsValue: SettingsValue { ["native": .integer(Int64(rawValue))] }
  init(settingsValue: SettingsValue) throws(SettingsError) {
    rawValue = try [String: Int](settingsValue: settingsValue)["native"] ?? 0
  }
}
private struct Options: OptionSet { let rawValue: UInt8 }
private struct Plain: Codable, Equatable { var x = 1 }

struct SettingCodingTests {
  private func check<Value>(_ coding: SettingCoding<Value>, _ value: Value, _ stored: SettingsValue) throws
  where Value: Equatable {
    #expect(try coding.encode(value) == stored)
    #expect(try coding.decode(stored) == value)
  }

  @Test func `the automatic coding prefers the native form, then the raw value, then Codable`() throws {
    try check(.automatic, 5, 5)
    try check(.automatic, RawAlone.two, 2)
    try check(.automatic, RawCodable.two, "two")
    try check(.automatic, Native(rawValue: 3), ["native": 3])
    try check(.automatic, Options(rawValue: 5), 5)
    try check(.automatic, Plain(x: 2), ["x": 2])
    try check(.automatic, RawCodable?.none, .null)
    try check(.automatic, [RawCodable.one], ["one"])
    try check(.automatic, [Plain()], [["x": 1]])
  }

  @Test func `an unknown raw value is an error`() throws {
    let coding: SettingCoding<RawAlone> = .automatic
    let error = try #require(throws: SettingsError.self) { try coding.decode(3) }
    #expect(error.code == .undecodable)
  }
}
