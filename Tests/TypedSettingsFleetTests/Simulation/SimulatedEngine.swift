import TypedSettings
import TypedSettingsFleet
import TypedSettingsTesting

/// A watch with the events that are on their way.
struct SimulatedWatch {
  let number: Int
  var position: RemotePosition
  var events: [RemoteEvent] = []
  /// The events that have arrived, and can arrive again.
  var delivered: [RemoteEvent] = []
}

/// An engine that remembers everything that was ever committed, as the reference for what a program may show.
struct SimulatedEngine {
  private(set) var history = RemoteHistory()
  /// The values at each revision of each history.
  private(set) var past: [[Int64: [RemoteKey: [UInt8]]]] = [[0: [:]]]
  var isReachable = true
  let isIdentified: Bool

  init(isIdentified: Bool) { self.isIdentified = isIdentified }

  var values: [RemoteKey: [UInt8]] { history.entries.mapValues(\.value) }

  var snapshot: RemoteSnapshot {
    RemoteSnapshot(entries: Array(history.entries.values), position: history.position(isIdentified: isIdentified))
  }

  mutating func commit(_ transaction: RemoteTransaction) -> RemoteCommit {
    let commit = history.commit(transaction)
    past[past.count - 1][history.revision] = values
    return commit
  }

  mutating func compact() { history.compact() }

  mutating func wipe() {
    history.wipe()
    past.append([0: [:]])
  }

  /// Returns whether a table is exactly what some history was at the table's revision.
  func wasEver(_ table: RemoteTable) -> Bool {
    let values = table.entries.mapValues(\.value)
    guard let position = table.position else { return values.isEmpty }
    return past.contains { $0[position.revision] == values }
  }

  /// Puts the new changes into a watch, in as many events as the generator decides, or a sign of life.
  func send(to watch: inout SimulatedWatch, using random: inout SeededGenerator) {
    guard let changes = history.changes(after: watch.position) else {
      if watch.events.last != .historyLost { watch.events.append(.historyLost) }
      return
    }
    var rest = changes[...]
    while let first = rest.first {
      // The changes of a revision are never divided.
      let last = random.chance(2) ? first.revision : changes[changes.count - 1].revision
      let event = rest.prefix { $0.revision <= last }
      watch.events.append(.changes(Array(event), revision: last))
      rest = rest.dropFirst(event.count)
      watch.position.revision = last
    }
    if changes.isEmpty { watch.events.append(.progress(history.revision)) }
  }
}
