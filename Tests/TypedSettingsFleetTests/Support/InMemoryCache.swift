import TypedSettings
import TypedSettingsFleet

/// A cache in memory that can fail.
final class InMemoryCache: RemoteCacheStorage {
  private struct State {
    var bytes: [UInt8]?
    var isFailing = false
    var saveCount = 0
  }

  private let state: LockedState<State>

  init(_ bytes: [UInt8]? = nil) { state = LockedState(State(bytes: bytes)) }

  var bytes: [UInt8]? { state.withLock { $0.bytes } }

  var saveCount: Int { state.withLock { $0.saveCount } }

  var isFailing: Bool {
    get { state.withLock { $0.isFailing } }
    set { state.withLock { $0.isFailing = newValue } }
  }

  /// The cached contents, or `nil` if nothing was saved yet.
  var contents: RemoteCacheContents? {
    get throws { try bytes.map { try RemoteCacheContents($0) } }
  }

  func load() -> [UInt8]? { bytes }

  func save(_ bytes: [UInt8]) throws(SettingsError) {
    if isFailing { throw SettingsError(.remoteCacheUnusable, found: "a cache that fails", advice: "none") }
    state.withLock { state in
      state.bytes = bytes
      state.saveCount += 1
    }
  }
}
