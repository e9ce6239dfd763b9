import TypedSettings
import TypedSettingsSync

/// The settings of the simulation, and how the two versions of its program declare them.
enum SimulatedProgram {
  static func key(_ name: String, in domain: String = "d") -> SettingsKey { SettingsKey(domain: domain, name: name) }

  static let plain = (0..<4).map { key("k\($0)") }
  static let unit = [key("u0"), key("u1")]
  /// Settings that only the second version declares as a unit.
  static let laterUnit = [key("w0"), key("w1")]
  /// Settings that only the second version declares.
  static let added = [key("n0"), key("n1")]
  /// A setting whose stored form the second version has changed, by adding ``shift``.
  static let migrated = key("m", in: "e")
  static let shift = 1_000_000
  /// Settings that the second version has renamed, by their former keys; the second one also gets another form.
  static let renamed = [key("r0", in: "e"): key("s0", in: "e"), key("r1", in: "e"): key("s1", in: "e")]
  static let (shiftedFormer, shifted) = (key("r1", in: "e"), key("s1", in: "e"))
  static let deviceLocal = key("local")
  /// The default of all settings.
  static let defaultValue = 424_242

  static func declarations(version: UInt32, rules: SyncRules) -> [SettingsKey: SyncDeclaration] {
    declarationTable[Variant(version: version, hasLocal: !rules.contains(.selection))] ?? [:]
  }

  private struct Variant: Hashable {
    let version: UInt32
    let hasLocal: Bool
  }

  private static let declarationTable: [Variant: [SettingsKey: SyncDeclaration]] = {
    var table: [Variant: [SettingsKey: SyncDeclaration]] = [:]
    for version in [1, 2] as [UInt32] {
      for hasLocal in [false, true] {
        var keys: [SettingsKey: SyncDeclaration] = [:]
        for key in plain + (version > 1 ? added : []) + (hasLocal ? [deviceLocal] : []) {
          keys[key] = SyncDeclaration()
        }
        for key in unit { keys[key] = SyncDeclaration(unit: unit) }
        for key in laterUnit { keys[key] = SyncDeclaration(unit: version > 1 ? laterUnit : []) }
        keys[migrated] = SyncDeclaration(version: version)
        for (former, current) in renamed {
          keys[version > 1 ? current : former] = SyncDeclaration(version: version)
        }
        table[Variant(version: version, hasLocal: hasLocal)] = keys
      }
    }
    return table
  }()

  /// Returns the key of a setting in the second version.
  static func currentKey(_ key: SettingsKey) -> SettingsKey { renamed[key] ?? key }

  /// Returns the content of a former key under the current one.
  @Sendable static func renamed(_ key: SettingsKey, _ content: SyncContent, version: UInt32) -> SyncRenamed? {
    guard version < 2, let current = renamed[key] else { return nil }
    guard key == shiftedFormer else { return SyncRenamed(key: current, content: content) }
    do {
      guard case .integer(let value)? = try content.value() else { return SyncRenamed(key: current, content: .reset) }
      return SyncRenamed(key: current, content: SyncContent(.integer(value + Int64(shift))))
    } catch {
      return nil
    }
  }
}

/// A device of the simulation: its settings, its disk, and the engine while it runs.
struct SimulatedDevice {
  /// The values of the writable layer.
  var values: [SettingsKey: Int] = [:]
  /// The values of a managed layer, which are in effect.
  var managed: [SettingsKey: Int] = [:]
  /// The version of the program.
  var version: UInt32 = 1
  var account = 0
  /// A Boolean value that indicates whether the device refuses multiples of seven.
  var isStrict = false
  /// The difference between the device's clock and the true time in milliseconds.
  var clockError: Int64 = 0
  private(set) var disk: SyncReplicaState?
  /// The bytes of the state on the disk, as a session writes them.
  private(set) var file: [UInt8] = []
  /// The description of the file, or `nil` before the first save of a run.
  private var saved: SyncSavedState?
  var engine: SyncEngine
  let rules: SyncRules

  init(engine: SyncEngine, rules: SyncRules) {
    self.engine = engine
    self.rules = rules
  }

  /// Saves the state of the engine, by appending what has changed if that's possible.
  mutating func save() {
    let keys = engine.takeChangedKeys()
    disk = engine.memory
    if let change = saved?.change(to: engine.memory, of: keys, isSecret: { _ in false }) {
      file += change
      saved?.size = file.count
    } else {
      file = engine.memory.encoded()
      saved = SyncSavedState(engine.memory, size: file.count)
    }
  }

  /// Ends the run, whose state stays on the disk, or is lost.
  mutating func end(losingState: Bool = false) {
    saved = nil
    if losingState { (disk, file) = (nil, []) }
  }

  func isDeclared(_ key: SettingsKey) -> Bool { engine.declarations[key] != nil }

  /// Returns the value that the engine sees.
  func visibleValue(_ key: SettingsKey) -> Int? {
    if !rules.contains(.writableLayer), let value = managed[key] { return value }
    return values[key] ?? (rules.contains(.explicitValues) ? nil : SimulatedProgram.defaultValue)
  }

  func refuses(_ value: Int) -> Bool { isStrict && value % SimulatedProgram.shift % 7 == 0 }
}
