import Testing
import TypedSettings
import TypedSettingsTesting

@Suite(.isolatedSettings) struct SettingValidationTests {
  /// A rule, values that it allows, and values that it doesn't.
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let problems: @Sendable () -> [String]

    init<Value: SettingsValueConvertible>(
      _ title: String, _ rule: SettingValidation<Value>, allows allowed: [Value], refuses refused: [Value]
    ) {
      testDescription = title
      problems = {
        guard let first = allowed.first else { return ["nothing is allowed"] }
        let record = SettingRecord(
          name: "value", key: testKey, default: first, coding: .automatic.validated(by: rule))
        return allowed.filter { !record.takes($0) }.map { "refused: \($0)" }
          + refused.filter { record.takes($0) }.map { "allowed: \($0)" }
      }
    }
  }

  private static let rows: [Row] = [
    Row("closed range", .range(0...9), allows: [0, 9, 5], refuses: [-1, 10]),
    Row("half-open range", .range(0..<5), allows: [0, 4], refuses: [-1, 5]),
    Row("half-open range of another integer", .range(UInt8(1)..<2), allows: [1], refuses: [0, 2]),
    Row("half-open count", .count(1..<3), allows: ["a", "ab"], refuses: ["", "abc"]),
    Row("range from", .range(1.5...), allows: [1.5, .infinity], refuses: [1.4, .nan]),
    Row("range through", .range(...3), allows: [3, .min], refuses: [4]),
    Row("range of texts", .range("b"..."d"), allows: ["b", "cc"], refuses: ["a", "dd"]),
    Row("choices", .oneOf([1, 3]), allows: [1, 3], refuses: [2]),
    Row("pattern", .matches(/[a-z]+[0-9]?/), allows: ["abc", "a1"], refuses: ["", "abc def", "A", "a12"]),
    Row("count of a text", .count(1...2), allows: ["a", "e\u{301}ü"], refuses: ["", "abc"]),
    Row("count of a list", .count(2...), allows: [[1, 2], [1, 2, 3]], refuses: [[], [1]]),
    Row("greatest count", .count(...1), allows: [[String](), ["a"]], refuses: [["a", "b"]]),
    Row("each", .each(.range(0...9)), allows: [[], [0, 9]], refuses: [[1, 10]]),
    Row("custom", .custom("must be even") { $0 % 2 == 0 }, allows: [0, 2], refuses: [1]),
    Row("both", .range(0...9) && .custom("must be even") { $0 % 2 == 0 }, allows: [0, 8], refuses: [1, 10, 11]),
    Row("either", .range(0...9) || .oneOf([100]), allows: [0, 9, 100], refuses: [10]),
    Row("mixed", .count(1...) && (.matches(/a*/) || .oneOf(["b"])), allows: ["a", "b"], refuses: ["", "c"]),
  ]

  @Test(arguments: rows) func `a rule allows exactly its values`(row: Row) {
    #expect(row.problems() == [])
  }

  @Test func `an optional setting with choices takes them and nil`() throws {
    let problems = try reports {
      let record = PreferenceContext.$store.withValue(InMemorySettingsStore()) {
        SettingRecord(
          name: "letter", key: testKey, default: String?.none, coding: .automatic.validated(by: .oneOf(["a", "b"])))
      }
      #expect(record.value == nil)
      try record.set("b")
      try record.set(nil)
      #expect(record.storedValue == SettingsValue.null)
      #expect(throws: SettingsError.self) { try record.set("c") }
    }
    #expect(problems.map(\.code) == [])
  }

  @Test func `the error names the element that is not allowed`() throws {
    let record = SettingRecord(
      name: "digits", key: testKey, default: [0], coding: .automatic.validated(by: .each(.range(0...9))))
    let error = try #require(throws: SettingsError.self) { try record.set([1, 2, 10]) }
    #expect(error.codingPath == ["2"])
    #expect(error.found == "10 is not from 0 to 9")
  }

  @Test func `the error names the broken one of two rules`() throws {
    let record = SettingRecord(
      name: "n", key: testKey, default: 2,
      coding: .automatic.validated(by: .range(0...9) && .custom("must be even") { $0 % 2 == 0 }))
    let error = try #require(throws: SettingsError.self) { try record.set(3) }
    #expect(error.found == "3 is not allowed: it must be even")
  }

  @Test func `the error about a secret setting doesn't show the value`() throws {
    let record = SettingRecord(
      name: "word", key: testKey, default: "a", traits: .secret,
      coding: .automatic.validated(by: .matches(/[a-z]/)))
    let error = try #require(throws: SettingsError.self) { try record.set("SECRET") }
    #expect(error.code == .invalid)
    #expect(!"\(error)".contains("SECRET"))
  }

  @Test func `clamping satisfies all of several rules`() throws {
    let rule = SettingValidation<Int>.range(10...) && .range(...20)
    let record = SettingRecord(
      name: "n", key: testKey, default: 15, coding: .automatic.validated(by: rule, policy: .clamp))
    try record.set(3)
    #expect(record.value == 10)
    try record.set(30)
    #expect(record.value == 20)
  }

  @Test func `a wrapper is applied before a rule added after it`() throws {
    let record = SettingRecord(
      name: "word", key: testKey, default: "a",
      coding: .automatic.wrapped(in: Trimmed.self).validated(by: .count(1...)))
    #expect(throws: SettingsError.self) { try record.set("   ") }
  }

  @Test func `rules survive the composition of codings`() {
    let ruled = SettingCoding<Int>.codable.validated(by: .range(0...9))
    let codings = [
      ruled.or(.automatic), ruled.followed(by: .jsonString),
      .converted(through: ruled, encode: { $0 }, decode: { $0 }),
    ]
    for coding in codings {
      let record = SettingRecord(name: "n", key: testKey, default: 1, coding: coding)
      #expect(throws: SettingsError.self) { try record.set(10) }
      #expect(record.validation == .range(minimum: 0, maximum: 9))
    }
  }

  /// A type that has no value for most numbers.
  private enum Size: Int {
    case small = 2
    case large = 10
  }

  @Test func `a clamped value that its type doesn't have is refused`() throws {
    let clamped = SettingCoding<Int>.automatic.validated(by: .range(0...5), policy: .clamp)
    let coding = SettingCoding<Size>.converted(through: clamped, encode: { $0.rawValue }) { number in
      guard let size = Size(rawValue: number) else { throw SomeError() }
      return size
    }
    let record = makeSettings(in: InMemorySettingsStore()) {
      SettingRecord(name: "size", key: testKey, default: Size.small, coding: coding)
    }
    let error = try #require(throws: SettingsError.self) { try record.set(.large) }
    #expect(error.code == .invalid)
    #expect(record.value == .small)
  }
}

extension SettingRecord {
  fileprivate func takes(_ value: Value) -> Bool {
    do throws(SettingsError) {
      try set(value)
      return true
    } catch {
      return error.code != .invalid
    }
  }
}
