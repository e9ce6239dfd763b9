/// An operation of a thread on a shared value, between two moments of one clock.
struct HistoryOperation: Sendable {
  enum Kind: Sendable {
    case read
    /// A write of a value that no other operation writes.
    case write
    /// A write of the value after the one that it read.
    case increment
  }

  let kind: Kind
  /// The number that was read or written.
  let value: Int
  let start: Int
  let end: Int
}

/// The operations of several threads on one value, which is 0 at first.
///
/// A history is linearizable if each operation can have taken effect at one moment between its start and its end; see
/// Herlihy and Wing, "Linearizability: A Correctness Condition for Concurrent Objects" (1990).
struct OperationHistory: Sendable {
  let operations: [HistoryOperation]

  /// The reason why a history of reads and writes isn't linearizable, or `nil` if it is.
  ///
  /// The operations with one value are a zone, from the first end to the last start among them. Zones of values that
  /// were in effect at the same time contradict each other; see Gibbons and Korach, "Testing Shared Memories" (1997).
  var contradictionOfWrites: String? {
    struct Zone {
      var write: HistoryOperation
      var firstEnd: Int
      var lastStart: Int
      var isForward: Bool { firstEnd < lastStart }
    }
    let first = HistoryOperation(kind: .write, value: 0, start: -2, end: -1)
    var zones: [Int: Zone] = [:]
    for write in [first] + operations.filter({ $0.kind == .write }) {
      if zones[write.value] != nil { return "\(write.value) is written twice" }
      zones[write.value] = Zone(write: write, firstEnd: write.end, lastStart: write.start)
    }
    for read in operations where read.kind == .read {
      guard var zone = zones[read.value] else { return "\(read.value) is read, but not written" }
      if read.end < zone.write.start { return "\(read.value) is read before it's written" }
      zone.firstEnd = min(zone.firstEnd, read.end)
      zone.lastStart = max(zone.lastStart, read.start)
      zones[read.value] = zone
    }
    // Sorted, forward zones overlap only if neighbours do, and a zone inside of one is inside of the one before it.
    let forward = zones.values.filter(\.isForward).sorted { $0.firstEnd < $1.firstEnd }
    for (zone, next) in zip(forward, forward.dropFirst()) where next.firstEnd < zone.lastStart {
      return "\(zone.write.value) and \(next.write.value) are in effect at the same time"
    }
    for zone in zones.values where !zone.isForward {
      let count = forward.partitioningIndex { $0.firstEnd > zone.lastStart }
      guard count > 0, forward[count - 1].lastStart > zone.firstEnd else { continue }
      return "\(zone.write.value) is in effect while \(forward[count - 1].write.value) is"
    }
    return nil
  }

  /// The reason why a history of reads and increments isn't linearizable, or `nil` if it is.
  ///
  /// The values order the operations, apart from reads of the same value. So it is linearizable if no operation ends
  /// before one starts that precedes it in this order.
  var contradictionOfIncrements: String? {
    let increments = operations.filter { $0.kind == .increment }.map(\.value).sorted()
    if increments != Array(1..<increments.count + 1) { return "an increment is lost" }
    func position(_ operation: HistoryOperation) -> Int { 2 * operation.value + (operation.kind == .read ? 1 : 0) }
    var (latestStart, groupStart, current) = (Int.min, Int.min, Int.min)
    for operation in operations.sorted(by: { position($0) < position($1) }) {
      if position(operation) != current {
        (latestStart, current) = (max(latestStart, groupStart), position(operation))
      }
      if operation.end < latestStart { return "\(operation.value) is in effect before an earlier value" }
      groupStart = max(groupStart, operation.start)
    }
    let last = operations.map(\.value).max() ?? 0
    return last > increments.count ? "\(last) is read, but not written" : nil
  }
}

extension Array {
  /// Returns the index of the first element that matches, if all that follow do too; the number of elements otherwise.
  fileprivate func partitioningIndex(where matches: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if matches(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
