import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsFiles
@testable import TypedSettingsFormats

/// A process that keeps settings in a file of a simulated disk.
///
/// Release it to kill it, or call ``SimulatedDisk/kill(_:)`` in the middle of an operation.
final class SimulatedProcess: Sendable {
  static let folder = "/home/settings"
  static let names = FileNames(document: "app.json")
  static let domain = "com.example.app"

  static func path(_ name: String) -> String { "\(folder)/\(name)" }
  static var document: String { path(names.document) }
  static var journal: String { path(names.journal) }
  static func key(_ name: String) -> SettingsKey { SettingsKey(domain: domain, name: name) }

  let disk: SimulatedDisk
  let number: Int32
  let core: FileCore
  let schedule = ManualSchedule()

  init(
    _ disk: SimulatedDisk, number: Int32 = 1, user: UInt32 = 1_000, at path: String = document,
    format: FileSettingsStore.Format = .automatic, access: StoreAccess = .readWrite,
    limits: JournalLimits = JournalLimits()
  ) throws {
    self.disk = disk
    self.number = number
    let system = SimulatedFileSystem(disk, process: number, user: user)
    // A file whose location is unknown has no core at all.
    let faults = disk.faults
    disk.faults = []
    let location = try FileLocation(path: path, in: system)
    disk.faults = faults
    core = FileCore(
      location, layout: .domains, format: format, access: access, system: system,
      schedule: schedule, limits: limits)
  }

  /// The values of the domain.
  var values: [String: SettingsValue] { core.contents.snapshot().domains[Self.domain] ?? [:] }

  subscript(_ name: String) -> SettingsValue? { core.contents.value(forKey: Self.key(name)) }

  /// Sets a value as the setter of a property does.
  func set(_ name: String, _ value: SettingsValue?) throws {
    if core.holds(value, forKey: Self.key(name)) { return }
    try set([name: value])
  }

  /// Sets values as the setter of a property does: a value that is only in memory is reported.
  func set(_ values: [String: SettingsValue?]) throws {
    do { try store(values) } catch let error as SettingsError where error.code == .notSaved {
      if !error.isRepeated { SettingsDiagnostics.report(error) }
    }
  }

  /// Sets values as a store does.
  func store(
    _ values: [String: SettingsValue?], durability: FileSettingsStore.Durability = .crashSafe
  ) throws {
    let changes = values.sorted { $0.key < $1.key }.map { (Self.key($0.key), $0.value) }
    _ = try core.write(.init(changes: changes, origin: .local, isDurable: durability == .everyWrite))
  }

  func compareExchange(_ name: String, expected: SettingsValue?, desired value: SettingsValue?) throws -> Bool {
    let key = Self.key(name)
    let write = FileCore.Write(changes: [(key, value)], expected: [(key, expected)], origin: .local)
    return try core.write(write).isDone
  }

  func flush() throws { try core.flush() }
  func checkpoint() throws { try core.checkpoint() }

  /// Ends the journal, and leaves the next one beside it, as a process does that is killed during a checkpoint.
  func stopCheckpoint() {
    disk.faults = [Fault(operation: .rename, after: 1, effect: .error(EIO))]
    #expect(throws: SettingsError.self) { try checkpoint() }
    disk.faults = []
    #expect(disk.names(in: Self.folder).contains(Self.names.nextJournal))
  }
}
