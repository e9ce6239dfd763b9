import TypedSettings
import TypedSettingsSync
import TypedSettingsTesting

/// Short sequences of events for what random ones rarely show.
enum SyncScenarios {
  static func violations(with rules: SyncRules) -> [String] {
    cloning(rules: rules) + (0..<5).flatMap { join(seed: $0, rules: rules) } + lateScenarios(rules: rules)
  }

  static let now: UInt64 = 1_700_000_000_000

  static func engine(
    _ memory: SyncReplicaState? = nil, keys: [SettingsKey], rules: SyncRules = .all, seed: UInt64,
    delivery: SyncDelivery = .latestState, renaming: SyncRenaming? = nil
  ) -> SyncEngine {
    SyncEngine(
      restoring: memory, declarations: Dictionary(uniqueKeysWithValues: keys.map { ($0, SyncDeclaration()) }),
      account: SyncAccount(named: "me"), over: [delivery], rules: rules, renaming: renaming,
      random: SeededGenerator(seed: seed))
  }

  /// A device is copied, and then one and the other make different changes.
  private static func cloning(rules: SyncRules) -> [String] {
    let keys = [SimulatedProgram.key("a"), SimulatedProgram.key("b")]
    var original = engine(keys: keys, rules: rules, seed: 1)
    _ = original.start([keys[0]: .reset, keys[1]: .reset], at: now)
    _ = original.edit([keys[0]: SyncContent(1)], at: now)
    let contents = [keys[0]: SyncContent(1), keys[1]: .reset]
    var clone = engine(original.memory, keys: keys, rules: rules, seed: 2)
    _ = clone.start(contents, at: now)
    _ = original.edit([keys[0]: SyncContent(2)], at: now + 1)
    _ = clone.edit([keys[0]: SyncContent(3)], at: now + 2)
    let message = clone.message(.state(clone.memory.state.entries))
    let effects = original.receive(message, from: SyncPeer(name: "clone"), at: now + 3)
    var violations: [String] = []
    if original.memory.replica == clone.memory.replica { violations.append("two devices have one identity") }
    if !effects.contains(.reconnect(0)) { violations.append("a device with a new identity didn't connect again") }
    return violations
  }

  /// A device with values of its own joins a group with values.
  static func join(seed: UInt64, rules: SyncRules) -> [String] {
    var random = SeededGenerator(seed: seed)
    let keys = (0..<8).map { SimulatedProgram.key("k\($0)") }
    var group = engine(keys: keys, rules: rules, seed: seed * 2)
    _ = group.start(Dictionary(uniqueKeysWithValues: keys.map { ($0, .reset) }), at: now)
    var established: [SettingsKey: SyncContent] = [:]
    for key in keys where random.chance(2) {
      established[key] = random.chance(4) ? .reset : SyncContent(.integer(Int64(random.number(below: 100))))
      // A value comes before each reset, because an unset setting can't be reset.
      _ = group.edit([key: SyncContent(.integer(1_000))], at: now)
      _ = group.edit([key: established[key] ?? .reset], at: now)
    }
    var own: [SettingsKey: SyncContent] = [:]
    for key in keys {
      own[key] = random.chance(2) ? SyncContent(.integer(Int64(200 + random.number(below: 100)))) : .reset
    }
    var joiner = engine(keys: keys, rules: rules, seed: seed * 2 + 1)
    // The clock of the device that joins is ten years ahead.
    let later = now + 10 * 365 * 86_400_000
    _ = joiner.start(own, at: later)
    let offer = joiner.message(.state(joiner.memory.state.entries))
    let state = group.message(.state(group.memory.state.entries))
    _ = group.receive(offer, from: SyncPeer(name: "joiner"), at: now)
    let effects = joiner.receive(state, from: SyncPeer(name: "group"), at: later)
    var violations: [String] = []
    if group.memory.state != joiner.memory.state { violations.append("the states differ") }
    for (key, content) in established {
      if group.memory.state[key]?.content != content { violations.append("an established value was lost") }
      if case .value = own[key], own[key] != content, joiner.memory.snapshot[key]?.content != own[key] {
        violations.append("the snapshot lacks a value")
      }
    }
    if effects.contains(where: { if case .conflict = $0 { true } else { false } }) {
      violations.append("a value from before joining is a conflict")
    }
    return violations
  }
}
