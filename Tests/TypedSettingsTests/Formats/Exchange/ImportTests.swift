import Foundation
import Testing
import TypedSettings
import TypedSettingsTesting

/// The values that an import writes, and those that it doesn't change.
struct ImportTests {
  private let names = (0..<10).map { "n\($0)" }

  /// A document with a number for each of the ten settings.
  private func document(except name: String? = nil) -> Data {
    exchangeDocument(
      names.enumerated().map { "\"\($1)\": \($1 == name ? "\"x\"" : "\($0 + 100)")" }.joined(separator: ", "))
  }

  private func changes(in store: any SettingsStore, by operation: () throws -> Void) rethrows -> [SettingsKey] {
    let log = Log<SettingsChange>()
    let tokens = names.map { store.observe(exchangeKey($0)) { log.append($0) } }
    try operation()
    for token in tokens { store.removeObserver(token) }
    return log.elements.map(\.key)
  }

  @Test(arguments: exportFormats) func `values of every kind round-trip`(
    format: FileSettingsStore.Format
  ) throws {
    let data = try AnyGroup.ofAllKinds(in: InMemorySettingsStore(valuesOfAllKinds)).export(format)
    let store = InMemorySettingsStore()
    let report = try AnyGroup.ofAllKinds(in: store).import(data)
    #expect(report.changed.count == valuesOfAllKinds.count)
    #expect(store.keys(inDomain: exchangeDomain)?.count == valuesOfAllKinds.count)
    for (key, value) in valuesOfAllKinds { #expect(store.value(forKey: key) == value, "\(key)") }
  }

  @Test(arguments: StoreKind.allCases) func `values are imported into every kind of store`(kind: StoreKind) throws {
    let store = kind.make()
    let group = AnyGroup.ofAllKinds(in: store)
    let record = try #require(group.records[1] as? SettingRecord<Int>)
    #expect(record.value == 25)
    try group.import(exchangeDocument(#""count": 5, "hours": 3"#))
    #expect(record.value == 5)
    #expect(store.value(forKey: exchangeKey("hours")) == 3)
  }

  @Test(arguments: StoreKind.allCases) func `each setting that changes has one event`(kind: StoreKind) throws {
    let store = kind.make()
    try store.set(100, forKey: exchangeKey("n0"))
    let group = AnyGroup.ofNumbers(names, in: store)
    let changed = try changes(in: store) { try group.import(document()) }
    #expect(changed.sorted { $0.name < $1.name } == names.dropFirst().map(exchangeKey))
  }

  @Test func `all values and the version are written in one batch`() throws {
    let store = BatchStore(InMemorySettingsStore([exchangeKey("n0"): 100]))
    let group = AnyGroup.ofNumbers(names, in: store, version: 2)
    try group.import(document())
    var expected: [SettingsKey: SettingsValue?] = [SettingsMigration.versionKey(inDomain: exchangeDomain): 2]
    for number in 1..<10 { expected[exchangeKey("n\(number)")] = .integer(Int64(number + 100)) }
    #expect(store.batches == [expected])
  }

  @Test func `an import of the current values writes nothing`() throws {
    let store = RecordingSettingsStore(InMemorySettingsStore(valuesOfAllKinds))
    let group = AnyGroup.ofAllKinds(in: store)
    let report = try group.import(try group.export())
    #expect(store.writes.isEmpty)
    #expect(report.changed.isEmpty)
    #expect(report.equal.count == valuesOfAllKinds.count)
  }

  @Test func `if one of ten values is refused, none is written and no observer is notified`() throws {
    let base = InMemorySettingsStore([exchangeKey("n3"): 3])
    let store = RecordingSettingsStore(base)
    let group = AnyGroup.ofNumbers(names, in: store, version: 2)
    var error: SettingsError?
    let changed = changes(in: base) {
      error = #expect(throws: SettingsError.self) { try group.import(document(except: "n7")) }
    }
    #expect(error?.code == .importRefused)
    #expect(error?.key == exchangeKey("n7"))
    #expect(error?.found.hasPrefix("1 of the settings can't be imported: '") == true)
    #expect(error?.found.hasSuffix("(\(error?.reasons.first?.found ?? "no reason"))") == true)
    #expect((error?.underlying as? SettingsError)?.code == .undecodable)
    #expect(changed.isEmpty)
    #expect(store.writes.isEmpty)
    #expect(base.keys(inDomain: exchangeDomain) == [exchangeKey("n3")])
  }

  @Test func `keys without a declared setting are skipped and listed`() throws {
    let store = InMemorySettingsStore()
    let data = Data(
      #"{ "$typedSettingsExport": 1, "$schema": "x", "com.example.exchange": { "n0": 1, "x": 2 }, "other": { "n0": 3 } }"#
        .utf8)
    let report = try AnyGroup.ofNumbers(names, in: store).import(data)
    #expect(report.notDeclared == [exchangeKey("x"), SettingsKey(domain: "other", name: "n0")])
    #expect(store.keys(inDomain: exchangeDomain) == [exchangeKey("n0")])
    #expect(store.keys(inDomain: "other") == [])
    #expect(
      "\(report)" == """
        1 changed, 0 equal, 2 not declared
        n0: not set -> 1
        com.example.exchange/x: not declared
        other/n0: not declared
        """)
  }

  @Test func `a setting that two groups declare is listed and counted once`() throws {
    let store = InMemorySettingsStore()
    let group = makeSettings(in: store) {
      AnyGroup([AnyGroup.record("count", 0)], nested: [("goals", AnyGroup([AnyGroup.record("count", 0)]))])
    }
    let document = exchangeDocument(#""count": 5"#)
    let report = try group.import(document)
    #expect("\(report)" == "1 changed, 0 equal, 0 not declared\ncount: not set -> 5")
    #expect(group.allSettings.map { $0.setting.storedValue } == [5, 5])
    #expect(try group.diff(importing: document).map(\.summary) == ["equal"])
  }

  @Test func `settings with one key in two stores are both imported`() throws {
    let stores = [InMemorySettingsStore(), InMemorySettingsStore()]
    let groups = stores.map { AnyGroup.ofNumbers(["count"], in: $0) }
    let group = AnyGroup([], nested: [("first", groups[0]), ("second", groups[1])])
    #expect(try group.import(exchangeDocument(#""count": 5"#)).changed.count == 2)
    #expect(stores.map { $0.value(forKey: exchangeKey("count")) } == [5, 5])
  }

  @Test(arguments: [false, true])
  func `a value that one of two declarations refuses isn't imported`(isFirstStrict: Bool) throws {
    let store = InMemorySettingsStore()
    let group = makeSettings(in: store) {
      let strict = SettingRecord(
        name: "strict", key: exchangeKey("count"), default: 0,
        coding: SettingCoding<Int>.automatic.validated(by: .range(0...3)))
      let other = AnyGroup.record("count", 0)
      return AnyGroup(isFirstStrict ? [strict, other] : [other, strict])
    }
    let document = exchangeDocument(#""count": 5"#)
    let error = #expect(throws: SettingsError.self) { try group.import(document) }
    #expect(error?.reasons.count == 1)
    let report = try group.import(document, refused: .skip)
    #expect(report.differences.map(\.name) == ["strict"])
    #expect(report.refused.count == 1)
    #expect(store.value(forKey: exchangeKey("count")) == nil)
  }

  @Test func `settings missing from the document keep their values`() throws {
    let store = InMemorySettingsStore([exchangeKey("n1"): 7])
    try AnyGroup.ofNumbers(names, in: store).import(exchangeDocument(#""n0": 1"#))
    #expect(store.value(forKey: exchangeKey("n1")) == 7)
  }

  @Test func `unknown properties of the store and of the document survive`() throws {
    let key = exchangeKey("profile")
    let store = InMemorySettingsStore([key: ["name": "Ada", "age": 1, "later": 2]])
    let group = AnyGroup.ofAllKinds(in: store)
    try group.import(exchangeDocument(#""profile": { "name": "Bob", "age": 1 }"#))
    #expect(store.value(forKey: key) == ["name": "Bob", "age": 1, "born": .null, "later": 2])
    try group.import(exchangeDocument(#""profile": { "name": "Bob", "age": 1, "other": 3 }"#))
    #expect(store.value(forKey: key) == ["name": "Bob", "age": 1, "other": 3])
  }

  @Test func `an undecodable value is replaced`() throws {
    let store = InMemorySettingsStore([exchangeKey("count"): "many"])
    let group = AnyGroup.ofAllKinds(in: store)
    try group.import(exchangeDocument(#""count": 5"#))
    #expect(store.value(forKey: exchangeKey("count")) == 5)
  }

  @Test func `a value under an older name is imported under the current one`() throws {
    let store = InMemorySettingsStore([exchangeKey("counter"): 1])
    let group = PreferenceContext.$store.withValue(store) {
      AnyGroup([AnyGroup.record("count", 0, aliases: ["counter"])])
    }
    let record = try #require(group.records[0] as? SettingRecord<Int>)
    #expect(record.value == 1)
    try group.import(exchangeDocument(#""counter": 2"#))
    #expect(record.value == 2)
    #expect(store.keys(inDomain: exchangeDomain) == [exchangeKey("count")])
  }

  @Test func `a setting that is not a record is refused`() throws {
    let store = InMemorySettingsStore()
    let record = PreferenceContext.$store.withValue(store) { AnyGroup.record("count", 0) }
    let group = AnyGroup([WrappedSetting(record)])
    #expect(try group.diff(importing: exchangeDocument(#""count": 2"#)).map(\.summary) == ["importRefused"])
  }

  @Test func `a group may hold the same setting twice`() throws {
    let store = InMemorySettingsStore([exchangeKey("count"): 4])
    let group = AnyGroup.ofNumbers(["count", "count"], in: store)
    let data = try group.export()
    store.set(5, forKey: exchangeKey("count"))
    let changed = Log<SettingsChange>()
    _ = store.observe(exchangeKey("count")) { changed.append($0) }
    #expect(try group.import(data).changed.count == 1)
    #expect(changed.elements.map(\.newValue) == [4])
  }
}

/// A custom setting type that isn't a record.
private final class WrappedSetting: Setting {
  private let base: any Setting

  init(_ base: any Setting) { self.base = base }

  var name: String { base.name }
  var key: SettingsKey { base.key }
  var traits: SettingsTrait { base.traits }
  var attributes: SettingsAttributes { base.attributes }
  var valueType: Any.Type { base.valueType }
  var encodedValue: SettingsValue? { base.encodedValue }
  var storedValue: SettingsValue? { base.storedValue }
  var isSet: Bool { base.isSet }
  var issues: [SettingsError] { base.issues }
  var store: any SettingsStore { base.store }
  func inspect() -> SettingInspection { base.inspect() }
  func setEncodedValue(_ value: SettingsValue) throws(SettingsError) { try base.setEncodedValue(value) }
  func migrate() throws(SettingsError) -> Bool { try base.migrate() }
  func reset() { base.reset() }
}
