import Foundation
import Testing
import TypedSettings

struct SettingsValueTests {
  private static let distinct: [SettingsValue] = [
    .null, false, true, 0, 1, .unsigned(.max), 0.0, -0.0, 1.0, .double(.nan), .double(.infinity), "", "a", "\u{E9}",
    "e\u{301}",
    .data(Data()), .data(Data([0])), .date(Date(timeIntervalSinceReferenceDate: 0)),
    .date(Date(timeIntervalSinceReferenceDate: -0.0)), [], [.null], [:], ["a": .null],
  ]

  @Test(arguments: distinct.indices) func `a value equals only itself, bit for bit`(index: Int) {
    let value = Self.distinct[index]
    for (other, candidate) in Self.distinct.enumerated() { #expect((value == candidate) == (index == other)) }
    #expect(value.hashValue == Self.distinct[index].hashValue)
  }

  @Test(arguments: [true, false]) func `a conditional nil removes an entry instead of storing null`(isKept: Bool) {
    var entries: [String: SettingsValue] = ["name": 1]
    let edited: SettingsValue? = isKept ? .integer(2) : nil
    entries["name"] = isKept ? .integer(2) : nil
    #expect(entries == (isKept ? ["name": 2] : [:]))
    #expect(edited == (isKept ? .integer(2) : .none))
  }

  @Test func `integers have one form`() {
    #expect(SettingsValue(UInt64(7)) == 7)
    #expect(SettingsValue(UInt64.max) == .unsigned(.max))
    #expect(SettingsValue(Int128(Int64.min)) == .integer(.min))
    #expect(SettingsValue(Int128(Int64.min) - 1) == nil)
    #expect(SettingsValue(UInt128(UInt64.max) + 1) == nil)
  }

  @Test func `plain values round-trip through JSON`() throws {
    let value: SettingsValue = ["a": [1, 2.5, "x", true, .null, .unsigned(.max)], "b": ["c": []]]
    let data = try JSONEncoder().encode(value)
    #expect(try JSONDecoder().decode(SettingsValue.self, from: data) == value)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300, 1e15, -1e15, 0.5])
  func `a value with any date has a description`(interval: Double) {
    #expect(SettingsValue.date(Date(timeIntervalSinceReferenceDate: interval)).description.contains("2001"))
  }

  @Test func `a value nested too deep is compared, hashed and described without a crash`() throws {
    let isEqual = try onSmallStack {
      func nested() -> SettingsValue {
        (0..<1_000).reduce(1) { value, level in level % 2 == 0 ? [value] : ["a": value] }
      }
      return nested() == nested() && nested().hashValue == nested().hashValue && nested().description.contains("…")
    }
    #expect(isEqual)
  }

  @Test func `a value nested too deep cannot be stored`() throws {
    let nested: SettingsValue = (0...SettingsValue.maximumDepth).reduce(1) { value, _ in [value] }
    let store = InMemorySettingsStore()
    let record = makeRecord(in: store, default: SettingsValue.null)
    let error = try #require(throws: SettingsError.self) { try record.set(nested) }
    #expect(error.code == .tooDeep)
    #expect(!record.isSet)
  }

  @Test func `comparing and hashing strings of combining marks takes linear time`() {
    let marks = String(repeating: "\u{301}\u{316}", count: 50_000)
    let (one, other) = (SettingsValue.string(marks + "\u{301}\u{316}"), SettingsValue.string(marks + "\u{316}\u{301}"))
    let start = processorTime()
    #expect(one != other)
    #expect(Set([one, other, [one, other]]).count == 3)
    #expect(processorTime() - start < .seconds(2))
  }

  @Test func `equal dictionaries have one hash, whatever the spelling of their keys`() {
    let (one, other): (SettingsValue, SettingsValue) = (["\u{E9}": 1], ["e\u{301}": 1])
    #expect(one == other)
    #expect(one.hashValue == other.hashValue)
    #expect((["a": [one]] as SettingsValue).hashValue == (["a": [other]] as SettingsValue).hashValue)
  }

  @Test func `values that differ only in nested containers have different hashes`() {
    let values = (0..<100).map { (number: Int64) -> SettingsValue in
      (0..<20).reduce(SettingsValue.integer(number)) { value, level in level % 2 == 0 ? [value] : ["a": value] }
    }
    #expect(Set(values.map(\.hashValue)).count == 100)
  }

  @Test func `dates and data round-trip through a property list`() throws {
    let date = SettingsValue.date(Date(timeIntervalSinceReferenceDate: 700_000_000))
    let value: SettingsValue = ["a": date, "b": .data(Data([1, 2, 3])), "c": [date, "x", [:]]]
    let encoder = PropertyListEncoder()
    for format in [PropertyListSerialization.PropertyListFormat.binary, .xml] {
      encoder.outputFormat = format
      #expect(try PropertyListDecoder().decode(SettingsValue.self, from: encoder.encode(value)) == value)
    }
  }
}
