import Foundation
import Testing
import TypedSettings

struct SettingsValueConvertibleTests {
  private static let values: [any SettingsValueConvertible & Equatable] = [
    true, Int.min, Int8.min, Int16.max, Int32.min, Int64.max, UInt.max, UInt8.max, UInt16.max, UInt32.max, UInt64.max,
    Int128.min, UInt128.max, 0.1, Double.leastNonzeroMagnitude, Float.pi, Float16(1.5), "é\u{0}", Character("🙂"),
    Date(timeIntervalSinceReferenceDate: 700_000_000.123456789), Data([0, 255]), UUID(),
    URL(string: "https://example.com/a/b?q=1#f"), [1, 2], ["a": [1.5]], Int?.none,
    [Int?.some(1), nil], SettingsValue.null,
  ]

  @Test(arguments: values.indices) func `a value round-trips through its stored form`(index: Int) throws {
    func check<Value: SettingsValueConvertible & Equatable>(_ value: Value) throws {
      #expect(try Value(settingsValue: value.settingsValue) == value)
    }
    try check(Self.values[index])
  }

  @Test func `floating-point bits survive`() throws {
    #expect(try Double(settingsValue: (-0.0).settingsValue).sign == .minus)
    #expect(try Double(settingsValue: Double.nan.settingsValue).isNaN)
    #expect(try Float(settingsValue: Float.infinity.settingsValue) == .infinity)
  }

  @Test func `an integer is converted only if the conversion is exact`() throws {
    #expect(try Int(settingsValue: 3.0) == 3)
    #expect(try Double(settingsValue: 3) == 3)
    #expect(throws: SettingsError.self) { try Int(settingsValue: 3.5) }
    #expect(throws: SettingsError.self) { try Int8(settingsValue: 128) }
    #expect(throws: SettingsError.self) { try UInt(settingsValue: -1) }
    #expect(throws: SettingsError.self) { try Double(settingsValue: 9_007_199_254_740_993) }
  }

  @Test(arguments: [1e300, -1e300, 3.402823567797337e38] as [SettingsValue])
  func `a number beyond the range of a type is an error`(value: SettingsValue) throws {
    #expect(throws: SettingsError.self) { try Float(settingsValue: value) }
    #expect(throws: SettingsError.self) { try Float16(settingsValue: value) }
    let coding: SettingCoding<Float> = .automatic
    #expect(throws: SettingsError.self) { try coding.decode(value) }
  }

  @Test func `a number within the range of a type is rounded, and an infinity stays one`() throws {
    let largest = Float.greatestFiniteMagnitude
    #expect(try Float(settingsValue: largest.settingsValue) == largest)
    #expect(try Float(settingsValue: 3.40282356e38) == largest)
    #expect(try Float(settingsValue: 0.1) == 0.1)
    #expect(try Float(settingsValue: .double(-.infinity)) == -.infinity)
    #expect(try Float(settingsValue: .double(.nan)).isNaN)
    #expect(try Float16(settingsValue: 65_519) == .greatestFiniteMagnitude)
    #expect(throws: SettingsError.self) { try Float16(settingsValue: 65_520) }
  }

  @Test(arguments: [.null, true, 1, 1.5, "secret", .data(Data()), .date(.distantPast), ["x": 1]] as [SettingsValue])
  func `a value of another kind is an error that does not quote it`(value: SettingsValue) throws {
    let error = try #require(throws: SettingsError.self) { try [Int](settingsValue: value) }
    #expect(error.code == .undecodable)
    #expect(!"\(error)".contains("secret"))
  }

  @Test func `an error names the place inside the value`() throws {
    let error = try #require(throws: SettingsError.self) {
      try [String: [Int]](settingsValue: ["a": [1], "b": [1, "two"]])
    }
    #expect(error.codingPath == ["*", "1"])
  }
}
