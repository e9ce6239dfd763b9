import TypedSettings
import TypedSettingsSync

// A scenario for each of the rules about times, copies, renamed settings, damaged messages and devices.

extension SyncScenarios {
  static func lateScenarios(rules: SyncRules) -> [String] {
    forgedTime(rules: rules) + offlineChanges(rules: rules) + restartedClone(rules: rules)
      + earlierVersion(rules: rules) + damagedMessage(rules: rules) + forgottenDevice(rules: rules)
  }

  private static let (key, peer) = (SimulatedProgram.key("a"), SyncPeer(name: "peer"))

  /// Returns an engine that has started with contents.
  private static func started(
    _ memory: SyncReplicaState? = nil, _ contents: [SettingsKey: SyncContent] = [key: .reset], rules: SyncRules,
    seed: UInt64, delivery: SyncDelivery = .latestState, at time: UInt64 = now,
    times: [SettingsKey: UInt64] = [:], renaming: SyncRenaming? = nil
  ) -> SyncEngine {
    var engine = engine(
      memory, keys: Array(contents.keys), rules: rules, seed: seed, delivery: delivery, renaming: renaming)
    _ = engine.start(contents, times: times, at: time)
    return engine
  }

  /// Passes the state of an engine to another one, which applies what it receives.
  @discardableResult
  private static func pass(_ sender: SyncEngine, to recipient: inout SyncEngine, at time: UInt64) -> [SyncEffect] {
    let message = sender.message(.state(sender.memory.state.entries))
    let effects = recipient.receive(message, from: peer, at: time)
    for case .apply(let entries) in effects {
      _ = recipient.didApply(entries, outcomes: entries.mapValues { .applied(digest: $0.digest) })
    }
    return effects
  }

  /// A device receives a value with the greatest stamp that there is, and then changes the setting.
  private static func forgedTime(rules: SyncRules) -> [String] {
    var (one, other) = (started(rules: rules, seed: 1), started(rules: rules, seed: 2))
    let forger = SyncWriter(replica: SyncReplicaIdentity(high: .max, low: .max), session: .max)
    let stamp = SyncStamp(time: SyncStamp.maximumTime, counter: .max, writer: forger)
    let message = SyncMessage(
      account: SyncAccount(named: "me"), sender: forger.replica, root: 0,
      body: .state([key: SyncEntry(stamp: stamp, basis: nil, content: SyncContent(666))]))
    _ = one.receive(message, from: peer, at: now)
    _ = other.receive(message, from: peer, at: now)
    _ = one.edit([key: SyncContent(1)], at: now + 1)
    pass(one, to: &other, at: now + 2)
    return other.memory.state[key]?.content == SyncContent(1) ? [] : ["a forged time pins a setting"]
  }

  /// Two devices change a setting while they aren't synchronized, and the one with the earlier change starts later.
  private static func offlineChanges(rules: SyncRules) -> [String] {
    let (first, second) = (started(rules: rules, seed: 1), started(rules: rules, seed: 2))
    let later = started(
      second.memory, [key: SyncContent(2)], rules: rules, seed: 3, at: now + 5_000, times: [key: now + 2_500])
    var earlier = started(
      first.memory, [key: SyncContent(1)], rules: rules, seed: 4, at: now + 9_000, times: [key: now + 1_000])
    pass(later, to: &earlier, at: now + 9_001)
    return earlier.memory.state[key]?.content == SyncContent(2) ? [] : ["an earlier change has replaced a later one"]
  }

  /// A copy of a device changes a setting, starts again, and then receives a later change of the original.
  private static func restartedClone(rules: SyncRules) -> [String] {
    var original = started(rules: rules, seed: 1)
    var clone = started(original.memory, rules: rules, seed: 2)
    _ = clone.edit([key: SyncContent(1)], at: now + 1)
    var restarted = started(clone.memory, [key: SyncContent(1)], rules: rules, seed: 3)
    _ = original.edit([key: SyncContent(2)], at: now + 2)
    let effects = pass(original, to: &restarted, at: now + 3)
    let conflicts = effects.count { if case .conflict = $0 { true } else { false } }
    return conflicts == 1 ? [] : ["\(conflicts) conflicts of a change that a copy of the device has replaced"]
  }

  /// An updated program sets a setting under its new name, an earlier version under the former one, and the updated one
  /// runs again.
  private static func earlierVersion(rules: SyncRules) -> [String] {
    let former = SimulatedProgram.key("former")
    let renaming: SyncRenaming = { name, content, _ in
      name == former ? SyncRenamed(key: key, content: content) : nil
    }
    var updated = started(rules: rules, seed: 1, renaming: renaming)
    _ = updated.edit([key: SyncContent(6)], at: now + 1)
    var earlier = started(updated.memory, [former: .reset], rules: rules, seed: 2)
    _ = earlier.edit([former: SyncContent(7)], at: now + 2)
    let again = started(
      earlier.memory, [key: SyncContent(6)], rules: rules, seed: 3, at: now + 3, renaming: renaming)
    return again.memory.state[key]?.content == SyncContent(7) ? [] : ["a former value came back"]
  }

  /// A message over a stream is damaged.
  private static func damagedMessage(rules: SyncRules) -> [String] {
    var sender = started(rules: rules, seed: 1, delivery: .stream)
    var recipient = started(rules: rules, seed: 2, delivery: .stream)
    _ = sender.connect(peer)
    _ = recipient.connect(peer)
    _ = sender.edit([key: SyncContent(1)], at: now + 1)
    if recipient.didMissMessage(of: peer) {
      for case .send(.summary(let summary), _) in recipient.startOver(with: peer) {
        for case .send(let reply, _) in sender.receive(recipient.message(.summary(summary)), from: peer, at: now + 2) {
          _ = recipient.receive(sender.message(reply), from: peer, at: now + 3)
        }
      }
    }
    return recipient.memory.state == sender.memory.state ? [] : ["a damaged message wasn't asked for again"]
  }

  /// A device forgets another one, whose mailbox it has read.
  private static func forgottenDevice(rules: SyncRules) -> [String] {
    var (one, other) = (started(rules: rules, seed: 1), started(rules: rules, seed: 2))
    (one.deviceName, other.deviceName) = ("one", "other")
    _ = one.edit([key: SyncContent(1)], at: now + 1)
    _ = other.edit([key: SyncContent(2)], at: now + 2)
    pass(other, to: &one, at: now + 3)
    guard Set(one.devices.map(\.name)) == ["one", "other"] else { return ["a device isn't known"] }
    let effects = one.forget([other.memory.replica], at: now + 4)
    let isRemoved = effects.contains(.removeMailbox(other.memory.replica, on: 0))
    guard isRemoved, one.devices.map(\.name) == ["one"] else { return ["a device wasn't forgotten"] }
    // The device is in use after all.
    pass(one, to: &other, at: now + 5)
    pass(other, to: &one, at: now + 6)
    return Set(one.devices.map(\.name)) == ["one", "other"] ? [] : ["a device that's in use wasn't known again"]
  }
}
