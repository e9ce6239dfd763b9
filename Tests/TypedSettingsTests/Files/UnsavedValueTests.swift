import Foundation
import Testing
import TypedSettings
import TypedSettingsTesting

@testable import TypedSettingsCore
@testable import TypedSettingsFiles

/// Writes of a value that an earlier write has set in memory, but couldn't save.
struct UnsavedValueTests {
  struct Size: Codable, Hashable, Sendable {
    var width = 1
  }

  /// A reason why a write can't be saved.
  enum Failure: CaseIterable {
    /// The disk is full, so the value isn't in the journal.
    case append
    /// The value is in the journal, which can't be synchronized.
    case synchronization

    var durability: FileSettingsStore.Durability { self == .append ? .crashSafe : .everyWrite }

    var fault: Fault {
      switch self {
      case .append: Fault(operation: .write, isSticky: true, effect: .error(ENOSPC))
      case .synchronization: Fault(operation: .synchronize, isSticky: true, effect: .error(EIO))
      }
    }
  }

  /// A way from a file to a setting.
  enum Way: CaseIterable {
    case plain, alias, layers, route, recording, aliasInLayers

    func store(over base: any SettingsStore) -> any SettingsStore {
      switch self {
      case .plain, .alias: base
      case .layers, .aliasInLayers: LayeredSettingsStore([.writable("user", base)])
      case .route: RoutingSettingsStore([], default: base)
      case .recording: RecordingSettingsStore(base)
      }
    }

    var aliases: [String] { self == .alias || self == .aliasInLayers ? ["older"] : [] }
  }

  /// A call that writes the value which is in memory already.
  enum Call: CaseIterable {
    case set, again, encoded, update, store, batch, exchange, flush

    func perform(_ record: SettingRecord<Int>, _ other: SettingRecord<Int>) throws {
      let (store, key) = (record.store, record.key)
      switch self {
      case .set: try record.set(45)
      case .again: try other.set(45)
      case .encoded: try record.setEncodedValue(45)
      case .update: try record.update { $0 = 45 }
      case .store: try store.set(45, forKey: key)
      case .batch: try store.set([key: 45])
      case .exchange: _ = try store.compareExchange(expected: 45, desired: 45, forKey: key)
      case .flush: try store.flush()
      }
    }
  }

  private let disk = SimulatedDisk.withFolder()
  private let key = SimulatedProcess.key("a")

  private func makeRecord<Value: Codable & Sendable>(
    _ way: Way, over store: any SettingsStore, default value: Value, coding: SettingCoding<Value>
  ) -> SettingRecord<Value> {
    makeSettings(in: way.store(over: store)) {
      SettingRecord(name: "a", key: key, default: value, coding: coding, aliases: way.aliases)
    }
  }

  /// Returns the value that another process finds.
  private func savedValue() throws -> SettingsValue? { try SimulatedProcess(disk, number: 2)["a"] }

  private func expectFailures(_ count: Int = 3, _ operation: () throws -> Void) {
    for _ in 0..<count {
      let error = #expect(throws: SettingsError.self) { try operation() }
      #expect(error.map { [.notSaved, .storeUnavailable].contains($0.code) } == true)
    }
  }

  @Test(arguments: Failure.allCases, Way.allCases)
  func `writing an unsaved value again throws until it's saved`(failure: Failure, way: Way) throws {
    for call in Call.allCases {
      let disk = SimulatedDisk.withFolder()
      let process = try SimulatedProcess(disk)
      let store = FileSettingsStore(process.core, durability: failure.durability)
      let record = makeRecord(way, over: store, default: 25, coding: .automatic)
      let other = makeRecord(way, over: store, default: 25, coding: .automatic)
      try record.set(30)
      #expect(other.value == 30)
      disk.faults = [failure.fault]
      expectFailures(1) { try record.set(45) }
      #expect(record.value == 45)
      #expect(!record.store.isSaved(key), "\(call)")
      expectFailures { try call.perform(record, other) }
      disk.faults = []
      try call.perform(record, other)
      #expect(record.store.isSaved(key), "\(call)")
      #expect(try SimulatedProcess(disk, number: 2)["a"] == 45, "\(call)")
      disk.forgetCalls()
      try call.perform(record, other)
      #expect(disk.count(.write) == 0, "\(call)")
    }
  }

  @Test(arguments: Failure.allCases, Way.allCases)
  func `removing a value again throws until the removal is saved`(failure: Failure, way: Way) throws {
    let process = try SimulatedProcess(disk)
    let store = FileSettingsStore(process.core, durability: failure.durability)
    let record = makeRecord(way, over: store, default: 25, coding: .automatic)
    try record.set(30)
    disk.faults = [failure.fault]
    expectFailures { try record.store.set(nil, forKey: key) }
    #expect(record.value == 25)
    quietly { record.reset() }
    disk.faults = []
    let reported = reports { record.reset() }
    #expect(reported.isEmpty)
    #expect(record.store.isSaved(key))
    #expect(try savedValue() == nil)
  }

  @Test(arguments: Failure.allCases, Way.allCases)
  func `a value with properties is written again too`(failure: Failure, way: Way) throws {
    let process = try SimulatedProcess(disk)
    let store = FileSettingsStore(process.core, durability: failure.durability)
    let record = makeRecord(way, over: store, default: Size(), coding: .automatic)
    try record.set(Size(width: 2))
    disk.faults = [failure.fault]
    expectFailures { try record.set(Size(width: 3)) }
    disk.faults = []
    try record.set(Size(width: 3))
    #expect(try savedValue() == ["width": 3])
  }

  private final class Group: DefaultInitializableSettingsGroup, Sendable {
    let record = SettingRecord(name: "a", key: SimulatedProcess.key("a"), default: 25, coding: .automatic)

    func enumerateSettings(into list: inout SettingsList) { list.append(record) }
  }

  @Test(arguments: Failure.allCases)
  func `drafts and transactions throw until their changes are saved`(failure: Failure) throws {
    let process = try SimulatedProcess(disk)
    let group = Group.make(alternateStore: FileSettingsStore(process.core, durability: failure.durability))
    try group.record.set(30)
    let draft = group.draft()
    draft.settings.record.value = 45
    disk.faults = [failure.fault]
    expectFailures { try draft.apply() }
    expectFailures { try group.transaction { $0.record.value = 45 } }
    expectFailures {
      let other = group.draft()
      other.settings.record.value = 45
      try other.apply()
    }
    disk.faults = []
    try draft.apply()
    #expect(draft.changes.isEmpty)
    #expect(try savedValue() == 45)
    try group.transaction { $0.record.value = 45 }
  }

  @Test(arguments: Failure.allCases)
  func `a value that the store has saved by itself isn't written again`(failure: Failure) throws {
    try quietly {
      let process = try SimulatedProcess(disk)
      let store = FileSettingsStore(process.core, durability: failure.durability)
      let record = makeRecord(.plain, over: store, default: 25, coding: .automatic)
      disk.faults = [failure.fault]
      expectFailures { try record.set(45) }
      disk.faults = []
      process.schedule.advance(by: .seconds(60))
      #expect(store.isSaved(key))
      disk.forgetCalls()
      try record.set(45)
      #expect(disk.calls == [])
    }
  }

  @Test(arguments: Failure.allCases)
  func `an assignment that can't be saved is reported once`(failure: Failure) throws {
    let process = try SimulatedProcess(disk)
    let store = FileSettingsStore(process.core, durability: failure.durability)
    let record = makeRecord(.plain, over: store, default: 25, coding: .automatic)
    record.value = 30
    disk.faults = [failure.fault]
    let reported = reports { for _ in 0..<3 { record.value = 45 } }
    #expect(reported.map(\.code) == [.notSaved])
    #expect(record.value == 45)
  }

  @Test func `observers aren't notified again`() throws {
    let process = try SimulatedProcess(disk)
    let store = FileSettingsStore(process.core)
    let record = makeRecord(.plain, over: store, default: 25, coding: .automatic)
    let log = Log<Int>()
    let observation = record.observe { log.append($0) }
    disk.faults = [Failure.append.fault]
    expectFailures { try record.set(45) }
    disk.faults = []
    try record.set(45)
    #expect(log.elements == [45])
    withExtendedLifetime(observation) {}
  }

  @Test func `a store of another module is asked again too`() throws {
    let store = UnsavingStore()
    let record = TypedSettingsTests.makeRecord(in: store, default: 25)
    expectFailures { try record.set(45) }
    #expect(record.value == 45)
  }
}
