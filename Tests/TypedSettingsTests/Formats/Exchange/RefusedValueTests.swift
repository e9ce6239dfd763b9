import Foundation
import Testing
import TypedSettings

/// The export and import of values that their own settings refuse.
struct RefusedValueTests {
  private static let rule = SettingCoding<Int>.automatic.validated(by: .range(1...60))

  private func group(in store: any SettingsStore, traits: SettingsTrait = []) -> AnyGroup {
    PreferenceContext.$store.withValue(store) {
      AnyGroup([
        SettingRecord(name: "session", key: exchangeKey("session"), default: 25, traits: traits, coding: Self.rule),
        AnyGroup.record("count", 0), AnyGroup.record("text", ""),
      ])
    }
  }

  @Test(
    arguments: [
      (["session": 500, "count": 1], "500 is not from 1 to 60"),
      (["session": "x", "count": 1], #""x" is not an integer"#),
    ] as [([String: SettingsValue], String)])
  func `a stored value that its setting refuses is reported and not exported`(
    stored: [String: SettingsValue], message: String
  ) throws {
    let values = Dictionary(uniqueKeysWithValues: stored.map { (exchangeKey($0), $1) })
    var document = Data()
    let reported = try reports { document = try group(in: InMemorySettingsStore(values)).export() }
    #expect(reported.map(\.found) == [message])
    #expect(reported.map(\.key) == [exchangeKey("session")])
    #expect(reported.first?.advice.contains("left out of the export") == true)

    let target = InMemorySettingsStore()
    let report = try group(in: target).import(document)
    #expect(report.changed.map(\.name) == ["count"])
    #expect(target.value(forKey: exchangeKey("count")) == 1)
    #expect(target.value(forKey: exchangeKey("session")) == nil)
  }

  @Test func `a clamped value is exported`() throws {
    let coding = SettingCoding<Int>.automatic.validated(by: .range(1...60), policy: .clamp)
    let store = InMemorySettingsStore([exchangeKey("session"): 500])
    let group = PreferenceContext.$store.withValue(store) {
      AnyGroup([SettingRecord(name: "session", key: exchangeKey("session"), default: 25, coding: coding)])
    }
    var document = Data()
    #expect(try reports { document = try group.export() }.isEmpty)
    #expect(try group.diff(importing: document).map(\.name) == ["session"])
  }

  @Test func `a value of a newer version is exported unchanged`() throws {
    let store = InMemorySettingsStore([
      exchangeKey("count"): "many", SettingsKey(domain: exchangeDomain, name: "$version"): 4,
    ])
    let group = AnyGroup.ofNumbers(["count"], in: store, version: 3)
    var document = Data()
    _ = try reports { document = try group.export() }
    #expect(String(decoding: document, as: UTF8.self).contains("many"))
  }

  private static let document = exchangeDocument(#""session": 500, "count": 1, "text": 7.5"#)

  @Test func `an import that refuses a value changes nothing by default`() throws {
    let store = InMemorySettingsStore()
    let error = try #require(throws: SettingsError.self) { try group(in: store).import(Self.document) }
    #expect(error.code == .importRefused)
    #expect(store.value(forKey: exchangeKey("count")) == nil)
  }

  @Test func `an import can skip and list refused values`() throws {
    let store = InMemorySettingsStore()
    let report = try group(in: store).import(Self.document, refused: .skip)
    #expect(report.changed.map(\.name) == ["count", "text"])
    #expect(report.refused.map(\.name) == ["session"])
    #expect("\(report)".hasPrefix("2 changed, 0 equal, 0 not declared, 1 refused"))
    #expect(store.value(forKey: exchangeKey("count")) == 1)
    #expect(store.value(forKey: exchangeKey("session")) == nil)
  }

  @Test func `the reasons of all declarations that refuse a value are listed once`() throws {
    let ranges: [ClosedRange<Int>] = [0...3, 0...4, 0...4]
    let group = makeSettings(in: InMemorySettingsStore()) {
      AnyGroup(
        ranges.map { range -> any Setting in
          SettingRecord(
            name: "count", key: exchangeKey("count"), default: 0,
            coding: SettingCoding<Int>.automatic.validated(by: .range(range)))
        })
    }
    let document = exchangeDocument(#""count": 5"#)
    let error = try #require(throws: SettingsError.self) { try group.import(document) }
    #expect(error.reasons.map(\.found) == ["5 is not from 0 to 3", "5 is not from 0 to 4"])
    #expect(error.found.hasPrefix("1 of the settings"))
    let report = try group.import(document, refused: .skip)
    #expect(report.refused.count == 1)
    #expect("\(report)".contains("5 is not from 0 to 4"))
  }

  @Test(arguments: [[SettingsTrait.secret, []], [[], .secret], [.secret, .secret]])
  func `a refused value that one of two groups declares as secret isn't shown`(traits: [SettingsTrait]) throws {
    let group = makeSettings(in: InMemorySettingsStore()) {
      AnyGroup(
        zip(traits, [3, 4]).map { traits, maximum -> any Setting in
          SettingRecord(
            name: "count", key: exchangeKey("count"), default: 0, traits: traits,
            coding: SettingCoding<Int>.automatic.validated(by: .range(0...maximum)))
        })
    }
    let report = try group.import(exchangeDocument(#""count": 500"#), refused: .skip)
    #expect(report.refused.count == 1)
    var dumped = ""
    dump(report, to: &dumped)
    for text in ["\(report)", dumped] { #expect(!text.contains("500")) }
  }

  @Test func `a refused secret isn't shown`() throws {
    let report = try group(in: InMemorySettingsStore(), traits: .secret).import(Self.document, refused: .skip)
    var dumped = ""
    dump(report, to: &dumped)
    for text in ["\(report)", dumped] { #expect(!text.contains("500")) }
  }

  @Test func `an unreadable document is refused even if refused values are skipped`() {
    #expect(throws: SettingsError.self) {
      try group(in: InMemorySettingsStore()).import(Data("{}".utf8), refused: .skip)
    }
  }
}
