import Testing
import TypedSettings
import TypedSettingsTesting

@testable import TypedSettingsCore

/// Writes of settings with rules, which are those of settings without rules if the rules allow the value.
@Suite struct RuledWriteTests {
  @Test(arguments: RuledWrite.allCases, RuleKind.allCases)
  func `a write under a rule has the outcome of one without`(write: RuledWrite, rules: RuleKind) throws {
    for reads in [false, true] {
      let plain = try write.outcome(of: .automatic, reads: reads)
      #expect(try write.outcome(of: rules.coding, reads: reads) == plain, "after a read: \(reads)")
      #expect(plain.stored == write.expected, "after a read: \(reads)")
      #expect(plain.error == write.expectedError, "after a read: \(reads)")
    }
  }

  /// A value whose encodings and decodings are counted.
  private struct Counted: SettingsValueConvertible {
    static let encoded = Log<Int>()
    static let decoded = Log<SettingsValue>()

    let number: Int

    init(_ number: Int) { self.number = number }

    init(settingsValue: SettingsValue) throws(SettingsError) {
      Self.decoded.append(settingsValue)
      number = try Int(settingsValue: settingsValue)
    }

    var settingsValue: SettingsValue {
      Self.encoded.append(number)
      return number.settingsValue
    }
  }

  @Test func `a write under a rule encodes the value once and decodes nothing`() throws {
    let store = InMemorySettingsStore([testKey: "undecodable"])
    let record = makeSettings(in: store) {
      SettingRecord(
        name: "value", key: testKey, default: Counted(5),
        coding: .automatic.validated(by: .custom("must be small") { $0.number < 100 }))
    }
    let (encoded, decoded) = (Counted.encoded.elements.count, Counted.decoded.elements.count)
    try record.set(Counted(6))
    try record.set(Counted(7))
    #expect(Counted.encoded.elements.dropFirst(encoded) == [6, 7])
    #expect(Counted.decoded.elements.count == decoded)
    #expect(record.value.number == 7)
    #expect(store.value(forKey: testKey) == 7)
  }

  @Test(arguments: RuleKind.allCases)
  func `a write of the current value under a rule is no operation and no event`(rules: RuleKind) throws {
    let store = RecordingSettingsStore()
    let record = makeSettings(in: store) {
      SettingRecord(name: "value", key: testKey, default: 5, coding: rules.coding)
    }
    try record.set(100)
    let events = Log<Int>()
    let observation = record.observe { events.append($0) }
    store.removeOperations()
    // Clamping makes the second value equal to the current one.
    for value in rules.replacesValues ? [100, 101] : [100] { try record.set(value) }
    #expect(store.writes.isEmpty)
    #expect(events.elements.isEmpty)
    withExtendedLifetime(observation) {}
  }

  @Test(arguments: [60, 61])
  func `a later value in a draft clears a refusal also if the setting is stored`(value: Int) throws {
    let store = InMemorySettingsStore([testKey: 60])
    func makeGroup() -> AnyGroup {
      AnyGroup([SettingRecord(name: "value", key: testKey, default: 5, coding: RuleKind.validated.coding)])
    }
    let draft = SettingsDraft(of: makeSettings(in: store, makeGroup), make: makeGroup)
    let record = try #require(draft.settings.records.first as? SettingRecord<Int>)
    #expect(reports { record.value = 500 }.map(\.code) == [.invalid])
    record.value = value
    try draft.apply()
    #expect(store.value(forKey: testKey) == .integer(Int64(value)))
  }

  private struct Size: Codable, Equatable, Sendable {
    var width = 1
    var height = 1
  }

  @Test func `a write under a rule keeps the parts that the type can't represent`() throws {
    let store = InMemorySettingsStore([testKey: ["width": 2, "height": "tall", "depth": 4]])
    let record = makeSettings(in: store) {
      SettingRecord(
        name: "size", key: testKey, default: Size(),
        coding: .automatic.validated(by: .custom("must be flat") { $0.width > 1 }))
    }
    try record.set(Size(width: 3))
    #expect(store.value(forKey: testKey) == ["width": 3, "height": "tall", "depth": 4])
    #expect(throws: SettingsError.self) { try record.set(Size(width: 0)) }
    #expect(store.value(forKey: testKey) == ["width": 3, "height": "tall", "depth": 4])
  }

  @Test func `a value of a newer version that isn't allowed is preserved after an allowed one was written`() throws {
    let store = InMemorySettingsStore([versionKey: 3, testKey: 50])
    let record = SettingsDiagnostics.withHandler({ _ in }) {
      makeSettings(in: store) {
        SettingRecord(name: "value", key: testKey, default: 5, coding: RuleKind.validated.coding, version: 2)
      }
    }
    try record.set(60)
    store.set(500, forKey: testKey)
    let error = #expect(throws: SettingsError.self) { try record.set(60) }
    #expect(error?.code == .newerVersion)
    #expect(store.value(forKey: testKey) == 500)
  }
}
