#if canImport(Darwin) || UserDefaults
  import Foundation
  import Testing
  import TypedSettings
  import TypedSettingsTesting

  @testable import TypedSettingsUserDefaults

  extension UserDefaultsSuites {
    struct UserDefaultsStoreTests {
      private func makeStore(
        over database: FakeDefaults, _ schedule: ManualSchedule = ManualSchedule()
      ) -> UserDefaultsSettingsStore {
        UserDefaultsSettingsStore(suiteName: "x") {
          UserDefaultsCore($0, database: database, schedule: schedule)
        }
      }

      @Test func `a store on one suite passes the conformance suite`() async throws {
        try await withRealStores { makeStore in
          try verifySettingsStore(sharingDomains: true) { makeStore(TestSuite().name) }
        }
      }

      @Test func `a store with a suite for each domain passes the conformance suite`() throws {
        try verifySettingsStore {
          UserDefaultsSettingsStore(suiteName: nil) {
            UserDefaultsCore($0, database: FakeDefaults(), schedule: ManualSchedule())
          }
        }
      }

      @Test func `a secret is refused unless the store allows secrets`() throws {
        for allowsSecrets in [false, true] {
          let store = UserDefaultsSettingsStore(suiteName: "x", allowsSecrets: allowsSecrets) {
            UserDefaultsCore($0, database: FakeDefaults(), schedule: ManualSchedule())
          }
          let record = PreferenceContext.$store.withValue(store) {
            SettingRecord(
              name: "token", key: SettingsKey(domain: "x", name: "token"), default: "", traits: [.secret],
              coding: .automatic)
          }
          let reported = reports { record.value = "abc" }
          #expect(reported.map(\.code) == (allowsSecrets ? [] : [.secretRefused]))
          #expect(record.isSet == allowsSecrets)
        }
      }

      @Test func `a domain is the name of a suite, and a key is a name in it`() async throws {
        let suite = TestSuite()
        try await withRealStores { makeStore in
          try makeStore(nil).set(3, forKey: suite.key)
          #expect(suite.defaults.integer(forKey: "Value") == 3)
        }
      }

      @Test func `the domain of the main bundle is that of the standard defaults`() async throws {
        let key = SettingsKey(domain: SuiteName.standard.text, name: "Value of \(UUID())")
        try await withRealStores { makeStore in
          try makeStore(nil).set(3, forKey: key)
          #expect(UserDefaults.standard.integer(forKey: key.name) == 3)
        }
      }

      @Test func `two stores on one suite notify each other`() async throws {
        let suite = TestSuite()
        try await withRealStores { makeStore in
          let (first, second) = (makeStore(nil), makeStore(suite.name))
          let other = SettingsKey(domain: "any", name: suite.key.name)
          let received = Log<SettingsValue?>()
          let token = second.observe(other) { received.append($0.newValue) }
          try first.set(1, forKey: suite.key)
          second.removeObserver(token)
          #expect(received.elements == [1])
          #expect(second.value(forKey: other) == 1)
        }
      }

      @Test func `a record of the store follows values set by other code`() async throws {
        let suite = TestSuite()
        try await withRealStores { makeStore in
          let store = makeStore(suite.name)
          let record = makeRecord(in: store, default: 5)
          #expect(record.value == 5)
          suite.defaults.set(6, forKey: record.key.name)
          store.refresh()
          #expect(record.value == 6)
          record.value = 7
          #expect(suite.defaults.integer(forKey: record.key.name) == 7)
        }
      }

      @Test func `an exchange is atomic among threads`() async throws {
        let suite = TestSuite()
        try await withRealStores { makeStore in
          let store = makeStore(nil)
          try store.set(0, forKey: suite.key)
          DispatchQueue.concurrentPerform(iterations: 4) { _ in
            for _ in 0..<100 {
              var isDone = false
              while !isDone {
                guard case .integer(let number)? = store.value(forKey: suite.key) else { return }
                do {
                  isDone = try store.compareExchange(
                    expected: .integer(number), desired: .integer(number + 1), forKey: suite.key)
                } catch {
                  Issue.record(error)
                  return
                }
              }
            }
          }
          #expect(store.value(forKey: suite.key) == 400)
          try store.flush()
          #expect(suite.defaults.integer(forKey: "Value") == 400)
        }
      }

      @Test func `the keys of a domain are those with a value`() async throws {
        let suite = TestSuite()
        try await withRealStores { makeStore in
          let store = makeStore(nil)
          #expect(store.keys(inDomain: suite.name) == [])
          try store.set(.null, forKey: suite.key)
          #expect(store.keys(inDomain: suite.name) == [suite.key])
          try store.set(nil, forKey: suite.key)
          #expect(store.keys(inDomain: suite.name) == [])
        }
      }

      @Test func `a registered default is not a value, neither before nor after a write`() async throws {
        let suite = TestSuite()
        suite.defaults.register(defaults: ["Value of \(suite.name)": 9])
        let key = SettingsKey(domain: suite.name, name: "Value of \(suite.name)")
        try await withRealStores { makeStore in
          let store = makeStore(nil)
          #expect(store.value(forKey: key) == nil)
          try store.set(9, forKey: key)
          store.refresh()
          #expect(store.value(forKey: key) == 9)
          try store.set(nil, forKey: key)
          store.refresh()
          #expect(store.value(forKey: key) == nil)
        }
      }

      private static let badDomains = [
        "", "a/b", "../up", "/abs", "a\u{0}b", UserDefaults.globalDomain, UserDefaults.argumentDomain,
        UserDefaults.registrationDomain, "kCFPreferencesAnyApplication", "kCFPreferencesCurrentApplication",
        String(repeating: "n", count: 300),
      ]

      @Test(arguments: badDomains) func `a domain that cannot be a suite is refused`(domain: String) {
        let store = UserDefaultsSettingsStore()
        let key = SettingsKey(domain: domain, name: "Value")
        let error = #expect(throws: SettingsError.self) { try store.set(1, forKey: key) }
        #expect(error?.code == .invalidName)
        #expect(store.value(forKey: key) == nil)
        #expect(store.liveValue(forKey: key).snapshot?.value == nil)
        #expect(!store.isWritable(key))
      }

      @Test(arguments: ["\u{0}", "a\u{1}", "\u{FEFF}x", "\u{FFFF}", "CF$UID"])
      func `a name that would break the file is refused`(name: String) {
        let suite = TestSuite()
        let error = #expect(throws: SettingsError.self) {
          try UserDefaultsSettingsStore().set(1, forKey: SettingsKey(domain: suite.name, name: name))
        }
        #expect(error?.code == .invalidName)
      }

      @Test(arguments: ["", "a.b", "@", "é", " x ", "a/b", "<&>", "$null"])
      func `any other name is accepted`(name: String) throws {
        let suite = TestSuite()
        let core = try suite.core()
        _ = try core.write(2, forKey: SettingsKey(domain: suite.name, name: name), origin: .local)
        // Other tests of the process save all suites, also between two writes.
        try core.flush()
        #expect(try suite.core().value(forName: name) == 2)
        _ = try core.write(1, forKey: SettingsKey(domain: suite.name, name: "second"), origin: .local)
        try core.flush()
        #expect(try suite.core().value(forName: name) == 2)
      }

      @Test func `a value nested too deep is refused and does not reach the suite`() throws {
        let suite = TestSuite()
        let deep = (0...SettingsValue.maximumDepth).reduce(SettingsValue.null) { value, _ in [value] }
        let error = #expect(throws: SettingsError.self) { try UserDefaultsSettingsStore().set(deep, forKey: suite.key) }
        #expect(error?.code == .tooDeep)
        #expect(suite.defaults.object(forKey: "Value") == nil)
      }

      @Test func `an object that is not a value is reported once and kept until a write`() throws {
        let database = FakeDefaults()
        database.refuse("Value", .undecodable(found: "something"))
        let core = UserDefaultsCore(try SuiteName("x"), database: database, schedule: ManualSchedule())
        let key = SettingsKey(domain: "x", name: "Value")
        let reports = Log<SettingsError>()
        SettingsDiagnostics.withHandler({ reports.append($0) }) {
          for _ in 0..<2 { #expect(core.liveValue(forKey: key).snapshot?.value == nil) }
        }
        #expect(reports.elements.map(\.key) == [key])
        #expect(database.log == [])
        _ = try core.write(nil, forKey: key, origin: .reset)
        #expect(database.log == ["Value"])
      }

      @Test func `changes of other processes arrive from a database that follows names`() throws {
        let (database, schedule) = (FakeDefaults(followsNames: true), ManualSchedule())
        let store = makeStore(over: database, schedule)
        let record = PreferenceContext.$store.withValue(store) {
          SettingRecord(name: "value", key: SettingsKey(domain: "x", name: "Value"), default: 0, coding: .automatic)
        }
        // Between reading the suite and following the name.
        database.put(1, forName: "Value")
        schedule.advance(by: .seconds(1))
        #expect(record.value == 1)
        let values = Log<Int>()
        let observation = record.observe { values.append($0) }
        database.putElsewhere(2, forName: "Value")
        schedule.advance(by: .seconds(1))
        #expect(values.elements == [2])
        withExtendedLifetime(observation) {}
      }

      @Test func `a setting declared later starts with the value that another process has set`() throws {
        let (database, schedule) = (FakeDefaults(followsNames: true), ManualSchedule())
        let store = makeStore(over: database, schedule)
        let first = makeRecord(in: store, default: 0)
        let values = Log<Int>()
        let observation = first.observe { values.append($0) }
        schedule.advance(by: .seconds(1))
        database.put(1, forName: first.key.name)
        database.put(2, forName: "Later")
        let later = PreferenceContext.$store.withValue(store) {
          SettingRecord(name: "later", key: SettingsKey(domain: "x", name: "Later"), default: 0, coding: .automatic)
        }
        #expect(later.value == 2)
        #expect(values.elements == [], "creating a setting notifies observers of another one")
        schedule.advance(by: .seconds(1))
        #expect(values.elements == [1])
        withExtendedLifetime(observation) {}
      }

      @Test func `a value without a setting is read as another process has set it`() throws {
        let (database, schedule) = (FakeDefaults(followsNames: true), ManualSchedule())
        let store = makeStore(over: database, schedule)
        let key = SettingsKey(domain: "x", name: "Value")
        #expect(store.value(forKey: key) == nil)
        database.put(1, forName: "Value")
        schedule.pass(.seconds(1))
        #expect(store.keys(inDomain: "x") == [key])
        #expect(store.value(forKey: key) == 1)
        database.put(2, forName: "Value")
        schedule.pass(.seconds(1))
        try store.set(1, forKey: key)
        #expect(database.values == ["Value": 1])
        database.put(3, forName: "Value")
        schedule.pass(.seconds(1))
        #expect(try store.compareExchange(expected: 3, desired: 4, forKey: key))
      }

      @Test func `reads without a setting read the suite at most every 50 ms, and not while it is being read`() throws {
        let (database, schedule) = (FakeDefaults(followsNames: true), ManualSchedule())
        let core = UserDefaultsCore(try SuiteName("x"), database: database, schedule: schedule)
        let loads = Log<SettingsValue?>()
        database.put(1, forName: "Value")
        database.onLoad { [weak core] in loads.append(core?.value(forName: "Value")) }
        schedule.pass(.milliseconds(50))
        for _ in 0..<5 { #expect(core.value(forName: "Value") == 1) }
        #expect(loads.elements == [nil])
      }

      @Test(arguments: [
        "UIApplicationDidBecomeActiveNotification", "NSApplicationDidBecomeActiveNotification",
        "WKApplicationDidBecomeActiveNotification", "NSExtensionHostDidBecomeActiveNotification",
      ])
      func `a program that becomes active has the values that other code has set`(notification: String) async throws {
        let suite = TestSuite()
        try await withRealStores { makeStore in
          let record = makeRecord(in: makeStore(suite.name), default: 5)
          suite.defaults.set(6, forKey: record.key.name)
          NotificationCenter.default.post(name: Notification.Name(rawValue: notification), object: nil)
          try await wait { record.value == 6 }
        }
      }

      @Test func `a value that an administrator sets is not overwritten`() throws {
        let database = FakeDefaults()
        database.put(5, forName: "Value")
        database.force("Value")
        let store = makeStore(over: database)
        let key = SettingsKey(domain: "x", name: "Value")
        #expect(store.value(forKey: key) == 5)
        #expect(!store.isWritable(key))
        let error = #expect(throws: SettingsError.self) { try store.set(6, forKey: key) }
        #expect(error?.code == .locked)
        let record = PreferenceContext.$store.withValue(store) {
          SettingRecord(name: "value", key: key, default: 0, coding: .automatic)
        }
        #expect(record.isLocked)
        #expect(record.source == .layer("managed"))
        #expect(store.value(forKey: key) == 5)
      }

      @Test func `a batch lists all values that are refused, and changes nothing`() throws {
        let database = FakeDefaults()
        database.put(5, forName: "A")
        database.force("A")
        let store = makeStore(over: database)
        let keys = ["A", "B", "C", "CF$UID"].map { SettingsKey(domain: "x", name: $0) }
        let deep = (0...SettingsValue.maximumDepth).reduce(SettingsValue.null) { value, _ in [value] }
        let error = #expect(throws: SettingsError.self) {
          try store.set([keys[0]: 6, keys[1]: 1, keys[2]: deep, keys[3]: 2])
        }
        #expect(error?.reasons.map(\.code) == [.locked, .tooDeep, .invalidName])
        #expect(error?.reasons.compactMap(\.key) == [keys[0], keys[2], keys[3]])
        #expect(database.log == [])
        #expect(store.value(forKey: keys[1]) == nil)
        try store.set([SettingsMigration.versionKey(inDomain: "x"): 2, keys[1]: 1])
        #expect(database.log == ["B", "$version"])
      }
    }
  }
#endif
