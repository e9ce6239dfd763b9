import Foundation
import Testing
import TypedSettings
import TypedSettingsTesting

private struct Account: Codable, Equatable, Sendable {
  var name = "nobody"
  var theme = Theme.light
  var nickname: String? = "nick"

  enum Theme: String, Codable { case light, dark }
}

struct LeftoversTests {
  private func makeProfile(
    in store: any SettingsStore, coding: SettingCoding<Account> = .automatic, version: Int? = nil
  ) -> SettingRecord<Account> {
    PreferenceContext.$store.withValue(store) {
      SettingRecord(name: "value", key: testKey, default: Account(), coding: coding, version: version)
    }
  }

  private let stored: SettingsValue = ["name": "old", "theme": "sepia", "nickname": .null, "later": ["x": 1]]

  /// The stored value after the name has changed.
  private let renamed: SettingsValue = ["name": "new", "theme": "sepia", "nickname": .null, "later": ["x": 1]]

  private static let changes: [@Sendable (SettingRecord<Account>) throws -> Void] = [
    { record in
      var value = record.value
      value.name = "new"
      record.value = value
    },
    { record in record.value.name = "new" },
    { record in try record.update { $0.name = "new" } },
    { record in try record.set(Account(name: "new", nickname: nil)) },
  ]

  @Test(arguments: changes.indices, [false, true])
  func `every kind of write keeps the parts that the type can't represent`(way: Int, hasOwnCoding: Bool) throws {
    let store = InMemorySettingsStore([testKey: stored])
    let record = makeProfile(in: store, coding: hasOwnCoding ? .codable(undecodableElements: .drop) : .automatic)
    try reports { try Self.changes[way](record) }.forEach { #expect($0.codingPath == ["theme"]) }
    #expect(store.value(forKey: testKey) == renamed)
    #expect(record.value == Account(name: "new", nickname: nil))
    #expect(record.issues.map(\.codingPath) == [["theme"]])
  }

  @Test func `a second write keeps an undecodable part until it changes that part`() {
    let store = InMemorySettingsStore([testKey: stored])
    let record = makeProfile(in: store)
    _ = reports {
      record.value.name = "first"
      record.value.name = "new"
    }
    #expect(store.value(forKey: testKey) == renamed)
    record.value.theme = .dark
    #expect(store.value(forKey: testKey) == ["name": "new", "theme": "dark", "nickname": .null, "later": ["x": 1]])
    #expect(record.issue == nil)
  }

  @Test func `parts added by another writer after the read are kept`() {
    let store = InMemorySettingsStore()
    let record = makeProfile(in: store)
    record.value.name = "new"
    store.set(["name": "new", "theme": "light", "nickname": .null, "later": 1], forKey: testKey)
    record.value.theme = .dark
    #expect(store.value(forKey: testKey) == ["name": "new", "theme": "dark", "nickname": .null, "later": 1])
  }

  @Test func `JSON in text keeps the parts that the type can't represent`() {
    let store = InMemorySettingsStore([testKey: #"{"name":"old","theme":"sepia","nickname":null,"later":1}"#])
    let record = makeProfile(in: store, coding: .jsonString)
    _ = reports { record.value.name = "new" }
    #expect(store.value(forKey: testKey) == #"{"later":1,"name":"new","nickname":null,"theme":"sepia"}"#)
  }

  @Test func `nil assigned to a property is distinct from the property's default`() {
    let store = InMemorySettingsStore()
    let record = makeProfile(in: store)
    record.value.nickname = nil
    #expect(makeProfile(in: store).value.nickname == nil)
    store.set(["name": "n", "theme": "dark"], forKey: testKey)
    #expect(makeProfile(in: store).value.nickname == "nick")
  }

  // MARK: Migrating

  @Test func `reading keeps an older form, and migrating writes the current one once`() throws {
    let json = Data(#"{"name":"old","theme":"dark","later":true}"#.utf8)
    let store = InMemorySettingsStore([testKey: .data(json)])
    let record = makeProfile(in: store)
    let reported = reports { #expect(record.value == Account(name: "old", theme: .dark)) }
    #expect(reported.isEmpty)
    #expect(record.issue == nil)
    #expect(store.value(forKey: testKey) == .data(json))
    #expect(try record.migrate())
    #expect(store.value(forKey: testKey) == ["name": "old", "theme": "dark", "nickname": "nick", "later": true])
    #expect(try !record.migrate())
  }

  @Test(arguments: [["name": "n", "theme": "sepia"], ["name": "n"], 5, []] as [SettingsValue])
  func `migrating keeps values without an older form`(stored: SettingsValue) throws {
    let store = InMemorySettingsStore([testKey: stored])
    #expect(try !makeProfile(in: store).migrate())
    #expect(store.value(forKey: testKey) == stored)
  }

  @Test(arguments: [("YES", true), (1, true), ("0", false)] as [(SettingsValue, Bool)])
  func `a plain value migrates as well`(stored: SettingsValue, value: Bool) throws {
    let store = InMemorySettingsStore([testKey: stored])
    let record = makeRecord(in: store, default: !value)
    #expect(record.value == value)
    #expect(store.value(forKey: testKey) == stored)
    #expect(try record.migrate())
    #expect(store.value(forKey: testKey) == .bool(value))
  }

  // MARK: Values of a newer version

  private func newerStore(_ stored: SettingsValue) -> InMemorySettingsStore {
    InMemorySettingsStore([testKey: stored, SettingsKey(domain: testKey.domain, name: "$version"): 9])
  }

  @Test func `an undecodable value of a newer version is not overwritten`() throws {
    let store = newerStore(stored)
    let record = SettingsDiagnostics.withHandler({ _ in }) { makeProfile(in: store, version: 2) }
    try reports { try record.set(Account(name: "new", nickname: nil)) }
      .forEach { #expect($0.code == .undecodable) }
    #expect(store.value(forKey: testKey) == renamed)
    let error = try #require(throws: SettingsError.self) { try record.set(Account(theme: .dark)) }
    #expect(error.code == .newerVersion)
    #expect(error.key == testKey)
    #expect(store.value(forKey: testKey) == renamed)
  }

  @Test func `unknown properties of a newer version stay even where they would be discarded`() throws {
    let store = newerStore(["name": "old", "theme": "dark", "nickname": .null, "later": 1])
    let record = SettingsDiagnostics.withHandler({ _ in }) {
      makeProfile(in: store, coding: .codable(unknownProperties: .discard), version: 2)
    }
    record.value.name = "new"
    #expect(store.value(forKey: testKey) == ["name": "new", "theme": "dark", "nickname": .null, "later": 1])
  }

  @Test func `a plain value of a newer version is neither overwritten nor removed`() throws {
    let store = newerStore("a dozen")
    let record = SettingsDiagnostics.withHandler({ _ in }) {
      PreferenceContext.$store.withValue(store) {
        SettingRecord(name: "value", key: testKey, default: 5, coding: .automatic, version: 2)
      }
    }
    _ = reports { #expect(record.value == 5) }
    #expect(try #require(throws: SettingsError.self) { try record.set(6) }.code == .newerVersion)
    #expect(reports { record.reset() }.map(\.code) == [.newerVersion])
    #expect(store.value(forKey: testKey) == "a dozen")
  }
}
