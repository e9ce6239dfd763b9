import Testing
import TypedSettings
import TypedSettingsTesting

@Suite(.isolatedSettings) struct SettingConstraintTests {
  private static let spelled: [(SettingConstraint, String)] = [
    (.range(minimum: 0, maximum: 1), "must be from 0 to 1"),
    (.range(minimum: 2, maximum: nil), "must be 2 or more"),
    (.range(minimum: nil, maximum: 2), "must be 2 or less"),
    (.choices(["a"]), #"must be "a""#),
    (.choices(["a", "b"]), #"must be one of "a", "b""#),
    (.pattern("[a-z]+"), "must match /[a-z]+/"),
    (.pattern(nil), "must match a pattern"),
    (.count(minimum: 1, maximum: 50), "must have a length from 1 to 50"),
    (.count(minimum: 1, maximum: nil), "must have a length of 1 or more"),
    (.count(minimum: nil, maximum: 50), "must have a length of 50 or less"),
    (.each(.range(minimum: 0, maximum: 9)), "each element must be from 0 to 9"),
    (.custom("must be even"), "must be even"),
    (.all([.custom("must be even"), .range(minimum: 0, maximum: nil)]), "must be even, and must be 0 or more"),
    (.any([.custom("must be even"), .choices([1])]), "must be even, or must be 1"),
    (
      .all([.any([.custom("must be even"), .choices([1])]), .count(minimum: 1, maximum: nil)]),
      "(must be even, or must be 1), and must have a length of 1 or more"
    ),
  ]

  @Test(arguments: spelled)
  func `a constraint has a readable description`(constraint: SettingConstraint, message: String) {
    #expect(constraint.message == message)
  }

  private static let elements = SettingConstraint.each(.range(minimum: 0, maximum: 9))

  @Test(
    arguments: [
      (.any([.custom("must be even"), .choices([1])]), "it must be even, or must be 1"),
      (.any([elements, elements]), "each element must be from 0 to 9, or each element must be from 0 to 9"),
      (.any([.choices([[]]), elements]), "it must be [], or each element must be from 0 to 9"),
    ] as [(SettingConstraint, String)])
  func `the description of a violation has one subject`(constraint: SettingConstraint, message: String) {
    #expect(constraint.violationDescription == "is not allowed: \(message)")
  }

  @Test func `the parts of a conjunction can be queried`() throws {
    let constraint = SettingConstraint.all([
      .pattern("a+"), .choices(["a", "aa"]), .range(minimum: "a", maximum: "b"),
    ])
    #expect(constraint.pattern == "a+")
    #expect(constraint.choices == ["a", "aa"])
    #expect(try #require(constraint.range) == (minimum: "a", maximum: "b"))
  }

  @Test func `the parts of a disjunction cannot be queried`() {
    let constraint = SettingConstraint.any([.pattern("a+"), .choices(["b"])])
    #expect(constraint.pattern == nil)
    #expect(constraint.choices == nil)
  }

  private enum Weather: String, CaseIterable, Codable { case sun, rain }

  @Test func `the choices of an enumeration are its cases`() {
    let record = SettingRecord(name: "weather", key: testKey, default: Weather.sun, coding: .automatic)
    #expect(record.validation == .choices(["sun", "rain"]))
  }

  @Test func `the choices of an optional enumeration are its cases`() {
    let record = SettingRecord(name: "weather", key: testKey, default: Weather?.none, coding: .automatic)
    #expect(record.validation == .choices(["sun", "rain"]))
  }

  @Test func `named choices replace the cases of an enumeration`() {
    let record = SettingRecord(
      name: "weather", key: testKey, default: Weather.sun, coding: .automatic.validated(by: .oneOf([.sun])))
    #expect(record.validation == .choices(["sun"]))
  }

  @Test func `a setting without rules has no constraint`() {
    #expect(makeRecord(in: InMemorySettingsStore(), default: 1).validation == nil)
  }

  @Test func `the values of a rule are in the stored form of the setting`() {
    let doubled = SettingCoding<Int>.converted(through: .automatic, encode: { $0 * 2 }, decode: { $0 / 2 })
    let record = SettingRecord(name: "n", key: testKey, default: 1, coding: doubled.validated(by: .range(1...4)))
    #expect(record.validation == .range(minimum: 2, maximum: 8))
  }
}
