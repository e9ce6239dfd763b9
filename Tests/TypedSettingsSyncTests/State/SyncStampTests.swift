import Testing
import TypedSettingsSync

@Suite struct SyncStampTests {
  private let writer = SyncWriter(replica: SyncReplicaIdentity(high: 1, low: 2))

  @Test(
    arguments: [
      // clock, wall clock, previous stamp, expected time and counter
      (0, 1_000, nil, 1_000, 0),
      (1_000, 1_000, nil, 1_000, 1),
      (2_000, 1_000, nil, 2_000, 1),
      (1_000_000, 1_000, nil, 301_000, 0),
      (0, 1_000, 5_000_000, 5_000_000, 8),
      (0, 1_000, 1_000, 1_000, 8),
      (0, 1_000, 999, 1_000, 0),
    ] as [(UInt64, UInt64, UInt64?, UInt64, UInt32)])
  func `a stamp follows the wall clock, the clock's reading and the previous stamp`(
    _ reading: UInt64, _ now: UInt64, _ previous: UInt64?, _ time: UInt64, _ counter: UInt32
  ) {
    var clock = HybridClock(time: reading)
    let previous = previous.map { SyncStamp(time: $0, counter: 7, writer: writer) }
    let stamp = clock.stamp(at: now, of: writer, over: previous)
    #expect(stamp == SyncStamp(time: time, counter: counter, writer: writer))
  }

  @Test func `a clock is at most five minutes ahead, whatever it has seen`() {
    var clock = HybridClock()
    for time in [1_000, .max, 5_000, SyncStamp.maximumTime] as [UInt64] {
      clock.observe(SyncStamp(time: time, counter: .max, writer: writer), at: 1_000)
      #expect(clock.time <= 1_000 + HybridClock.maximumLead)
    }
  }

  @Test func `a stamp over the greatest one exists, and stays the greatest`() {
    let last = SyncStamp(time: SyncStamp.maximumTime, counter: .max, writer: writer)
    #expect(last.successor(of: writer) == last)
    let carry = SyncStamp(time: 5, counter: .max, writer: writer).successor(of: writer)
    #expect(carry == SyncStamp(time: 6, counter: 0, writer: writer))
  }

  @Test func `the lowest stamp is less than any other`() {
    let other = SyncWriter(replica: SyncReplicaIdentity(high: 0, low: 0))
    #expect(SyncStamp.lowest(of: writer) < SyncStamp(time: 1, writer: other))
    #expect(SyncStamp.lowest(of: writer).isLowest)
    var clock = HybridClock()
    #expect(!clock.stamp(at: 0, of: writer, over: nil).isLowest)
  }
}
