#if canImport(Darwin) || UserDefaults
  import Testing
  import TypedSettings

  @testable import TypedSettingsUserDefaults

  extension UserDefaultsSuites {
    struct UserDefaultsSavingTests {
      private let database = FakeDefaults()
      private let schedule = ManualSchedule()
      private let key = SettingsKey(domain: "x", name: "Value")

      private func makeCore() throws -> UserDefaultsCore {
        UserDefaultsCore(try SuiteName("x"), database: database, schedule: schedule)
      }

      private static let failure = SettingsError(.notSaved, found: "no room", advice: "make room")

      @Test func `many writes are saved at once, a tenth of a second after the first`() throws {
        let core = try makeCore()
        for number in 0..<1_000 { _ = try core.write(.integer(Int64(number)), forKey: key, origin: .local) }
        schedule.advance(by: .milliseconds(99))
        #expect(database.synchronizations == 0)
        schedule.advance(by: .milliseconds(1))
        #expect(database.synchronizations == 1)
        schedule.advance(by: .seconds(10))
        #expect(database.synchronizations == 1)
      }

      @Test func `a suite that can't be saved keeps no other one from being saved`() throws {
        let suites = Dictionary(uniqueKeysWithValues: ["a", "b", "c", "d"].map { ($0, FakeDefaults()) })
        suites["b"]?.fail(with: Self.failure)
        let store = UserDefaultsSettingsStore(suiteName: nil) { [suites, schedule] suite in
          UserDefaultsCore(suite, database: suites[suite.text] ?? FakeDefaults(), schedule: schedule)
        }
        func write(_ value: SettingsValue) throws {
          for domain in suites.keys { try store.set(value, forKey: SettingsKey(domain: domain, name: "Count")) }
        }
        try write(1)
        #expect(throws: SettingsError.self) { try store.flush() }
        #expect(suites.mapValues(\.synchronizations) == ["a": 1, "b": 1, "c": 1, "d": 1])
        try write(2)
        try store.flush(domains: ["a", "c"])
        #expect(suites.mapValues(\.synchronizations) == ["a": 2, "b": 1, "c": 2, "d": 1])
      }

      @Test func `continuous writes are saved`() throws {
        let core = try makeCore()
        for number in 0..<100 {
          _ = try core.write(.integer(Int64(number)), forKey: key, origin: .local)
          schedule.advance(by: .milliseconds(10))
        }
        #expect(database.synchronizations == 10)
      }

      @Test func `saving takes at most a twentieth of the time`() throws {
        let schedule = schedule
        let slow = SlowDefaults(database) { schedule.pass(.milliseconds(100)) }
        let core = UserDefaultsCore(try SuiteName("x"), database: slow, schedule: schedule)
        try core.flush()
        _ = try core.write(1, forKey: key, origin: .local)
        schedule.advance(by: .milliseconds(1_899))
        #expect(database.synchronizations == 1)
        schedule.advance(by: .milliseconds(1))
        #expect(database.synchronizations == 2)
      }

      @Test func `a process that ends while a save is in progress saves before it ends`() throws {
        let saves = Log<Int>()
        let ending = Log<UserDefaultsCore>()
        let slow = SlowDefaults(database) {
          saves.append(1)
          if saves.elements.count == 1 { for core in ending.elements { core.saveReporting() } }
        }
        let core = UserDefaultsCore(try SuiteName("x"), database: slow, schedule: schedule)
        ending.append(core)
        _ = try core.write(1, forKey: key, origin: .local)
        schedule.advance(by: .seconds(1))
        #expect(saves.elements.count == 2)
        core.saveReporting()
        #expect(saves.elements.count == 2)
      }

      @Test func `a process that ends while a write is being submitted saves`() throws {
        let core = try makeCore()
        let key = key
        database.onSet { [weak core] name in
          guard name == "Value" else { return }
          do { _ = try core?.write(2, forKey: SettingsKey(domain: "x", name: "queued"), origin: .local) } catch {
            Issue.record(error)
          }
          core?.saveReporting()
        }
        _ = try core.write(1, forKey: key, origin: .local)
        #expect(database.synchronizations == 1)
      }

      @Test func `a change made while a save is in progress is saved afterwards`() throws {
        let saves = Log<Int>()
        let ending = Log<UserDefaultsCore>()
        let key = key
        let slow = SlowDefaults(database) {
          saves.append(1)
          guard saves.elements.count == 1 else { return }
          for core in ending.elements {
            do { _ = try core.write(2, forKey: key, origin: .local) } catch { Issue.record(error) }
          }
        }
        let core = UserDefaultsCore(try SuiteName("x"), database: slow, schedule: schedule)
        ending.append(core)
        _ = try core.write(1, forKey: key, origin: .local)
        schedule.advance(by: .seconds(1))
        #expect(saves.elements.count == 2)
      }

      @Test func `an equal write does not reach the suite`() throws {
        let core = try makeCore()
        _ = try core.write(1, forKey: key, origin: .local)
        _ = try core.write(1, forKey: key, origin: .local)
        #expect(database.log == ["Value"])
      }

      @Test func `unsaved values outlive the last store`() throws {
        weak var weakCore: UserDefaultsCore?
        do {
          let core = try makeCore()
          weakCore = core
          _ = try core.write(1, forKey: key, origin: .local)
        }
        schedule.advance(by: .seconds(1))
        #expect(database.synchronizations == 1)
        #expect(weakCore == nil)
      }

      @Test func `a flush that fails throws, and the store tries again until it succeeds`() throws {
        let core = try makeCore()
        _ = try core.write(1, forKey: key, origin: .local)
        database.fail(with: Self.failure)
        let error = #expect(throws: SettingsError.self) { try core.flush() }
        #expect(error?.code == .notSaved)
        database.fail(with: nil)
        schedule.advance(by: .seconds(1))
        #expect(database.synchronizations == 2)
      }

      @Test func `a value that cannot be saved is reported once until saving succeeds`() throws {
        let core = try makeCore()
        let reports = Log<SettingsError>()
        try SettingsDiagnostics.withHandler({ reports.append($0) }) {
          database.fail(with: Self.failure)
          _ = try core.write(1, forKey: key, origin: .local)
          schedule.advance(by: .seconds(5))
          #expect(reports.elements.map(\.code) == [.notSaved])
          database.fail(with: nil)
          schedule.advance(by: .seconds(1))
          database.fail(with: Self.failure)
          _ = try core.write(2, forKey: key, origin: .local)
          schedule.advance(by: .seconds(1))
          #expect(reports.elements.count == 2)
        }
      }

      @Test func `a write within a change of the defaults takes effect at once and in order`() throws {
        let core = try makeCore()
        let key = key
        database.onSet { [weak core] name in
          guard name == "Value" else { return }
          do {
            _ = try core?.write(2, forKey: SettingsKey(domain: "x", name: "inner"), origin: .local)
            #expect(core?.value(forName: "inner") == 2)
          } catch {
            Issue.record(error)
          }
        }
        _ = try core.write(1, forKey: key, origin: .local)
        #expect(database.log == ["Value", "inner"])
      }

      @Test func `a change of the defaults during a read is not reverted`() throws {
        let core = try makeCore()
        let live = core.liveValue(forKey: key)
        let received = Log<SettingsValue?>()
        let token = live.observe { received.append($0.newValue) }
        let key = key
        database.onLoad { [weak core] in
          do { _ = try core?.write(1, forKey: key, origin: .local) } catch { Issue.record(error) }
        }
        core.reload()
        live.removeObserver(token)
        #expect(received.elements == [1])
        #expect(core.value(forName: "Value") == 1)
      }

      @Test func `changes are read once, a moment after the first`() throws {
        let core = try makeCore()
        let live = core.liveValue(forKey: key)
        database.put(8, forName: "Value")
        let loads = Log<Int>()
        database.onLoad { loads.append(1) }
        for _ in 0..<5 { core.reloadLater() }
        schedule.advance(by: .seconds(1))
        #expect(live.snapshot?.value == 8)
        #expect(loads.elements.count == 1)
      }
    }
  }

  /// A suite that takes time to save.
  private struct SlowDefaults: DefaultsDatabase {
    let base: FakeDefaults
    let wait: @Sendable () -> Void

    init(_ base: FakeDefaults, wait: @escaping @Sendable () -> Void) {
      self.base = base
      self.wait = wait
    }

    var needsSynchronizing: Bool { base.needsSynchronizing }
    func load() -> StoredDefaults { base.load() }
    func set(_ value: SettingsValue?, forName name: String) { base.set(value, forName: name) }
    func isForced(_ name: String) -> Bool { base.isForced(name) }

    func synchronize() throws(SettingsError) {
      wait()
      try base.synchronize()
    }
  }
#endif
