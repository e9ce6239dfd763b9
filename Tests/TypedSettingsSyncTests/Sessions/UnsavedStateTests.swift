import Testing
import TypedSettings
import TypedSettingsSync

/// States of synchronization that can't be saved for some time.
@Suite(.timeLimit(.minutes(30))) struct UnsavedStateTests {
  /// Returns the content of a setting in a saved state, while the setting is 5.
  private func content(of key: SettingsKey, in storage: FullStorage) throws -> SyncContent? {
    guard let bytes = storage.load() else { return nil }
    return try SyncReplicaState(decoding: bytes, contents: [key: SyncContent(5)]).state[key]?.content
  }

  @Test func `a state that couldn't be saved is saved without another change, and reported once`() async throws {
    let (device, storage) = (TestDevice(), FullStorage())
    let errors = LockedState<[SettingsError.Code]>([])
    try await SettingsDiagnostics.withHandler({ error in errors.withLock { $0.append(error.code) } }) {
      try await running([device.sync(over: TestNetwork(.stream), storage: storage)]) {
        try await wait { storage.load() != nil }
        storage.setFull(true)
        device.count.value = 5
        try await wait { storage.failureCount > 5 }
        #expect(try content(of: device.count.key, in: storage) == nil)
        storage.setFull(false)
        try await wait { try content(of: device.count.key, in: storage) == SyncContent(5) }
      }
    }
    #expect(errors.withLock { $0 } == [.notSaved])
  }
}

/// A storage that has no room from time to time.
private final class FullStorage: SyncStateStorage {
  private struct State {
    var isFull = false
    var failureCount = 0
  }

  private let storage = InMemorySyncStateStorage()
  private let state = LockedState(State())

  /// The number of saves that have failed.
  var failureCount: Int { state.withLock { $0.failureCount } }

  func setFull(_ isFull: Bool) { state.withLock { $0.isFull = isFull } }

  func load() -> [UInt8]? { storage.load() }

  func save(_ bytes: [UInt8]) throws {
    let isFull = state.withLock { state in
      if state.isFull { state.failureCount += 1 }
      return state.isFull
    }
    if isFull { throw SettingsError(.notSaved, found: "a full disk", advice: "free some room") }
    storage.save(bytes)
  }

  func acquire() -> (any AnyObject & Sendable)? { self }
}
