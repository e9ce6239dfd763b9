import Testing
import TypedSettings
import TypedSettingsSync

/// States of synchronization that are there, and that can't be used.
@Suite(.timeLimit(.minutes(30))) struct UnreadableStateTests {
  private static let failure = SettingsError(.storeFailed, found: "a disk that fails", advice: "replace it")

  /// Returns the error with which a session ends when it starts, or records an issue if it doesn't.
  private func error(of sync: SettingsSync) async -> SettingsError? {
    await SettingsDiagnostics.withHandler({ _ in }) {
      await #expect(throws: SettingsError.self) { try await running([sync]) {} }
    }
  }

  @Test func `a state that can't be read is thrown, and neither replaced nor taken for a lost one`() async throws {
    let (network, storage) = (TestNetwork(.latestState), FaultyStorage([1, 2, 3]))
    let device = TestDevice()
    device.count.value = 5
    storage.fail(with: Self.failure)
    let error = await error(of: device.sync(over: network, storage: storage))
    #expect(error?.code == .storeUnavailable)
    #expect(error?.found == "the state of synchronization can't be read: a disk that fails")
    #expect(error?.underlying != nil)
    #expect(storage.bytes == [1, 2, 3])
    #expect(network.messages.isEmpty)
  }

  @Test func `changes that haven't been sent are sent once the state can be read again`() async throws {
    let (network, storage) = (TestNetwork(.latestState), FaultyStorage())
    let (left, right) = (TestDevice(), TestDevice())
    try await running([left.sync(over: network, storage: storage), right.sync(over: network)]) {
      left.count.value = 5
      try await wait { right.count.value == 5 }
    }
    left.count.value = 6
    storage.fail(with: Self.failure)
    #expect(await error(of: left.sync(over: network, storage: storage)) != nil)
    storage.fail(with: nil)
    try await running([left.sync(over: network, storage: storage), right.sync(over: network)]) {
      try await wait { right.count.value == 6 }
    }
    #expect(left.count.value == 6)
  }

  @Test func `a corrupt state is kept as a copy before the settings join the group again`() async throws {
    let (device, storage) = (TestDevice(), InMemorySyncStateStorage([1, 2, 3]))
    let errors = LockedState<[SettingsError.Code]>([])
    try await SettingsDiagnostics.withHandler({ error in errors.withLock { $0.append(error.code) } }) {
      try await running([device.sync(over: TestNetwork(.latestState), storage: storage)]) {}
    }
    #expect(storage.copies == [[1, 2, 3]])
    let bytes = try #require(storage.load())
    #expect(try SyncReplicaState(decoding: bytes, contents: [:]).records.count == 2)
    #expect(errors.withLock { $0 } == [.syncStateLost])
  }

  @Test func `a corrupt state of a storage that keeps no copies stays`() async throws {
    let (network, storage) = (TestNetwork(.latestState), FaultyStorage([1, 2, 3]))
    let device = TestDevice()
    device.count.value = 5
    let error = await error(of: device.sync(over: network, storage: storage))
    #expect(error?.code == .storeUnavailable)
    #expect(storage.bytes == [1, 2, 3] && network.messages.isEmpty)
  }

  @Test func `a state of a newer format stays, and nothing is sent`() async throws {
    let network = TestNetwork(.latestState)
    let newer = Array("TSSS".utf8) + [2, 1, 2, 3]
    let (device, storage) = (TestDevice(), InMemorySyncStateStorage(newer))
    device.count.value = 5
    let error = await error(of: device.sync(over: network, storage: storage))
    #expect(error?.code == .newerFormat)
    #expect(storage.load() == newer && storage.copies.isEmpty && network.messages.isEmpty)
  }
}

/// A storage that keeps no copies, and whose bytes can't be read from time to time.
private final class FaultyStorage: SyncStateStorage {
  private let storage: InMemorySyncStateStorage
  private let failure = LockedState<SettingsError?>(nil)

  init(_ bytes: [UInt8]? = nil) { storage = InMemorySyncStateStorage(bytes) }

  /// The bytes, whether or not they can be read.
  var bytes: [UInt8]? { storage.load() }

  /// Makes reading fail, or succeed again.
  func fail(with error: SettingsError?) { failure.withLock { $0 = error } }

  func load() throws -> [UInt8]? {
    if let error = failure.withLock({ $0 }) { throw error }
    return storage.load()
  }

  func save(_ bytes: [UInt8]) { storage.save(bytes) }

  func acquire() -> (any AnyObject & Sendable)? { self }
}
