import Foundation
import TypedSettings

@testable import TypedSettingsCore
@testable import TypedSettingsFiles

/// A settings file on a simulated disk, and the processes that use it.
final class ModelFile {
  private let disk = SimulatedDisk.withFolder()
  private let path: String
  private let format: FileSettingsStore.Format
  private var lastProcess: Int32 = 1
  /// The store of the process under test, which the test retains.
  private weak var store: FileSettingsStore?
  private var other: FileSettingsStore?

  init(name: String, isBinary: Bool) throws {
    path = SimulatedProcess.path(name)
    format = isBinary ? .propertyList(.binary) : .automatic
    other = try makeStore(process: 1)
  }

  private func makeStore(process: Int32) throws -> FileSettingsStore {
    let system = SimulatedFileSystem(disk, process: process)
    let core = FileCore(
      try FileLocation(path: path, in: system), layout: .domains, format: format, system: system,
      schedule: ManualSchedule())
    return FileSettingsStore(core, format: format)
  }

  /// Starts a process.
  func open() throws -> FileSettingsStore {
    lastProcess += 1
    let store = try makeStore(process: lastProcess)
    self.store = store
    return store
  }

  /// Kills the process, whose store then has no effect any more.
  func kill() { disk.kill(lastProcess) }

  func writeDocument() throws { try store?.writeDocuments() }

  /// Writes a value as another process does.
  func writeElsewhere(_ value: SettingsValue?, _ name: String) throws {
    other?.refresh()
    try other?.set(value, forKey: ModelSchema.key(name))
    store?.refresh()
  }

  /// Writes a value into the document as an editor does.
  func edit(_ value: SettingsValue?, _ name: String) throws {
    try writeDocument()
    var values = try self.values
    values[name] = value
    let document: SettingsValue = [ModelSchema.domain: .dictionary(values)]
    disk.replace(path, with: try documentFormat.bytes(of: document))
    store?.refresh()
  }

  private var documentFormat: DocumentFormat {
    format.resolved(for: String(path.split(separator: "/").last ?? ""), holding: nil)
  }

  /// The values in the document.
  var values: [String: SettingsValue] {
    get throws {
      guard let bytes = disk.bytes(at: path), case .dictionary(let domains) = try documentFormat.value(of: bytes),
        case .dictionary(let values)? = domains[ModelSchema.domain]
      else { return [:] }
      return values
    }
  }
}

extension ModelSubject {
  /// Returns an exported document.
  static func document(_ values: [String: SettingsValue], _ plan: ModelPlan) throws -> Data {
    var values = values
    if plan.has(.version) { values[ReferenceVersion.name] = ReferenceVersion.number }
    let document: SettingsValue = ["$typedSettingsExport": 1, ModelSchema.domain: .dictionary(values)]
    return Data(try DocumentFormat.json.bytes(of: document))
  }

  /// Returns the values in an exported document.
  static func values(ofDocument data: Data) throws -> [String: SettingsValue] {
    guard case .dictionary(let domains) = try DocumentFormat.json.value(of: Array(data)),
      case .dictionary(let values)? = domains[ModelSchema.domain]
    else { return [:] }
    return values
  }
}
