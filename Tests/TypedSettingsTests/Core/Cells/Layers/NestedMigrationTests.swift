import Testing
import TypedSettings
import TypedSettingsTesting

@testable import TypedSettingsCore

/// Migrations of values in a store whose writable layer has layers itself.
@Suite struct NestedMigrationTests {
  /// The store between the outer layers and the inner ones.
  enum Between: CaseIterable {
    case nothing, route, nestedRoute, recording

    func store(over inner: LayeredSettingsStore) -> any SettingsStore {
      switch self {
      case .nothing: inner
      case .route: RoutingSettingsStore([.domain(testKey.domain, to: inner)], default: InMemorySettingsStore())
      case .nestedRoute: RoutingSettingsStore([], default: RoutingSettingsStore([], default: inner))
      case .recording: RecordingSettingsStore(inner)
      }
    }
  }

  private let managed = InMemorySettingsStore()
  private let file = InMemorySettingsStore()
  private let recommended = InMemorySettingsStore()
  private let inner: LayeredSettingsStore

  /// A step that converts seconds to minutes.
  private static let step = SettingsMigration(to: 2) { values in
    if case .integer(let seconds)? = values[testKey.name] { values[testKey.name] = .integer(seconds / 60) }
  }

  init() {
    inner = LayeredSettingsStore([
      .layer("managed", managed), .writable("file", file), .layer("recommended", recommended),
    ])
  }

  private func makeRecord(_ between: Between) -> SettingRecord<Int> {
    let store = LayeredSettingsStore([
      .layer("command line", InMemorySettingsStore()), .writable("user", between.store(over: inner)),
    ])
    return makeVersioned(in: store, version: 2, migrations: [Self.step])
  }

  @Test(arguments: Between.allCases) func `a migration doesn't store a recommendation`(between: Between) {
    recommended.set(1800, forKey: testKey)
    let record = makeRecord(between)
    #expect(file.keys(inDomain: testKey.domain) == [])
    #expect(record.value == 1800)
    recommended.set(30, forKey: testKey)
    #expect(record.value == 30)
  }

  @Test(arguments: Between.allCases)
  func `a policy doesn't prevent the migration of the user's own value`(between: Between) throws {
    managed.set(40, forKey: testKey)
    file.set(1800, forKey: testKey)
    var record: SettingRecord<Int>?
    let reported = reports { record = makeRecord(between) }
    #expect(reported.isEmpty)
    #expect(record?.value == 40)
    #expect(file.value(forKey: testKey) == 30)
    #expect(file.value(forKey: versionKey) == 2)
    managed.set(nil, forKey: testKey)
    #expect(record?.value == 30)
    try record?.set(25)
    #expect(file.value(forKey: testKey) == 25)
  }

  @Test func `a version that the store of a route already has is found, and the values stay`() {
    file.set(2, forKey: versionKey)
    file.set(30, forKey: testKey)
    #expect(makeRecord(.route).value == 30)
    #expect(file.value(forKey: testKey) == 30)
  }
}
