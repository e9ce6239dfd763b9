import Foundation
import Testing
import TypedSettings
import TypedSettingsTesting

/// Documents whose values have a different version than the group.
struct ImportVersionTests {
  private let mark = SettingsMigration.versionKey(inDomain: exchangeDomain)

  private let migrations: [SettingsMigration] = [
    .renaming("old", to: "count", at: 1),
    SettingsMigration(to: 2) { values in
      if case .integer(let number)? = values["count"] { values["count"] = .integer(number * 10) }
    },
  ]

  private func group(in store: any SettingsStore, version: Int? = 2) -> AnyGroup {
    AnyGroup.ofNumbers(["count"], in: store, version: version, migrations: migrations)
  }

  @Test(
    arguments: [
      (#""old": 4"#, 40), (#""$version": 1, "count": 4"#, 40), (#""$version": 2, "count": 4"#, 4),
      (#""$version": 0, "old": 4, "rest": 1"#, 40),
    ] as [(String, SettingsValue)])
  func `older values are migrated before they are imported`(members: String, expected: SettingsValue) throws {
    let store = InMemorySettingsStore()
    let group = group(in: store)
    #expect(try group.diff(importing: exchangeDocument(members)).first?.newValue == expected)
    #expect(store.keys(inDomain: exchangeDomain) == [])
    try group.import(exchangeDocument(members))
    #expect(store.value(forKey: exchangeKey("count")) == expected)
    #expect(store.value(forKey: mark) == 2)
    #expect(store.keys(inDomain: exchangeDomain)?.count == 2)
  }

  @Test func `older values that migrate to the current ones are not differences`() throws {
    let store = InMemorySettingsStore([exchangeKey("count"): 40, mark: 2])
    #expect(try group(in: store).diff(importing: exchangeDocument(#""old": 4"#)).map(\.summary) == ["equal"])
  }

  @Test func `a document is refused if its migration fails`() throws {
    let store = InMemorySettingsStore([exchangeKey("count"): 1, mark: 1])
    let failing = SettingsMigration(to: 1) { _ in throw SomeError() }
    let group = AnyGroup.ofNumbers(["count"], in: store, version: 1, migrations: [failing])
    for operation in [{ _ = try group.diff(importing: $0) }, { _ = try group.import($0) }] as [(Data) throws -> Void] {
      let error = #expect(throws: SettingsError.self) { try operation(exchangeDocument(#""count": 5"#)) }
      #expect(error?.code == .migrationFailed)
      #expect(error?.key == mark)
    }
    #expect(store.value(forKey: exchangeKey("count")) == 1)
    try group.import(exchangeDocument(#""$version": 1, "count": 5"#))
    #expect(store.value(forKey: exchangeKey("count")) == 5)
  }

  @Test(arguments: ["3", "18446744073709551615", "\"two\"", "null"])
  func `newer values are refused`(version: String) throws {
    let store = RecordingSettingsStore()
    for group in [group(in: store), group(in: store, version: nil)] {
      let document = exchangeDocument(#""$version": \#(version), "count": 5"#)
      #expect(#expect(throws: SettingsError.self) { try group.diff(importing: document) }?.code == .newerVersion)
      let error = #expect(throws: SettingsError.self) { try group.import(document) }
      #expect(error?.code == .newerVersion)
      #expect(error?.key == mark)
    }
    #expect(store.writes.isEmpty)
  }

  @Test func `a newer domain without declared settings is skipped`() throws {
    let store = InMemorySettingsStore()
    let document = Data(#"{ "$typedSettingsExport": 1, "other": { "$version": 9, "x": 1 } }"#.utf8)
    let report = try group(in: store).import(document)
    #expect(report.notDeclared == [SettingsKey(domain: "other", name: "x")])
  }

  @Test func `a group without a version imports its own export of a versioned domain`() throws {
    let store = InMemorySettingsStore([exchangeKey("count"): 5, mark: 2])
    let group = group(in: store, version: nil)
    #expect(try group.diff(importing: group.export()).map(\.summary) == ["equal"])
  }

  @Test(arguments: ["1", "0", "-1", "\"one\"", "true", "null", "1.5", "{}", "[1]"])
  func `only the current version of the format is read`(version: String) throws {
    let document = Data(#"{ "$typedSettingsExport": \#(version), "com.example.exchange": { "count": 5 } }"#.utf8)
    let group = AnyGroup.ofNumbers(["count"], in: InMemorySettingsStore())
    if version == "1" { return #expect(try group.diff(importing: document).count == 1) }
    #expect(#expect(throws: SettingsError.self) { try group.diff(importing: document) }?.code == .malformed)
  }

  @Test(arguments: ["2", "9223372036854775807"]) func `a newer format is refused, whatever it contains`(
    version: String
  ) throws {
    let document = Data(#"{ "$typedSettingsExport": \#(version), "com.example.exchange": [] }"#.utf8)
    let group = AnyGroup.ofNumbers(["count"], in: InMemorySettingsStore())
    #expect(#expect(throws: SettingsError.self) { try group.import(document) }?.code == .newerVersion)
  }

  @Test func `values of a newer version in the store are not replaced`() throws {
    let key = exchangeKey("profile")
    let store = InMemorySettingsStore([key: ["name": "Ada", "age": ["years": 36]], mark: 9])
    let group = SettingsDiagnostics.withHandler { _ in
    } operation: {
      PreferenceContext.$store.withValue(store) { AnyGroup([AnyGroup.codable("profile", Traveller(), version: 1)]) }
    }
    let document = exchangeDocument(#""profile": { "name": "Bob", "age": 3 }"#)
    #expect(try group.diff(importing: document).map(\.summary) == ["newerVersion"])
    #expect(throws: SettingsError.self) { try group.import(document) }
    #expect(store.value(forKey: key) == ["name": "Ada", "age": ["years": 36]])
  }

  @Test func `a domain whose migration failed refuses imports`() throws {
    let store = InMemorySettingsStore([exchangeKey("count"): 1])
    let failing = SettingsMigration(to: 1) { values in if values["count"] == 1 { throw SomeError() } }
    let group = SettingsDiagnostics.withHandler { _ in
    } operation: {
      AnyGroup.ofNumbers(["count"], in: store, version: 1, migrations: [failing])
    }
    let document = exchangeDocument(#""count": 5"#)
    #expect(try group.diff(importing: document).map(\.summary) == ["migrationFailed"])
    #expect(#expect(throws: SettingsError.self) { try group.import(document) }?.code == .importRefused)
    #expect(store.keys(inDomain: exchangeDomain) == [exchangeKey("count")])
  }

  @Test func `a record does not rewrite the version that the import has written`() throws {
    let store = RecordingSettingsStore()
    let group = group(in: store)
    try group.import(exchangeDocument(#""count": 5"#))
    store.removeOperations()
    try group.records[0].setEncodedValue(6)
    #expect(store.writes == [.write(exchangeKey("count"), 6)])
  }
}
