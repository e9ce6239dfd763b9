import Testing
import TypedSettings
import TypedSettingsSync
import TypedSettingsTesting

/// The rules of synchronization, one by one, in the smallest exchange that shows them.
@Suite struct SyncEngineTests {
  private static let now: UInt64 = 1_700_000_000_000
  private static let tenYears: UInt64 = 10 * 365 * 86_400_000
  private static let (a, b) = (SimulatedProgram.key("a"), SimulatedProgram.key("b"))
  private static let peer = SyncPeer(name: "peer")

  private static func engine(
    _ memory: SyncReplicaState? = nil, seed: UInt64, version: UInt32 = 0, unit: Bool = false, account: String = "me",
    delivery: SyncDelivery = .stream
  ) -> SyncEngine {
    let declaration = SyncDeclaration(version: version, unit: unit ? [a, b] : [])
    return SyncEngine(
      restoring: memory, declarations: [a: declaration, b: declaration], account: SyncAccount(named: account),
      over: [delivery], random: SeededGenerator(seed: seed))
  }

  /// Returns an engine that has started with unset settings.
  private static func started(seed: UInt64, version: UInt32 = 0, unit: Bool = false) -> SyncEngine {
    var engine = engine(seed: seed, version: version, unit: unit)
    _ = engine.start([a: .reset, b: .reset], at: now)
    return engine
  }

  private static func entries(of effects: [SyncEffect]) -> [SettingsKey: SyncEntry] {
    for case .apply(let entries) in effects { return entries }
    return [:]
  }

  private static func conflicts(in effects: [SyncEffect]) -> [SyncCollision] {
    effects.compactMap { if case .conflict(let collision) = $0 { collision } else { nil } }
  }

  /// Passes the state of one engine to another one, which applies it.
  private static func pass(
    _ sender: SyncEngine, to recipient: inout SyncEngine, at time: UInt64 = now
  ) -> [SyncEffect] {
    let message = sender.message(.difference(sender.memory.state.entries))
    let effects = recipient.receive(message, from: peer, at: time)
    let entries = entries(of: effects)
    return effects + recipient.didApply(entries, outcomes: entries.mapValues { .applied(digest: $0.digest) })
  }

  @Test func `an unset setting has no entry, and one that was reset has`() {
    var engine = Self.started(seed: 1)
    #expect(engine.memory.state.entries.isEmpty)
    _ = engine.edit([Self.a: SyncContent(1)], at: Self.now)
    _ = engine.edit([Self.a: .reset], at: Self.now)
    #expect(engine.memory.state.entries.mapValues(\.content) == [Self.a: .reset])
  }

  @Test(arguments: [false, true])
  func `a setting that isn't declared any more, or that's secret, causes no new identity`(_ isSecret: Bool) throws {
    func engine(_ memory: SyncReplicaState?, _ keys: [SettingsKey], seed: UInt64) -> SyncEngine {
      SyncEngine(
        restoring: memory,
        declarations: Dictionary(uniqueKeysWithValues: keys.map { ($0, SyncDeclaration(isSecret: isSecret)) }),
        account: SyncAccount(named: "me"), over: [.stream], random: SeededGenerator(seed: seed))
    }
    func restarted(_ former: SyncEngine, _ contents: [SettingsKey: SyncContent], seed: UInt64) throws -> SyncEngine {
      let saved = former.memory.encoded(secretKeys: isSecret ? [Self.a, Self.b] : [])
      var engine = engine(
        try SyncReplicaState(decoding: saved, contents: contents), Array(contents.keys), seed: seed)
      _ = engine.start(contents, at: Self.now)
      return engine
    }
    var (device, other) = (engine(nil, [Self.a, Self.b], seed: 1), Self.started(seed: 2))
    _ = device.start([Self.a: .reset, Self.b: .reset], at: Self.now)
    _ = device.edit([Self.a: SyncContent(1)], at: Self.now)
    _ = Self.pass(device, to: &other)
    let replica = device.memory.replica
    // The setting leaves the program, which runs twice before it hears of the other device.
    var updated = try restarted(device, [Self.b: .reset], seed: 3)
    #expect(updated.memory.state[Self.a] == nil)
    updated = try restarted(updated, [Self.b: .reset], seed: 4)
    _ = Self.pass(other, to: &updated)
    #expect(updated.memory.replica == replica)
    #expect(updated.memory.state == other.memory.state)
    // A later change with the same identity is that of a clone.
    _ = device.edit([Self.a: SyncContent(2)], at: Self.now + 1)
    _ = Self.pass(device, to: &other)
    var clone = try restarted(try restarted(updated, [Self.b: .reset], seed: 5), [Self.b: .reset], seed: 6)
    // The stream stays connected.
    #expect(!Self.pass(other, to: &clone).contains(.reconnect(0)))
    #expect(clone.memory.replica != replica)
  }

  @Test func `a stamp from the far future raises its own key only`() throws {
    var (future, present) = (Self.started(seed: 1), Self.started(seed: 2))
    _ = future.edit([Self.a: SyncContent(1)], at: Self.now + Self.tenYears)
    _ = Self.pass(future, to: &present)
    _ = present.edit([Self.a: SyncContent(2), Self.b: SyncContent(3)], at: Self.now + 1)
    let entries = present.memory.state.entries
    #expect(try #require(entries[Self.a]?.stamp.time) >= Self.now + Self.tenYears)
    #expect(try #require(entries[Self.b]?.stamp.time) <= Self.now + 1 + HybridClock.maximumLead)
    // The later change wins on the device with the wrong clock as well.
    #expect(Self.conflicts(in: Self.pass(present, to: &future)).isEmpty)
    #expect(future.memory.state[Self.a]?.content == SyncContent(2))
  }

  @Test func `a change over a seen one is no conflict, and one over an unseen one is`() {
    var (left, right) = (Self.started(seed: 1), Self.started(seed: 2))
    _ = left.edit([Self.a: SyncContent(1)], at: Self.now)
    #expect(Self.conflicts(in: Self.pass(left, to: &right)).isEmpty)
    _ = right.edit([Self.a: SyncContent(2)], at: Self.now + 1)
    _ = right.edit([Self.a: SyncContent(3)], at: Self.now + 2)
    #expect(Self.conflicts(in: Self.pass(right, to: &left)).isEmpty)
    _ = left.edit([Self.a: SyncContent(4)], at: Self.now + 3)
    _ = right.edit([Self.a: SyncContent(5)], at: Self.now + 4)
    let collisions = Self.conflicts(in: Self.pass(right, to: &left)) + Self.conflicts(in: Self.pass(left, to: &right))
    #expect(collisions.map(\.winner.content) == [SyncContent(5)])
    #expect(collisions.map(\.loser.content) == [SyncContent(4)])
  }

  @Test func `a loser is reported by the writer of the winner too, once`() {
    var (left, right) = (Self.started(seed: 1), Self.started(seed: 2))
    _ = left.edit([Self.a: SyncContent(4)], at: Self.now)
    _ = right.edit([Self.a: SyncContent(5)], at: Self.now + 1)
    #expect(Self.conflicts(in: Self.pass(left, to: &right)).count == 1)
    #expect(Self.conflicts(in: Self.pass(left, to: &right)).isEmpty)
  }

  @Test func `an entry that was saved but not applied before a crash is applied at the next start`() {
    var (left, right) = (Self.started(seed: 1), Self.started(seed: 2))
    _ = left.edit([Self.a: SyncContent(1)], at: Self.now)
    let message = left.message(.difference(left.memory.state.entries))
    _ = right.receive(message, from: Self.peer, at: Self.now)
    var restarted = Self.engine(right.memory, seed: 3)
    let effects = restarted.start([Self.a: .reset, Self.b: .reset], at: Self.now)
    #expect(Self.entries(of: effects).keys.contains(Self.a))
    #expect(restarted.memory.state == left.memory.state)
    // If it was applied, it isn't a change either.
    var applied = Self.engine(right.memory, seed: 4)
    let others = applied.start([Self.a: SyncContent(1), Self.b: .reset], at: Self.now)
    #expect(Self.entries(of: others).isEmpty)
    #expect(applied.memory.state == left.memory.state)
  }

  @Test func `a change while the program doesn't run is stamped at the next start`() {
    var engine = Self.started(seed: 1)
    _ = engine.edit([Self.a: SyncContent(1)], at: Self.now)
    var restarted = Self.engine(engine.memory, seed: 2)
    _ = restarted.start([Self.a: SyncContent(2), Self.b: SyncContent(3)], at: Self.now + 1)
    #expect(restarted.memory.state.entries.mapValues(\.content) == [Self.a: SyncContent(2), Self.b: SyncContent(3)])
    #expect(restarted.memory.state.entries.values.allSatisfy { $0.stamp.time == Self.now + 1 })
  }

  @Test func `a migration isn't a change`() throws {
    var engine = Self.started(seed: 1, version: 1)
    _ = engine.edit([Self.a: SyncContent(1)], at: Self.now)
    let stamp = engine.memory.state[Self.a]?.stamp
    var upgraded = Self.engine(engine.memory, seed: 2, version: 2)
    _ = upgraded.start([Self.a: SyncContent(60), Self.b: .reset], at: Self.now + 1)
    #expect(upgraded.memory.state[Self.a]?.stamp == stamp)
    #expect(upgraded.memory.state[Self.a]?.content == SyncContent(60))
    #expect(upgraded.memory.state[Self.a]?.version == 2)
    // The older form doesn't return, and the newer one replaces it elsewhere.
    _ = Self.pass(engine, to: &upgraded)
    #expect(upgraded.memory.state[Self.a]?.content == SyncContent(60))
    _ = Self.pass(upgraded, to: &engine)
    #expect(engine.memory.state == upgraded.memory.state)
  }

  @Test func `a change between runs of a value that was received in an older form is a change`() throws {
    var (old, new) = (Self.started(seed: 1, version: 1), Self.started(seed: 2, version: 2))
    _ = old.edit([Self.a: SyncContent(1)], at: Self.now)
    let effects = new.receive(
      old.message(.difference(old.memory.state.entries)), from: Self.peer, at: Self.now)
    _ = new.didApply(Self.entries(of: effects), outcomes: [Self.a: .applied(digest: SyncContent(60).digest)])
    for isSaved in [false, true] {
      let contents = [Self.a: SyncContent(120), Self.b: .reset]
      let memory = isSaved ? try SyncReplicaState(decoding: new.memory.encoded(), contents: contents) : new.memory
      var restarted = Self.engine(memory, seed: 3, version: 2)
      _ = restarted.start(contents, at: Self.now + 1)
      #expect(restarted.memory.state[Self.a]?.stamp.replica == new.memory.replica)
      #expect(restarted.memory.state[Self.a]?.content == SyncContent(120))
    }
  }

  @Test func `a newer value that has waited for an update replaces the migrated one, and isn't replaced by it`() {
    var (old, new) = (Self.started(seed: 1, version: 1), Self.started(seed: 2, version: 2))
    _ = old.edit([Self.a: SyncContent(1)], at: Self.now)
    _ = new.edit([Self.a: SyncContent(120)], at: Self.now + 1)
    let message = new.message(.difference(new.memory.state.entries))
    _ = old.didApply(
      Self.entries(of: old.receive(message, from: Self.peer, at: Self.now + 1)), outcomes: [Self.a: .held])
    // The update migrates the value.
    var updated = Self.engine(old.memory, seed: 3, version: 2)
    let effects = updated.start([Self.a: SyncContent(60), Self.b: .reset], at: Self.now + 2)
    #expect(Self.entries(of: effects).mapValues(\.content) == [Self.a: SyncContent(120)])
    #expect(updated.memory.state == new.memory.state)
  }

  @Test func `a member of a unit that wasn't changed gets the same stamp`() {
    var engine = Self.started(seed: 1, unit: true)
    _ = engine.edit([Self.a: SyncContent(1), Self.b: .reset], at: Self.now)
    #expect(engine.memory.state[Self.a]?.stamp == engine.memory.state[Self.b]?.stamp)
    #expect(engine.memory.state[Self.b]?.content == .reset)
  }

  @Test func `a member of a unit whose content isn't known gets the same stamp, and still waits to be applied`() {
    var (engine, other) = (Self.started(seed: 1, unit: true), Self.started(seed: 2, unit: true))
    _ = engine.edit([Self.a: SyncContent(5), Self.b: .reset], at: Self.now)
    _ = Self.pass(engine, to: &other)
    _ = other.edit([Self.a: SyncContent(7), Self.b: .reset], at: Self.now + 1)
    let message = other.message(.difference(other.memory.state.entries))
    let held = Self.entries(of: engine.receive(message, from: Self.peer, at: Self.now + 1))
    _ = engine.didApply(held, outcomes: [Self.a: .held])
    // The store hides the value of the other setting.
    _ = engine.edit([Self.b: SyncContent(1)], at: Self.now + 2)
    #expect(engine.memory.state[Self.a]?.stamp == engine.memory.state[Self.b]?.stamp)
    let effects = engine.resume(
      [Self.a: SyncContent(5), Self.b: SyncContent(1)], recovered: [], isPartial: false, at: Self.now + 3)
    #expect(Self.entries(of: effects).mapValues(\.content) == [Self.a: SyncContent(7)])
  }

  @Test func `a device that doesn't declare a unit stamps its members together once it has seen the unit`() throws {
    var (newer, older) = (Self.started(seed: 1, unit: true), Self.started(seed: 2))
    _ = newer.edit([Self.a: SyncContent(1), Self.b: SyncContent(1)], at: Self.now)
    _ = Self.pass(newer, to: &older)
    #expect(older.unit(of: Self.a) == [Self.a, Self.b])
    _ = older.edit([Self.a: SyncContent(2), Self.b: SyncContent(1)], at: Self.now + 1)
    let (a, b) = try (#require(older.memory.state[Self.a]), #require(older.memory.state[Self.b]))
    #expect(a.stamp == b.stamp && a.unit == b.unit && a.unit != nil && b.content == SyncContent(1))
    // A member that the device doesn't declare is stamped with the others, and keeps its content.
    var stranger = SyncScenarios.engine(keys: [Self.a], seed: 3, delivery: .stream)
    _ = stranger.start([Self.a: .reset], at: Self.now)
    _ = Self.pass(older, to: &stranger)
    _ = stranger.edit([Self.a: SyncContent(3)], at: Self.now + 2)
    #expect(stranger.memory.state[Self.b]?.stamp == stranger.memory.state[Self.a]?.stamp)
    #expect(stranger.memory.state[Self.b]?.content == SyncContent(1))
    #expect(stranger.memory.records[Self.b] == nil)
  }

  @Test func `a change of a unit prevails over a later one by a device that doesn't know the unit, as a conflict`() {
    var (newer, older) = (Self.started(seed: 1, unit: true), Self.started(seed: 2))
    _ = newer.edit([Self.a: SyncContent(1), Self.b: SyncContent(1)], at: Self.now)
    _ = older.edit([Self.a: SyncContent(2)], at: Self.now + 60_000)
    let replica = older.memory.replica
    let before = older
    let effects = Self.pass(newer, to: &older)
    #expect(older.memory.state.entries.mapValues(\.content) == [Self.a: SyncContent(1), Self.b: SyncContent(1)])
    #expect(Self.conflicts(in: effects).map(\.loser.content) == [SyncContent(2)])
    // The replaced change comes back, and is neither applied nor that of a clone.
    _ = Self.pass(before, to: &older)
    #expect(older.memory.replica == replica)
    _ = Self.pass(before, to: &newer)
    #expect(newer.memory.state == older.memory.state)
  }

  @Test func `values from before synchronization have no unit, so that those of a group prevail`() {
    var (joiner, group) = (Self.engine(seed: 1, unit: true), Self.started(seed: 2))
    _ = joiner.start([Self.a: SyncContent(1), Self.b: SyncContent(1)], at: Self.now)
    _ = group.edit([Self.a: SyncContent(2)], at: Self.now)
    _ = Self.pass(joiner, to: &group)
    #expect(group.memory.state[Self.a]?.content == SyncContent(2))
  }

  @Test func `a peer of another account is told and given nothing, and nothing of it is applied`() {
    var mine = Self.started(seed: 1)
    var theirs = Self.engine(seed: 2, account: "them")
    _ = theirs.start([Self.a: SyncContent(1), Self.b: .reset], at: Self.now)
    _ = mine.connect(Self.peer)
    // Nothing is sent to a peer whose account isn't known yet but the hashes of the entries.
    #expect(mine.edit([Self.b: SyncContent(1)], at: Self.now) == [.save])
    let before = mine.memory.state
    #expect(Self.pass(theirs, to: &mine) == [.refuse(Self.peer)])
    #expect(mine.phase == .stopped(.otherAccount(Self.peer)))
    #expect(Self.pass(theirs, to: &mine).isEmpty)
    #expect(mine.memory.state == before)
    let effects = mine.edit([Self.a: SyncContent(2)], at: Self.now)
    #expect(effects == [.save])
    // Once the program has decided, the account isn't reported again.
    #expect(mine.stay().isEmpty)
    #expect(mine.phase == .joining)
    mine.disconnect(Self.peer)
    _ = mine.connect(Self.peer)
    #expect(Self.pass(theirs, to: &mine).isEmpty)
    #expect(mine.phase == .joining)
  }

  @Test func `a peer of another account doesn't affect other peers, and can come back`() {
    var mine = Self.started(seed: 1)
    var theirs = Self.engine(seed: 2, account: "them")
    _ = theirs.start([Self.a: SyncContent(1), Self.b: .reset], at: Self.now)
    _ = mine.connect(Self.peer)
    _ = Self.pass(theirs, to: &mine)
    let friend = SyncPeer(name: "friend")
    #expect(mine.connect(friend).count == 1)
    var own = Self.started(seed: 3)
    _ = own.edit([Self.b: SyncContent(3)], at: Self.now)
    let effects = mine.receive(own.message(.state(own.memory.state.entries)), from: friend, at: Self.now)
    #expect(effects.contains(.apply(own.memory.state.entries)))
    #expect(mine.memory.state == own.memory.state)
    #expect(mine.phase == .stopped(.otherAccount(Self.peer)))
    // The other device joins this account.
    var joiner = Self.started(seed: 4)
    let summary = joiner.message(.summary(joiner.memory.state.summary))
    #expect(mine.receive(summary, from: Self.peer, at: Self.now).contains { $0.isMessage(to: Self.peer) })
    _ = mine.receive(joiner.message(.difference([:])), from: Self.peer, at: Self.now)
    #expect(joiner.edit([Self.a: SyncContent(4)], at: Self.now).contains(.save))
    #expect(mine.phase != .stopped(.otherAccount(Self.peer)))
  }

  @Test func `a program with another account asks before it does anything`() {
    var engine = Self.started(seed: 1)
    _ = engine.edit([Self.a: SyncContent(1)], at: Self.now)
    let former = engine.memory.replica
    var other = Self.engine(engine.memory, seed: 2, account: "them")
    #expect(other.start([Self.a: SyncContent(1), Self.b: .reset], at: Self.now) == [.save])
    #expect(other.stop == .accountChanged)
    let effects = other.join(with: [Self.a: SyncContent(1), Self.b: .reset], isOffering: false, at: Self.now)
    #expect(effects.contains(.clear([Self.a, Self.b])))
    #expect(other.memory.state.entries.isEmpty)
    #expect(other.memory.snapshot == [Self.a: SyncVersionedContent(SyncContent(1))])
    #expect(other.memory.replica != former)
  }

  @Test func `equal states are found equal with summaries alone`() {
    var (left, right) = (Self.started(seed: 1), Self.started(seed: 2))
    _ = left.edit([Self.a: SyncContent(1)], at: Self.now)
    _ = Self.pass(left, to: &right)
    var sent: [SyncMessage] = []
    for case .send(let body, _) in left.connect(Self.peer) { sent.append(left.message(body)) }
    #expect(sent.count == 1)
    let replies = right.receive(sent[0], from: Self.peer, at: Self.now)
    #expect(replies == [.send(.difference([:]), to: .peer(Self.peer))])
    _ = left.receive(right.message(.difference([:])), from: Self.peer, at: Self.now)
    #expect(left.phase == .current)
  }

  @Test func `an unlimited number of unknown keys isn't kept`() {
    var engine = Self.started(seed: 1)
    let writer = SyncWriter(replica: SyncReplicaIdentity(high: 9, low: 9))
    func entries(_ name: String) -> [SettingsKey: SyncEntry] {
      Dictionary(
        uniqueKeysWithValues: (0..<SyncLimits.entryCount).map { index in
          let stamp = SyncStamp(time: 1, writer: writer)
          return (SimulatedProgram.key("\(name)\(index)"), SyncEntry(stamp: stamp, basis: nil, content: .reset))
        })
    }
    for name in ["x", "y"] {
      let message = SyncMessage(
        account: SyncAccount(named: "me"), sender: writer.replica, root: 0, body: .difference(entries(name)))
      _ = engine.receive(message, from: Self.peer, at: Self.now)
    }
    #expect(engine.memory.state.entries.count == SyncLimits.forwardedEntryCount)
    // A declared setting is kept nevertheless.
    _ = engine.edit([Self.a: SyncContent(1)], at: Self.now)
    #expect(engine.memory.state[Self.a] != nil)
  }
}

extension SyncEffect {
  fileprivate func isMessage(to peer: SyncPeer) -> Bool {
    if case .send(_, .peer(peer)) = self { true } else { false }
  }
}
