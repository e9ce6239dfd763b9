/// The identity and the order of one write: a reading of a hybrid logical clock, and the replica that wrote.
///
/// See Kulkarni, Demirbas, Madappa, Avva and Leone, "Logical Physical Clocks and Consistent Snapshots in Globally
/// Distributed Databases" (OPODIS 2014).
package struct SyncStamp: Hashable, Comparable, Sendable {
  /// The time in milliseconds since 1970; zero for a value that was set before synchronization was enabled.
  package let time: UInt64
  /// The number of the write among those with the same time.
  package let counter: UInt32
  /// The replica that wrote, and the run in which it did.
  package let writer: SyncWriter

  /// The replica that wrote.
  package var replica: SyncReplicaIdentity { writer.replica }

  package init(time: UInt64, counter: UInt32 = 0, writer: SyncWriter) {
    self.time = min(time, Self.maximumTime)
    self.counter = counter
    self.writer = writer
  }

  /// The greatest time, which is in the year 285,428.
  package static let maximumTime: UInt64 = 1 << 53

  /// Returns the stamp of values that were set before synchronization was enabled.
  ///
  /// It's less than the stamps of all later writes, so the values of an established group are preserved.
  package static func lowest(of writer: SyncWriter) -> SyncStamp { SyncStamp(time: 0, writer: writer) }

  /// A Boolean value that indicates whether the value was set before synchronization was enabled.
  package var isLowest: Bool { time == 0 && counter == 0 }

  /// The longest time in milliseconds by which a stamp can be ahead of the clock of a device that receives it: a
  /// thousand years.
  ///
  /// It's longer than the error of any clock, also of one that starts in 1970.
  private static let longestLead: UInt64 = 1_000 * 365 * 86_400_000

  /// Returns whether a device can have written the stamp, so that a later write can replace it.
  ///
  /// - Parameter now: The wall clock of the device that receives it.
  /// - Returns: `false` if it's more than a thousand years ahead.
  package func isPlausible(at now: UInt64) -> Bool { time <= min(now, Self.maximumTime) + Self.longestLead }

  /// Returns the first stamp of a writer that is greater than this one.
  ///
  /// At the end of the range, it's the greatest stamp of the writer.
  package func successor(of writer: SyncWriter) -> SyncStamp {
    if counter < .max { return SyncStamp(time: time, counter: counter + 1, writer: writer) }
    return time < Self.maximumTime
      ? SyncStamp(time: time + 1, writer: writer) : SyncStamp(time: time, counter: .max, writer: writer)
  }

  /// Compares stamps by time, counter and writer.
  package static func < (left: Self, right: Self) -> Bool {
    if left.time != right.time { return left.time < right.time }
    if left.counter != right.counter { return left.counter < right.counter }
    if left.replica != right.replica { return left.replica < right.replica }
    return left.writer.session < right.writer.session
  }
}

/// A run of a replica.
package struct SyncWriter: Hashable, Sendable {
  /// The identity of the replica.
  package var replica: SyncReplicaIdentity
  /// A random number of the run, by which the writes of a device differ from the writes of its clone.
  package let session: UInt32

  package init(replica: SyncReplicaIdentity, session: UInt32 = 0) {
    self.replica = replica
    self.session = session
  }
}

/// A hybrid logical clock, which follows the wall clock and the stamps that it has seen.
package struct HybridClock: Hashable, Sendable {
  /// The latest time in milliseconds since 1970.
  package private(set) var time: UInt64
  package private(set) var counter: UInt32

  package init(time: UInt64 = 0, counter: UInt32 = 0) {
    self.time = time
    self.counter = counter
  }

  /// The longest time in milliseconds that the clock can be ahead of the wall clock: five minutes.
  package static let maximumLead: UInt64 = 5 * 60 * 1_000

  /// Advances the clock for a write.
  ///
  /// A clock that is too far ahead is set back: a stamp only has to be greater than the previous stamp of its key.
  ///
  /// - Parameters:
  ///   - now: The wall clock.
  ///   - writer: The replica that writes.
  ///   - previous: The stamp of the key's current entry.
  ///   - isBounded: Pass `false` to follow any stamp, which only tests do.
  /// - Returns: A stamp that is greater than `previous`.
  package mutating func stamp(
    at now: UInt64, of writer: SyncWriter, over previous: SyncStamp?, isBounded: Bool = true
  ) -> SyncStamp {
    let wall = Self.wallTime(now)
    if time >= wall, time <= Self.limit(at: now, isBounded) {
      advance(counter)
    } else {
      (time, counter) = (time < wall ? wall : Self.limit(at: now, isBounded), 0)
    }
    let stamp = SyncStamp(time: time, counter: counter, writer: writer)
    guard let previous, previous >= stamp else { return stamp }
    return previous.successor(of: writer)
  }

  /// Advances the clock beyond a stamp, up to five minutes ahead of the wall clock.
  ///
  /// It doesn't advance to the wall clock itself: a change that the program has made a moment ago, and that is stamped
  /// next, has an earlier time.
  package mutating func observe(_ stamp: SyncStamp, at now: UInt64, isBounded: Bool = true) {
    let next = min(max(time, stamp.time), Self.limit(at: now, isBounded))
    let last = [next == time ? counter : nil, next == stamp.time ? stamp.counter : nil].compactMap(\.self).max()
    (time, counter) = (next, 0)
    if let last { advance(last) }
  }

  /// Advances the clock to another reading of it, unless that's an earlier one.
  mutating func advance(to other: HybridClock) {
    if (time, counter) < (other.time, other.counter) { self = other }
  }

  /// Sets the counter to the number after another one.
  private mutating func advance(_ last: UInt32) {
    counter = last &+ 1
    if last == .max { time += 1 }
  }

  private static func wallTime(_ now: UInt64) -> UInt64 { min(max(now, 1), SyncStamp.maximumTime) }

  /// The latest time that the clock can have.
  private static func limit(at now: UInt64, _ isBounded: Bool) -> UInt64 {
    isBounded ? wallTime(now) + maximumLead : .max
  }
}
