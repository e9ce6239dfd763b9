import Testing
import TypedSettings
import TypedSettingsSync
import TypedSettingsTesting

@Suite struct SyncStateTests {
  private static func entry(_ random: inout SeededGenerator) -> SyncEntry {
    let writer = SyncWriter(
      replica: SyncReplicaIdentity(high: 0, low: UInt64(random.number(below: 3))),
      session: UInt32(random.number(below: 2)))
    return SyncEntry(
      stamp: SyncStamp(time: UInt64(random.number(below: 3)), counter: UInt32(random.number(below: 2)), writer: writer),
      basis: nil, content: random.chance(4) ? .reset : SyncContent(.integer(Int64(random.number(below: 4)))),
      version: UInt32(random.number(below: 2)),
      unit: random.chance(2) ? SyncUnitTag(rawValue: UInt32(random.number(below: 2))) : nil)
  }

  private static func state(_ random: inout SeededGenerator) -> SyncState {
    var state = SyncState()
    for index in 0..<4 where random.chance(2) { state[SimulatedProgram.key("k\(index)")] = entry(&random) }
    return state
  }

  private static func merged(_ states: SyncState...) -> SyncState { states.reduce(into: SyncState()) { $0.merge($1) } }

  @Test(arguments: 0..<50) func `merging is commutative, associative and idempotent`(_ seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<40 {
      let (a, b, c) = (Self.state(&random), Self.state(&random), Self.state(&random))
      let (left, right) = (Self.merged(a, b), Self.merged(b, a))
      #expect(left.root == right.root)
      #expect(left.entries.mapValues(\.digest) == right.entries.mapValues(\.digest))
      #expect(left.entries.mapValues(\.unit) == right.entries.mapValues(\.unit))
      #expect(Self.merged(Self.merged(a, b), c).root == Self.merged(a, Self.merged(b, c)).root)
      #expect(Self.merged(a, a) == a)
      #expect(Self.merged(left, a) == left)
    }
  }

  @Test(arguments: 0..<20) func `the hash of a state depends on its entries alone`(_ seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var state = SyncState()
    for _ in 0..<50 {
      let key = SimulatedProgram.key("k\(random.number(below: 6))")
      state[key] = random.chance(4) ? nil : Self.entry(&random)
      #expect(state.root == SyncState(state.entries).root)
    }
  }

  @Test(arguments: 0..<20) func `a summary reveals exactly the entries that differ`(_ seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let (left, right) = (Self.state(&random), Self.state(&random))
    let expected = left.entries.filter { key, entry in right[key].map { !$0.isSame(as: entry) } ?? true }
    #expect(Set(left.difference(from: right.summary).keys) == Set(expected.keys))
  }

  @Test(
    arguments: [
      // replica and time of the earlier write, replica and time of the later one, its basis (replica, time), seen?
      (1, 10, 1, 20, nil, true),
      (1, 10, 2, 20, nil, false),
      (1, 10, 2, 20, (1, 10), true),
      (1, 10, 2, 20, (1, 15), true),
      (1, 10, 2, 20, (1, 5), false),
      (1, 10, 2, 20, (3, 15), false),
      (1, 20, 1, 10, nil, false),
    ] as [(UInt64, UInt64, UInt64, UInt64, (UInt64, UInt64)?, Bool)])
  func `the basis shows which writes a writer had seen`(
    _ replica: UInt64, _ time: UInt64, _ other: UInt64, _ later: UInt64, _ basis: (UInt64, UInt64)?, _ isSeen: Bool
  ) {
    func stamp(_ replica: UInt64, _ time: UInt64) -> SyncStamp {
      SyncStamp(time: time, writer: SyncWriter(replica: SyncReplicaIdentity(high: 0, low: replica)))
    }
    let first = SyncEntry(stamp: stamp(replica, time), basis: nil, content: .reset)
    let second = SyncEntry(stamp: stamp(other, later), basis: basis.map { stamp($0.0, $0.1) }, content: .reset)
    #expect(second.hasSeen(first) == isSeen)
  }
}
