import Testing
import TypedSettings

@testable import TypedSettingsSync

@Suite struct SyncFormerEntriesTests {
  private static let key = SettingsKey(domain: "com.example", name: "count")

  private func entry(_ replica: UInt64, at time: UInt64, size: Int = 1) -> SyncEntry {
    let writer = SyncWriter(replica: SyncReplicaIdentity(high: 0, low: replica))
    return SyncEntry(
      stamp: SyncStamp(time: time, writer: writer), basis: nil,
      content: .value([UInt8](repeating: UInt8(truncatingIfNeeded: time), count: size)))
  }

  @Test func `the last entry of each replica is kept, in whatever order they arrive`() {
    let entries = [entry(1, at: 10), entry(1, at: 20), entry(2, at: 15), entry(2, at: 5)]
    var expected = SyncFormerEntries()
    for entry in entries { expected.add(entry, forKey: Self.key, replacedBy: self.entry(3, at: 30)) }
    #expect(expected[Self.key] == [entries[1], entries[2]])
    for order in [[3, 2, 1, 0], [1, 3, 0, 2], [2, 0, 3, 1]] {
      var former = SyncFormerEntries()
      for index in order { former.add(entries[index], forKey: Self.key, replacedBy: self.entry(3, at: 30)) }
      #expect(former == expected)
    }
    // The replica whose entry is in effect has no former one.
    expected.add(entry(3, at: 30), forKey: Self.key, replacedBy: entry(1, at: 40))
    #expect(expected[Self.key] == [entry(3, at: 30), entries[2]])
  }

  @Test func `the entries of a key and the size of all are bounded, and the latest stay`() {
    var former = SyncFormerEntries()
    for replica in 1...100 {
      former.add(entry(UInt64(replica), at: UInt64(replica)), forKey: Self.key, replacedBy: entry(0, at: 1_000))
    }
    #expect(former[Self.key].map(\.stamp.time) == (85...100).reversed().map { UInt64($0) })
    for number in 1...100 {
      let key = SettingsKey(domain: "com.example", name: "k\(number)")
      former.add(entry(1, at: 1_000 + UInt64(number), size: 100_000), forKey: key, replacedBy: entry(0, at: 10_000))
      let size = former.entries.reduce(0) { sum, list in
        list.value.reduce(sum) { $0 + $1.size(forKey: list.key) }
      }
      #expect(size <= SyncFormerEntries.maximumSize)
      #expect(former[key].count == 1)
    }
  }
}
