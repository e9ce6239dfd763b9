import Foundation
import Testing
import TypedSettings
import TypedSettingsSync

@Suite struct FileSyncStateStorageTests {
  private func inFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "sync-\(UUID().uuidString)")
    defer { do { try FileManager.default.removeItem(at: folder) } catch { Issue.record(error) } }
    try body(folder)
  }

  @Test func `saved bytes are loaded again, from a file of the owner`() throws {
    try inFolder { folder in
      let storage = FileSyncStateStorage(path: folder.appending(path: "inner/state.sync").path)
      #expect(storage.path == folder.appending(path: "inner/state.sync").path)
      #expect(try storage.load() == nil)
      try storage.save([1, 2, 3])
      try storage.save([4])
      #expect(try storage.load() == [4])
      let file = folder.appending(path: "inner/state.sync").path
      let permissions = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
      #expect(permissions == 0o600)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "inner").path)
      #expect(names == ["state.sync"])
    }
  }

  @Test func `bytes that are set aside stay, however many follow them`() throws {
    try inFolder { folder in
      let storage = FileSyncStateStorage(path: folder.appending(path: "state.sync").path)
      for number: UInt8 in 1...7 {
        try storage.save([number])
        _ = try storage.setAside()
        #expect(try storage.load() == nil)
      }
      let kept = try (1...5).map { number in
        Array(try Data(contentsOf: folder.appending(path: "state.sync.corrupt-\(number)")))
      }
      #expect(kept == [[1], [2], [3], [4], [7]])
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 5)
    }
  }

  @Test func `a file that's larger than any state is no state, and is set aside`() throws {
    try inFolder { folder in
      let storage = FileSyncStateStorage(path: folder.appending(path: "state.sync").path)
      try storage.save([UInt8](repeating: 0, count: 4 * SyncLimits.messageSize + 10))
      let bytes = try #require(try storage.load())
      let error = #expect(throws: SettingsError.self) { try SyncReplicaState(decoding: bytes, contents: [:]) }
      #expect(error?.code == .syncMessageTooLarge)
    }
  }

  @Test(arguments: [0, 7] as [UInt32])
  func `a state keeps the versions of its snapshot`(_ version: UInt32) throws {
    let key = SimulatedProgram.key("a")
    var state = SyncReplicaState(
      replica: SyncReplicaIdentity(high: 1, low: 1), account: SyncAccount(named: "me"))
    state.records[key] = SyncReplicaState.Record(digest: 5, version: 9)
    state.snapshot[key] = SyncVersionedContent(SyncContent(5), version: version)
    state.retired[SimulatedProgram.key("b")] = SyncReplicaState.Record(digest: 6, version: version)
    #expect(try SyncReplicaState(decoding: state.encoded(), contents: [:]) == state)
  }

  @Test func `a state with parts of a later format is of a newer one, and not corrupt`() throws {
    let key = SimulatedProgram.key("a")
    var state = SyncReplicaState(
      replica: SyncReplicaIdentity(high: 1, low: 1), account: SyncAccount(named: "me"))
    state.snapshot[key] = SyncVersionedContent(SyncContent(5))
    state.retired[key] = SyncReplicaState.Record(digest: 5)
    let writer = SyncWriter(replica: SyncReplicaIdentity(high: 2, low: 2))
    let former = SyncEntry(stamp: SyncStamp(time: 5, writer: writer), basis: nil, content: SyncContent(6))
    state.formerEntries.set([former], forKey: key)
    var bytes = SyncBytes()
    bytes.append(raw: state.encoded() + [0])
    bytes.replace(at: 9, with: UInt32(bytes.bytes.count - 13))
    var checksum = Checksum()
    bytes.bytes.withUnsafeBytes { checksum.add(UnsafeRawBufferPointer(rebasing: $0[9...])) }
    bytes.replace(at: 5, with: checksum.masked)
    let error = #expect(throws: SettingsError.self) { try SyncReplicaState(decoding: bytes.bytes, contents: [:]) }
    #expect(error?.code == .newerSyncMessage)
  }

  @Test func `one owner at a time has the right to save`() throws {
    try inFolder { folder in
      let storage = FileSyncStateStorage(path: folder.appending(path: "state.sync").path)
      var right = try storage.acquire()
      #expect(right != nil)
      #expect(try storage.acquire() == nil)
      right = nil
      #expect(try storage.acquire() != nil)
    }
  }

  @Test func `a state is the same after saving, and repeats no value of the store`() throws {
    let keys = (0..<3).map { SimulatedProgram.key("k\($0)") }
    var engine = SyncScenarios.engine(keys: keys, seed: 1)
    let text = SyncContent("a value of the store")
    let contents = [keys[0]: text, keys[1]: SyncContent(5), keys[2]: .reset]
    _ = engine.start(contents, at: 1)
    _ = engine.edit([keys[2]: SyncContent(6)], at: 1_000)
    _ = engine.edit([keys[2]: .reset], at: 1_001)
    let bytes = engine.memory.encoded()
    #expect(try SyncReplicaState(decoding: bytes, contents: contents) == engine.memory)
    #expect(!String(decoding: bytes, as: UTF8.self).contains("value of the store"))
  }

  @Test func `a state that is cut or changed anywhere is refused`() {
    let keys = [SimulatedProgram.key("a")]
    var engine = SyncScenarios.engine(keys: keys, seed: 1)
    _ = engine.start([keys[0]: SyncContent(5)], at: 1)
    let bytes = engine.memory.encoded()
    for index in bytes.indices {
      #expect(throws: SettingsError.self) { try SyncReplicaState(decoding: Array(bytes[..<index]), contents: [:]) }
      var changed = bytes
      changed[index] ^= 1
      #expect(throws: SettingsError.self) { try SyncReplicaState(decoding: changed, contents: [:]) }
    }
  }

  @Test func `a secret that isn't in the store isn't saved`() {
    let key = SimulatedProgram.key("secret")
    let writer = SyncWriter(replica: SyncReplicaIdentity(high: 1, low: 1))
    var state = SyncReplicaState(replica: writer.replica, account: SyncAccount(named: "me"))
    state.state[key] = SyncEntry(
      stamp: SyncStamp(time: 5, writer: writer), basis: nil, content: SyncContent("password"), flags: .secret)
    state.snapshot[key] = SyncVersionedContent(SyncContent("password"))
    #expect(!String(decoding: state.encoded(secretKeys: [key]), as: UTF8.self).contains("password"))
  }

  @Test func `a secret whose writer doesn't declare it as one isn't saved either`() {
    let key = SimulatedProgram.key("secret")
    let writer = SyncWriter(replica: SyncReplicaIdentity(high: 1, low: 1))
    var state = SyncReplicaState(
      replica: SyncReplicaIdentity(high: 2, low: 2), account: SyncAccount(named: "me"))
    state.state[key] = SyncEntry(
      stamp: SyncStamp(time: 5, writer: writer), basis: nil, content: SyncContent("password"))
    #expect(!String(decoding: state.encoded(secretKeys: [key]), as: UTF8.self).contains("password"))
  }

  @Test func `a deletion marker takes about 40 bytes beyond the names of its key`() {
    let keys = (0..<100).map { SimulatedProgram.key("name\($0)") }
    var engine = SyncScenarios.engine(keys: keys, seed: 1)
    _ = engine.start(Dictionary(uniqueKeysWithValues: keys.map { ($0, .reset) }), at: 1)
    let before = engine.memory.encoded().count
    _ = engine.edit(Dictionary(uniqueKeysWithValues: keys.map { ($0, SyncContent(5)) }), at: 1_700_000_000_000)
    _ = engine.edit(Dictionary(uniqueKeysWithValues: keys.map { ($0, .reset) }), at: 1_700_000_000_001)
    #expect((engine.memory.encoded().count - before) / 100 < 40)
  }
}
