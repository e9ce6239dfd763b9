#if canImport(Darwin) || UserDefaults
  import Foundation
  import Testing
  import TypedSettings
  import TypedSettingsTesting

  @testable import TypedSettingsFiles
  @testable import TypedSettingsUserDefaults

  extension UserDefaultsSuites {
    struct UserDefaultsImportTests {
      private final class Group: SettingsGroup {
        let length: SettingRecord<Int>
        let title: SettingRecord<String>
        let start: SettingRecord<Date?>

        init(_ prefix: String, in store: any SettingsStore) {
          func key(_ name: String) -> SettingsKey {
            SettingsKey(domain: "com.example.import", name: "\(prefix)\(name)")
          }
          (length, title, start) = PreferenceContext.$store.withValue(store) {
            (
              SettingRecord(name: "length", key: key("Length"), default: 25, coding: .automatic),
              SettingRecord(name: "title", key: key("Title"), default: "", coding: .automatic),
              SettingRecord(name: "start", key: key("Start"), default: nil, coding: .automatic)
            )
          }
        }

        func enumerateSettings(into list: inout SettingsList) {
          list.append(length)
          list.append(title)
          list.append(start)
        }
      }

      /// A group whose first number must be less than the second.
      private final class Bounds: SettingsGroup {
        let low = SettingRecord(
          name: "low", key: SettingsKey(domain: "com.example.import", name: "Low"), default: 1, coding: .automatic)
        let high = SettingRecord(
          name: "high", key: SettingsKey(domain: "com.example.import", name: "High"), default: 10, coding: .automatic)
        let other = SettingRecord(
          name: "other", key: SettingsKey(domain: "com.example.import", name: "Other"), default: 0, coding: .automatic)

        func enumerateSettings(into list: inout SettingsList) {
          list.append(low)
          list.append(high)
          list.append(other)
        }

        static var rules: [SettingsRule<Bounds>] {
          [SettingsRule("low must be below high") { $0.low.value < $0.high.value }]
        }
      }

      /// A group with a setting whose older names include the name of another setting.
      private final class Renamed: SettingsGroup {
        let volume = SettingRecord(
          name: "volume", key: SettingsKey(domain: "com.example.import", name: "Volume"), default: 1,
          coding: .automatic, aliases: ["Loudness", "vol"])
        let loudness: SettingRecord<Int>

        init(otherDomain: String = "com.example.import") {
          loudness = SettingRecord(
            name: "loudness", key: SettingsKey(domain: otherDomain, name: "Loudness"), default: 1, coding: .automatic)
        }

        func enumerateSettings(into list: inout SettingsList) {
          list.append(volume)
          list.append(loudness)
        }
      }

      private let suite = TestSuite()

      @Test func `values that break a rule about several settings are kept and listed in the result`() throws {
        let bounds = PreferenceContext.$store.withValue(InMemorySettingsStore()) { Bounds() }
        suite.defaults.set(30, forKey: "Low")
        suite.defaults.set(20, forKey: "High")
        suite.defaults.set(5, forKey: "Other")
        let result = try bounds.import(from: suite.defaults, removingSource: true)
        #expect(result.imported.map(\.name) == ["other"])
        #expect(result.failures.map(\.code) == [.invalid, .invalid])
        #expect(result.failures.allSatisfy { $0.advice.contains("in UserDefaults") })
        #expect(Set(result.failures.compactMap(\.key?.name)) == ["Low", "High"])
        #expect(bounds.brokenRules == [])
        #expect(suite.defaults.integer(forKey: "Low") == 30)
        suite.defaults.set(40, forKey: "High")
        #expect(try bounds.import(from: suite.defaults).imported.map(\.name) == ["low", "high"])
      }

      @Test func `values are copied to the store of the group and kept at their source`() throws {
        let group = Group("", in: InMemorySettingsStore())
        suite.defaults.set(50, forKey: "Length")
        let result = try group.import(from: suite.defaults)
        #expect(result.imported.map(\.name) == ["length"])
        #expect(group.length.value == 50)
        #expect(suite.defaults.integer(forKey: "Length") == 50)
        #expect(try group.import(from: suite.defaults).imported.isEmpty)
        group.length.reset()
        #expect(try group.import(from: suite.defaults).imported.map(\.name) == ["length"])
      }

      @Test func `values are moved if requested, and a second call moves nothing`() throws {
        let group = Group("", in: InMemorySettingsStore())
        let date = Date(timeIntervalSinceReferenceDate: 700_000_000)
        suite.defaults.set(50, forKey: "Length")
        suite.defaults.set(date, forKey: "Start")
        let result = try group.import(from: suite.defaults, removingSource: true)
        #expect(result.imported.map(\.name) == ["length", "start"])
        #expect(result.failures.isEmpty)
        #expect(group.length.value == 50)
        #expect(group.start.value == date)
        #expect(!group.title.isSet)
        #expect(suite.defaults.object(forKey: "Length") == nil)
        #expect(try group.import(from: suite.defaults, removingSource: true).imported.isEmpty)
      }

      @Test func `a value that the store has already is left in both places`() throws {
        let group = Group("", in: InMemorySettingsStore())
        group.length.value = 10
        suite.defaults.set(50, forKey: "Length")
        #expect(try group.import(from: suite.defaults).imported.isEmpty)
        #expect(group.length.value == 10)
        #expect(suite.defaults.integer(forKey: "Length") == 50)
      }

      @Test(arguments: ["com.example.import", "com.example.other"])
      func `a value under an older name is moved to the setting that has the name as an alias`(
        otherDomain: String
      ) throws {
        let group = PreferenceContext.$store.withValue(InMemorySettingsStore()) { Renamed(otherDomain: otherDomain) }
        suite.defaults.set(5, forKey: "Loudness")
        suite.defaults.set(7, forKey: "vol")
        let result = try group.import(from: suite.defaults, removingSource: true)
        #expect(result.imported.map(\.name) == ["volume", "loudness"])
        #expect(group.volume.value == 7)
        #expect(group.loudness.value == 5)
        #expect(suite.defaults.object(forKey: "Loudness") == nil)
        #expect(suite.defaults.object(forKey: "vol") == nil)
      }

      @Test func `the name of a setting precedes its older names`() throws {
        let group = PreferenceContext.$store.withValue(InMemorySettingsStore()) { Renamed() }
        suite.defaults.set(5, forKey: "Volume")
        suite.defaults.set(7, forKey: "vol")
        #expect(try group.import(from: suite.defaults, removingSource: true).imported.map(\.name) == ["volume"])
        #expect(group.volume.value == 5)
        #expect(suite.defaults.object(forKey: "Volume") == nil)
      }

      @Test func `the user's own value is imported over a recommended one, but not over a policy`() throws {
        let domain = "com.example.import"
        let managed = InMemorySettingsStore()
        let recommended = InMemorySettingsStore()
        managed.set(60, forKey: SettingsKey(domain: domain, name: "Length"))
        recommended.set("recommended", forKey: SettingsKey(domain: domain, name: "Title"))
        let user = InMemorySettingsStore()
        let group = Group(
          "",
          in: LayeredSettingsStore([
            .layer("managed", managed), .writable("user", user), .layer("recommended", recommended),
          ]))
        suite.defaults.set(50, forKey: "Length")
        suite.defaults.set("own", forKey: "Title")
        let result = try group.import(from: suite.defaults, removingSource: true)
        #expect(result.imported.map(\.name) == ["title"])
        #expect(result.failures.isEmpty)
        #expect(group.title.value == "own")
        #expect(group.length.value == 60)
        #expect(suite.defaults.integer(forKey: "Length") == 50)
        #expect(suite.defaults.object(forKey: "Title") == nil)
      }

      @Test func `a value of another type is kept and listed in the result`() throws {
        let group = Group("", in: InMemorySettingsStore())
        suite.defaults.set("secret text", forKey: "Length")
        suite.defaults.set("a", forKey: "Title")
        let result = try group.import(from: suite.defaults)
        #expect(result.imported.map(\.name) == ["title"])
        #expect(result.failures.map(\.code) == [.undecodable])
        #expect(result.failures.map(\.key?.name) == ["Length"])
        #expect(result.failures.map(\.found) == [#""secret text" is not an integer"#])
        #expect(suite.defaults.string(forKey: "Length") == "secret text")
      }

      @Test func `values are removed only after the store is flushed`() throws {
        let database = FakeDefaults()
        let store = UserDefaultsSettingsStore(suiteName: "x") {
          UserDefaultsCore($0, database: database, schedule: ManualSchedule())
        }
        let group = Group("", in: store)
        suite.defaults.set(50, forKey: "Length")
        database.fail(with: SettingsError(.notSaved, found: "no room", advice: "make room"))
        #expect(throws: SettingsError.self) { try group.import(from: suite.defaults, removingSource: true) }
        #expect(suite.defaults.integer(forKey: "Length") == 50)
      }

      @Test func `a default that is only registered is not imported`() throws {
        let prefix = suite.name
        let group = Group(prefix, in: InMemorySettingsStore())
        suite.defaults.register(defaults: ["\(prefix)Length": 30])
        #expect(try group.import(from: suite.defaults).imported.isEmpty)
        #expect(try group.import(from: .standard).imported.isEmpty)
        suite.defaults.set(31, forKey: "\(prefix)Length")
        #expect(try group.import(from: suite.defaults).imported.count == 1)
        #expect(group.length.value == 31)
      }

      enum Wrapper: CaseIterable {
        case nothing, layers, routesInLayers, faultInjecting, faultInjectingInLayers

        func store(over base: any SettingsStore) -> any SettingsStore {
          switch self {
          case .nothing: base
          case .layers: LayeredSettingsStore([.writable("user", base)])
          case .routesInLayers: LayeredSettingsStore([.writable("user", RoutingSettingsStore([], default: base))])
          case .faultInjecting: FaultInjectingSettingsStore(base)
          case .faultInjectingInLayers: LayeredSettingsStore([.writable("user", FaultInjectingSettingsStore(base))])
          }
        }
      }

      @Test(arguments: Wrapper.allCases)
      func `importing from the store's own suite moves and removes nothing`(wrappedIn wrapper: Wrapper) async throws {
        try await withRealStores { makeStore in
          let group = Group("", in: wrapper.store(over: makeStore(suite.name)))
          #expect(group.length.value == 25)
          suite.defaults.set(50, forKey: "Length")
          let result = try group.import(from: suite.defaults, removingSource: true)
          #expect(result.imported.isEmpty)
          #expect(group.length.value == 50)
          #expect(suite.defaults.integer(forKey: "Length") == 50)
        }
      }

      @Test(arguments: Wrapper.allCases)
      func `importing an older name from the store's own suite moves and removes nothing`(
        wrappedIn wrapper: Wrapper
      ) async throws {
        try await withRealStores { makeStore in
          let group = PreferenceContext.$store.withValue(wrapper.store(over: makeStore(suite.name))) { Renamed() }
          suite.defaults.set(7, forKey: "vol")
          let result = try group.import(from: suite.defaults, removingSource: true)
          #expect(result.imported.isEmpty)
          #expect(group.volume.value == 7)
          #expect(suite.defaults.integer(forKey: "vol") == 7)
          #expect(suite.defaults.object(forKey: "Volume") == nil)
        }
      }

      @Test func `a value that only a draft has is not removed from its source`() throws {
        let bounds = PreferenceContext.$store.withValue(InMemorySettingsStore()) { Bounds() }
        let draft = SettingsDraft(of: bounds) { Bounds() }
        suite.defaults.set(5, forKey: "Other")
        let result = try draft.settings.import(from: suite.defaults, removingSource: true)
        #expect(result.imported.map(\.name) == ["other"])
        #expect(draft.settings.other.value == 5)
        #expect(suite.defaults.integer(forKey: "Other") == 5)
      }

      @Test func `a value that other code changes during the import is not removed from its source`() throws {
        let bounds = PreferenceContext.$store.withValue(InMemorySettingsStore()) { Bounds() }
        suite.defaults.set(5, forKey: "Other")
        let name = suite.name
        let token = bounds.other.store.observe(bounds.other.key) { _ in
          UserDefaults(suiteName: name)?.set(6, forKey: "Other")
        }
        defer { bounds.other.store.removeObserver(token) }
        _ = try bounds.import(from: suite.defaults, removingSource: true)
        #expect(bounds.other.value == 5)
        #expect(suite.defaults.integer(forKey: "Other") == 6)
      }
    }
  }
#endif
