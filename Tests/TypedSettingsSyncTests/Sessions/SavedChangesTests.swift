import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsSync

/// Changes that are saved after a state, instead of the whole state.
@Suite(.timeLimit(.minutes(30))) struct SavedChangesTests {
  private static let keys = (0..<50).map { SimulatedProgram.key("k\($0)") }

  /// An engine with a few changes since its state was saved, and its saved bytes after each of them.
  private struct History {
    var engine = SyncScenarios.engine(keys: keys, seed: 1)
    var contents: [SettingsKey: SyncContent] = [:]
    /// The numbers of bytes after the state and after each change.
    var sizes: [Int] = []
    var bytes: [UInt8]
    /// The states after each save.
    var states: [SyncReplicaState]

    init() {
      for (number, key) in keys.enumerated() { contents[key] = SyncContent(.integer(Int64(number))) }
      _ = engine.start(contents, at: 1)
      _ = engine.takeChangedKeys()
      (bytes, states) = (engine.memory.encoded(), [engine.memory])
      sizes = [bytes.count]
      // A value, a reset, several at once, an entry of another device, and a setting that isn't declared.
      change { $0.edit([keys[3]: SyncContent(1_000)], at: 1_000) }
      change { $0.edit([keys[3]: .reset], at: 1_001) }
      change { $0.edit([keys[3]: SyncContent(5), keys[4]: SyncContent(6)], at: 1_002) }
      for (key, number) in [(keys[5], 7), (SimulatedProgram.key("other"), 8)] {
        let writer = SyncWriter(replica: SyncReplicaIdentity(high: 9, low: 9))
        let stamp = SyncStamp(time: 2_000 + UInt64(number), writer: writer)
        change { engine in
          engine.memory.state[key] = SyncEntry(stamp: stamp, basis: nil, content: SyncContent(.integer(Int64(number))))
          engine.memory.records[keys[6]] = nil
          return []
        }
        // A former entry of that device, and its end.
        change { engine in
          let entry = SyncEntry(stamp: stamp, basis: nil, content: SyncContent(.integer(Int64(number))))
          for key in keys[7...8] {
            engine.keepFormer(entry, forKey: key, replacedBy: engine.memory.state[key] ?? entry)
          }
          return []
        }
        change { engine in
          engine.memory.formerEntries.set([], forKey: keys[7])
          return []
        }
      }
    }

    private mutating func change(_ body: (inout SyncEngine) -> [SyncEffect]) {
      _ = body(&engine)
      bytes += engine.memory.encodedChange(of: engine.takeChangedKeys())
      sizes.append(bytes.count)
      states.append(engine.memory)
    }

    /// The contents that the store has in a state.
    func contents(in state: SyncReplicaState) -> [SettingsKey: SyncContent] {
      contents.merging(
        state.state.entries.filter { state.records[$0.key]?.stamp == $0.value.stamp }.mapValues(\.content)
      ) { $1 }
    }
  }

  @Test func `a state with changes is the state that they lead to`() throws {
    let history = History()
    #expect(history.states.contains { !$0.formerEntries.entries.isEmpty })
    let whole = try SyncReplicaState(
      decoding: history.engine.memory.encoded(), contents: history.contents(in: history.engine.memory))
    #expect(whole.formerEntries == history.engine.memory.formerEntries && !whole.formerEntries.entries.isEmpty)
    for (size, state) in zip(history.sizes, history.states) {
      let bytes = Array(history.bytes[..<size])
      let decoded = try SyncReplicaState(decoding: bytes, contents: history.contents(in: state))
      #expect(decoded.state == state.state)
      #expect(decoded.records == state.records)
      #expect(decoded.formerEntries == state.formerEntries)
      #expect(decoded.clock == state.clock)
    }
    // A change takes as much room as its own settings, and not as much as all of them.
    for (former, next) in zip(history.sizes, history.sizes.dropFirst()) { #expect(next - former < 250) }
  }

  @Test func `a last change that's cut off, or that's zero, is left out`() throws {
    let history = History()
    for (number, size) in history.sizes.enumerated().dropLast() {
      let expected = history.states[number]
      for end in size..<history.sizes[number + 1] {
        let cut = Array(history.bytes[..<end])
        let zeros = cut + [UInt8](repeating: 0, count: history.sizes[number + 1] - end)
        for bytes in [cut, zeros] where bytes != Array(history.bytes[..<history.sizes[number + 1]]) {
          let decoded = try SyncReplicaState(decoding: bytes, contents: history.contents(in: expected))
          #expect(decoded.state == expected.state)
        }
      }
    }
  }

  @Test func `a change that's damaged before others is refused`() {
    let history = History()
    for index in history.sizes[0]..<history.sizes[1] {
      var bytes = history.bytes
      bytes[index] ^= 1
      // A length that reaches beyond the end is the one of a change that's cut off.
      let isLength = (history.sizes[0] + 4..<history.sizes[0] + 8).contains(index)
      if isLength { continue }
      #expect(throws: SettingsError.self) { try SyncReplicaState(decoding: bytes, contents: [:]) }
    }
  }

  @Test func `a session appends its changes to the file, and the next session continues`() async throws {
    let folder = URL.temporaryDirectory.appending(path: "state-\(UUID())")
    defer { do { try FileManager.default.removeItem(at: folder) } catch {} }
    let path = folder.appending(path: "state.sync").path
    let storage = FileSyncStateStorage(path: path)
    let network = TestNetwork(.stream)
    let (device, other) = (TestDevice(), TestDevice())
    for round in 1...2 {
      try await running([device.sync(over: network, storage: storage), other.sync(over: network)]) {
        for number in 1...20 {
          device.count.value = 100 * round + number
          try await wait { other.count.value == 100 * round + number }
        }
      }
      let bytes = try #require(try storage.load())
      let contents = [device.count.key: SyncContent(.integer(Int64(device.count.value)))]
      let state = try SyncReplicaState(decoding: bytes, contents: contents)
      #expect(state.records[device.count.key]?.digest == contents[device.count.key]?.digest)
      #expect(bytes.count > state.encoded().count)
    }
  }

  @Test func `a change that's appended in part is saved with the whole state`() async throws {
    let storage = TornStorage()
    let (device, other, network) = (TestDevice(), TestDevice(), TestNetwork(.stream))
    try await SettingsDiagnostics.withHandler { _ in
    } operation: {
      try await running([device.sync(over: network, storage: storage), other.sync(over: network)]) {
        for number in 1...20 {
          device.count.value = number
          try await wait { other.count.value == number }
        }
      }
    }
    #expect(storage.tornCount > 1)
    let contents = [device.count.key: SyncContent(20)]
    for bytes in storage.all {
      let state = try SyncReplicaState(decoding: bytes, contents: contents)
      #expect(state.replica == (try SyncReplicaState(decoding: storage.all[0], contents: contents)).replica)
    }
    let last = try SyncReplicaState(decoding: try #require(storage.all.last), contents: contents)
    #expect(last.records[device.count.key]?.digest == SyncContent(20).digest)
  }

  @Test func `a state that something else has replaced is saved as a whole`() throws {
    let storage = InMemorySyncStateStorage([1, 2, 3])
    #expect(!storage.append([4], after: 2))
    #expect(storage.append([4], after: 3))
    #expect(storage.load() == [1, 2, 3, 4])
    let folder = URL.temporaryDirectory.appending(path: "state-\(UUID())")
    defer { do { try FileManager.default.removeItem(at: folder) } catch {} }
    let file = FileSyncStateStorage(path: folder.appending(path: "state.sync").path)
    #expect(try !file.append([4], after: 0))
    try file.save([1, 2, 3])
    #expect(try !file.append([4], after: 2))
    #expect(try file.append([4], after: 3))
    #expect(try file.load() == [1, 2, 3, 4])
  }
}

/// A storage that appends every third change only in part, and fails then.
private final class TornStorage: SyncStateStorage {
  private struct State {
    var all: [[UInt8]] = []
    var count = 0
  }

  private let storage = InMemorySyncStateStorage()
  private let state = LockedState(State())

  /// The saved bytes after each save, also after one that has failed.
  var all: [[UInt8]] { state.withLock { $0.all } }

  /// The number of changes that were appended in part.
  var tornCount: Int { state.withLock { $0.count / 3 } }

  func load() -> [UInt8]? { storage.load() }

  func save(_ bytes: [UInt8]) {
    storage.save(bytes)
    state.withLock { $0.all.append(bytes) }
  }

  func append(_ bytes: [UInt8], after count: Int) throws -> Bool {
    let isTorn = state.withLock { state in
      state.count += 1
      return state.count.isMultiple(of: 3)
    }
    let isAppended = storage.append(isTorn ? Array(bytes.prefix(bytes.count / 2)) : bytes, after: count)
    state.withLock { $0.all.append(storage.load() ?? []) }
    if isTorn { throw SettingsError(.notSaved, found: "a full disk", advice: "free some room") }
    return isAppended
  }

  func acquire() -> (any AnyObject & Sendable)? { self }
}
