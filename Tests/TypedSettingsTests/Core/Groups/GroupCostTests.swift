import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsCore

/// The time that operations on groups with many settings take.
struct GroupCostTests {
  private static let limit = Duration.seconds(isSanitized ? 15 : 3)

  private static let names = (0..<4_000).map { "n\($0)" }

  /// Returns a document in which each of the names has the value 1.
  private func makeDocument() throws -> Data {
    let values = Self.names.map { (exchangeKey($0), SettingsValue.integer(1)) }
    let store = InMemorySettingsStore(Dictionary(uniqueKeysWithValues: values))
    return try AnyGroup.ofNumbers(Self.names, in: store).export()
  }

  @Test func `the changes of an import are consumed in linear time`() async throws {
    let settings = AnyGroup.ofNumbers(Self.names, in: InMemorySettingsStore())
    let poll = GroupChangesPoll(of: settings.allSettings, StreamSignal())
    try settings.import(makeDocument())
    let start = processorTime()
    var count = 0
    while await poll.next(isolation: nil) != nil { count += 1 }
    #expect(processorTime() - start < Self.limit)
    #expect(count == Self.names.count)
  }

  // MARK: Rules

  /// A group of ten settings with a rule.
  private final class Part: SettingsGroup, Sendable {
    let records: [SettingRecord<Int>]

    init(_ number: Int) { records = (0..<10).map { AnyGroup.record("p\(number)n\($0)", 0) } }

    func enumerateSettings(into list: inout SettingsList) {
      for record in records { list.append(record) }
    }

    static var rules: [SettingsRule<Part>] {
      [SettingsRule("the first number must not be negative") { $0.records[0].value >= 0 }]
    }
  }

  /// A group of many groups with rules.
  private final class Whole: SettingsGroup, Sendable {
    let parts = (0..<1_000).map { Part($0) }

    func enumerateSettings(into list: inout SettingsList) {
      for (number, part) in parts.enumerated() { list.append(part, named: "p\(number)") }
    }
  }

  @Test func `many rules of a draft are checked in linear time`() throws {
    let settings = makeSettings(in: InMemorySettingsStore()) { Whole() }
    let draft = SettingsDraft(of: settings) { Whole() }
    draft.settings.parts[7].records[0].value = 1
    let start = processorTime()
    try draft.apply()
    #expect(processorTime() - start < Self.limit)
    #expect(settings.parts[7].records[0].value == 1)
  }

  @Test func `many rules of an import are checked in linear time`() throws {
    let settings = makeSettings(in: InMemorySettingsStore()) { Whole() }
    let start = processorTime()
    try settings.import(exchangeDocument(#""p7n0": 1"#))
    #expect(processorTime() - start < Self.limit)
    #expect(settings.parts[7].records[0].value == 1)
  }

  /// A group of many settings with a rule about all of them.
  private final class Limited: SettingsGroup, Sendable {
    let records = GroupCostTests.names.map { AnyGroup.record($0, 0) }

    func enumerateSettings(into list: inout SettingsList) {
      for record in records { list.append(record) }
    }

    static var rules: [SettingsRule<Limited>] {
      [SettingsRule("the sum must be less than 10") { $0.records.reduce(0) { $0 + $1.value } < 10 }]
    }
  }

  @Test func `an import skips many values that break a rule in linear time`() throws {
    let settings = makeSettings(in: InMemorySettingsStore()) { Limited() }
    let document = try makeDocument()
    let start = processorTime()
    let report = try settings.import(document, refused: .skip)
    #expect(processorTime() - start < Self.limit)
    #expect(report.refused.count == Self.names.count)
    #expect(report.changed.isEmpty)
  }

  // MARK: Keys

  /// A store that counts how often its keys are listed.
  private final class ListedStore: ForwardingWritableStore {
    let base = InMemorySettingsStore()
    let listedDomains = Log<String>()

    func keys(inDomain domain: String) -> [SettingsKey]? {
      listedDomains.append(domain)
      return base.keys(inDomain: domain)
    }
  }

  @Test func `a draft lists the keys of a store once, however many settings it has`() throws {
    let store = ListedStore()
    try store.set(1, forKey: exchangeKey("n5"))
    let make = { AnyGroup((0..<100).map { AnyGroup.record("n\($0)", 0) }) }
    let draft = SettingsDraft(of: makeSettings(in: store, make), make: make)
    #expect(draft.store.keys(inDomain: exchangeDomain) == [exchangeKey("n5")])
    #expect(store.listedDomains.elements == [exchangeDomain])
  }
}
