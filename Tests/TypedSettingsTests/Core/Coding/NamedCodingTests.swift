import Foundation
import Testing
import TypedSettings

private struct Layout: Codable, Equatable, Sendable {
  var columns = 2
  var title: String? = "t"
}

private enum Size: String, Codable, SettingsValueConvertible {
  case small, large

  var settingsValue: SettingsValue { .integer(self == .small ? 1 : 2) }
  init(settingsValue: SettingsValue) throws(SettingsError) { self = settingsValue == 1 ? .small : .large }
}

private struct Color: Equatable, Sendable {
  var red: UInt8

  var hexadecimal: String { String(red, radix: 16) }
  init(red: UInt8) { self.red = red }
  init(hexadecimal: String) throws {
    guard let red = UInt8(hexadecimal, radix: 16) else { throw SomeError() }
    self.red = red
  }
}

extension SettingCoding<Color> {
  fileprivate static var hexadecimal: SettingCoding {
    .converted(through: SettingCoding<String>.automatic, encode: \.hexadecimal, decode: Color.init(hexadecimal:))
  }
}

struct NamedCodingTests {
  private static let date = Date(timeIntervalSinceReferenceDate: 0.25)

  private func check<Value: Equatable>(
    _ coding: SettingCoding<Value>, _ value: Value, _ stored: SettingsValue, alsoReads older: SettingsValue...
  ) throws {
    #expect(try coding.encode(value) == stored)
    for form in [stored] + older { #expect(try coding.decode(form) == value, "\(form)") }
  }

  @Test func `a coding stores its own form and also reads the type's automatic form`() throws {
    let layout = Layout(columns: 3, title: nil)
    let native: SettingsValue = ["columns": 3, "title": .null]
    let text = #"{"columns":3,"title":null}"#
    try check(.codable, layout, native, alsoReads: .string(text), .data(Data(text.utf8)))
    try check(.jsonString, layout, .string(text), alsoReads: native)
    try check(.jsonData, layout, .data(Data(text.utf8)), alsoReads: native)
    try check(.codable, Size.large, "large")
    try check(.jsonString, "dark", #""dark""#, alsoReads: "dark")
    try check(.jsonString, Size.large, #""large""#, alsoReads: "large", ["large": [:]])
    try check(.jsonData, Data([1, 2]), .data(Data(#""AQI=""#.utf8)), alsoReads: .data(Data([1, 2])), "AQI=")
    try check(.rawValue, Size.large, "large", alsoReads: ["large": [:]], ["rawValue": "large"])
    try check(.iso8601, Self.date, "2001-01-01T00:00:00.25Z", alsoReads: .date(Self.date), 0.25, "0.25")
    try check(.iso8601, Self.date as Date?, "2001-01-01T00:00:00.25Z", alsoReads: .date(Self.date))
    try check(.iso8601, Date?.none, .null)
    try check(.iso8601, Date.distantFuture.addingTimeInterval(1e12), .date(.distantFuture.addingTimeInterval(1e12)))
  }

  @Test func `a custom coding may throw any error`() throws {
    try check(.hexadecimal, Color(red: 255), "ff")
    let error = try #require(throws: SettingsError.self) { try SettingCoding<Color>.hexadecimal.decode("secret") }
    #expect(error.code == .undecodable)
    #expect(error.underlying is SomeError)
    #expect(!"\(error)".contains("secret"))
    let refusing = SettingCoding<Int>.custom { _ in
      throw SomeError()
    } decode: { _ in
      1
    }
    #expect(try #require(throws: SettingsError.self) { try refusing.encode(1) }.code == .unencodable)
  }

  @Test func `the output of a custom coding is subject to the limits`() throws {
    let deep = SettingCoding<Int>.custom { _ in
      (0...SettingsValue.maximumDepth).reduce(.null) { value, _ in [value] }
    } decode: { _ in
      1
    }
    #expect(try #require(throws: SettingsError.self) { try deep.encode(1) }.code == .tooDeep)
  }

  @Test func `an older coding reads values that the newer one cannot, and never writes`() throws {
    let minutes = SettingCoding<Date>.custom { _ in
      throw SomeError()
    } decode: { stored in
      Date(timeIntervalSinceReferenceDate: try Double(settingsValue: try stored.member("minutes")) * 60)
    }
    try check(.iso8601.or(minutes), Self.date, "2001-01-01T00:00:00.25Z")
    #expect(try SettingCoding<Date>.iso8601.or(minutes).decode(["minutes": 2.0]) == Self.date + 119.75)
    #expect(throws: SettingsError.self) { try SettingCoding<Date>.iso8601.or(minutes).decode(["hours": 2.0]) }
  }

  @Test func `codings can be chained`() throws {
    let twice = SettingCoding<Layout>.codable.followed(by: .jsonString).followed(by: .jsonString)
    try check(twice, Layout(columns: 1, title: "x"), .string(#""{\"columns\":1,\"title\":\"x\"}""#))
  }
}

extension SettingsValue {
  fileprivate func member(_ name: String) throws -> SettingsValue {
    guard case .dictionary(let values) = self, let value = values[name] else { throw SomeError() }
    return value
  }
}
