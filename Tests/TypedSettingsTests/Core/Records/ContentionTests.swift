import Testing
import TypedSettings
import TypedSettingsTesting

/// Operations on values that another writer changes during each of their attempts.
struct ContentionTests {
  /// A store in which another writer precedes each exchange.
  private final class ContendedStore: ForwardingStore {
    let base: InMemorySettingsStore

    init(_ values: [SettingsKey: SettingsValue] = [:]) { base = InMemorySettingsStore(values) }

    func set(_ value: SettingsValue?, forKey key: SettingsKey) { base.set(value, forKey: key) }

    func compareExchange(expected: SettingsValue?, desired: SettingsValue?, forKey key: SettingsKey) -> Bool { false }
  }

  /// The operations, each of which would otherwise repeat itself forever.
  enum Operation: CaseIterable {
    case update, throwingUpdate, migrate

    func run(_ record: SettingRecord<Int>) throws {
      switch self {
      case .update: try record.update { $0 += 1 }
      case .throwingUpdate:
        try record.update { value in
          if value > 100 { throw SomeError() }
          value += 1
        }
      case .migrate: try record.migrate()
      }
    }
  }

  @Test(.timeLimit(.minutes(30)), arguments: Operation.allCases)
  func `an operation ends with an error that says why, and changes nothing`(operation: Operation) throws {
    let store = ContendedStore([testKey: "11"])
    let record = makeRecord(in: store, default: 0)
    #expect(record.value == 11)
    let error = try #require(throws: SettingsError.self) { try operation.run(record) }
    #expect(error.code == .storeUnavailable)
    #expect(error.key == testKey)
    #expect(error.found.contains("1000 attempts"))
    #expect(store.value(forKey: testKey) == "11")
  }

  @Test(.timeLimit(.minutes(30))) func `settings whose value can't be copied are reported when they are synchronized`()
  {
    let source = makeRecord(in: InMemorySettingsStore([testKey: 5]), default: 0)
    let target = makeRecord(in: ContendedStore(), default: 0)
    let reported = reports { source.sync(with: target).cancel() }
    #expect(reported.map(\.code) == [.storeUnavailable])
    #expect(target.value == 0)
  }
}
