import Testing
import TypedSettings

@testable import TypedSettingsSync

/// A clock that tests set, and on which pauses end immediately.
final class TestClock: SyncClock {
  private let time = LockedState<UInt64>(1_700_000_000_000)
  private let reads = LockedState(0)
  private let sleeps = LockedState<[Duration]>([])
  private let isHeld = LockedState(false)

  /// The number of pauses.
  var sleepCount: Int { pauses.count }

  /// The durations of the pauses.
  var pauses: [Duration] { sleeps.withLock { $0 } }

  /// The number of times that the clock was read.
  var readCount: Int { reads.withLock { $0 } }

  /// Keeps pauses from ending, or lets them end.
  func holdPauses(_ isHeld: Bool) { self.isHeld.withLock { $0 = isHeld } }

  func now() -> UInt64 {
    reads.withLock { $0 += 1 }
    return time.withLock { time in
      time += 1
      return time
    }
  }

  func advance(by milliseconds: UInt64) { time.withLock { $0 += milliseconds } }

  func sleep(for duration: Duration) async throws {
    sleeps.withLock { $0.append(duration) }
    repeat {
      try Task.checkCancellation()
      await Task.yield()
    } while isHeld.withLock { $0 }
  }
}

/// A group of any settings.
final class TestGroup: SettingsGroup {
  let settings: [any Setting]
  let rules: [SettingsRule<TestGroup>]

  init(_ settings: [any Setting], rules: [SettingsRule<TestGroup>] = []) {
    self.settings = settings
    self.rules = rules
  }

  func enumerateSettings(into list: inout SettingsList) {
    for setting in settings { list.append(setting) }
    list.__appendRules(of: self) { rules }
  }
}

/// A device with a few settings.
struct TestDevice {
  static let domain = "com.example.tests"

  let store: any SettingsStore
  let count: SettingRecord<Int>
  let name: SettingRecord<String>
  let group: TestGroup
  let storage = InMemorySyncStateStorage()
  let clock: TestClock

  /// Creates a device.
  init(
    in store: any SettingsStore = InMemorySettingsStore(), clock: TestClock = TestClock(), aliases: [String] = [],
    attributes: SettingsAttributes = SettingsAttributes(), coding: SettingCoding<Int> = .automatic,
    version: Int? = nil, migrations: [SettingsMigration] = [], rules: [SettingsRule<TestGroup>] = [],
    others: () -> [any Setting] = { [] }
  ) {
    self.store = store
    self.clock = clock
    (count, name, group) = PreferenceContext.$store.withValue(store) {
      let count = SettingRecord(
        name: "count", key: SettingsKey(domain: Self.domain, name: "Count"), default: 1, traits: .watchSync,
        attributes: attributes, coding: coding, aliases: aliases, version: version, migrations: { migrations })
      let name = SettingRecord(
        name: "name", key: SettingsKey(domain: Self.domain, name: "Name"), default: "none", traits: .watchSync,
        attributes: attributes, coding: .automatic, version: version, migrations: { migrations })
      return (count, name, TestGroup([count, name] + others(), rules: rules))
    }
  }

  static func record(
    _ name: String, traits: SettingsTrait, attributes: SettingsAttributes = SettingsAttributes()
  ) -> SettingRecord<Int> {
    SettingRecord(
      name: name, key: SettingsKey(domain: domain, name: name), default: 0, traits: traits, attributes: attributes,
      coding: .automatic)
  }

  /// Returns the synchronization of the device.
  func sync(
    over network: TestNetwork, account: String = "me", storage: (any SyncStateStorage)? = nil,
    including included: [any Setting] = []
  ) -> SettingsSync {
    SettingsSync(
      of: [group], traits: .watchSync, including: included,
      context: SyncContext(
        account: SyncAccount(named: account), storage: storage ?? self.storage, clock: clock), over: network.transport()
    )
  }

  /// Returns the synchronization of the device over several transports, by which others know it under a name.
  func sync(as name: String, expiry: Duration? = nil, over transports: [any SyncTransport]) -> SettingsSync {
    var context = SyncContext(account: SyncAccount(named: "me"), storage: storage, clock: clock)
    (context.deviceName, context.deviceExpiry) = (name, expiry)
    return SettingsSync(
      SyncedSettings(of: [group], traits: .watchSync, including: [], rules: .all), context, over: transports)
  }
}

/// Runs sessions while a closure runs.
func running(_ sessions: [SettingsSync], _ body: () async throws -> Void) async throws {
  try await perform(body, while: sessions.map { session in { try await session.run() } })
}

/// Runs a companion store, and the session of the other device, while a closure runs.
func running(
  _ companion: CompanionSettingsStore, _ session: SettingsSync, _ body: () async throws -> Void
) async throws {
  try await perform(body, while: [{ try await session.run() }, { try await companion.run() }])
}

private func perform(
  _ body: () async throws -> Void, while operations: [@Sendable () async throws -> Void]
) async throws {
  try await withThrowingTaskGroup(of: Void.self) { group in
    for operation in operations { group.addTask { try await operation() } }
    do { try await body() } catch {
      group.cancelAll()
      throw error
    }
    group.cancelAll()
    try await group.waitForAll()
  }
}

/// Returns once a condition holds, which other tasks make true.
///
/// - Throws: `CancellationError` when the time limit of the test is reached.
func wait(until isTrue: () throws -> Bool) async throws {
  while try !isTrue() {
    try Task.checkCancellation()
    await Task.yield()
  }
}

/// Calls a closure the first time only; calls in the meantime return at once.
final class Once: Sendable {
  private let isDone = LockedState(false)

  func run(_ body: () -> Void) {
    let isFirst = isDone.withLock { isDone in
      defer { isDone = true }
      return !isDone
    }
    if isFirst { body() }
  }
}

extension SettingsSync {
  var isCurrent: Bool { if case .current = state { true } else { false } }

  var refusal: SettingsError? { if case .refused(let error) = state { error } else { nil } }
}
