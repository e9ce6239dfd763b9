public import TypedSettingsCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A store of settings that many programs share over an engine such as etcd.
///
/// ```swift
/// let fleet = await RemoteSettingsStore(backend: InMemoryRemoteBackend(), cache: URL(filePath: "/var/cache/shop"))
/// let settings = TimerSettings.make(alternateStore: fleet)
/// print(settings.sessionLength, fleet.state)
/// try await fleet.update(TimerSettings()) { $0.sessionLength = 30 }
/// ```
///
/// The values are in memory: a read never waits for the network. The store watches the engine, and notifies observers
/// of changes with the origin `SettingsChange.Origin.external`, in the order of their revisions.
///
/// While the engine can't be reached, the store keeps the last known values, ``state`` indicates since when, and the
/// store connects again by itself. A program that starts during an outage begins with the values of the cache, or with
/// the defaults of its settings if there's none.
///
/// Assignments are refused, so the store is usually a read-only layer of a `LayeredSettingsStore`. To change settings
/// for all programs, use `update`.
///
/// The watch ends when the store is deallocated, or with ``close()``.
public final class RemoteSettingsStore: SettingsStore {
  package let core: RemoteCore
  let backend: any RemoteSettingsBackend
  private let cache: RemoteCache?
  private let task: Task<Void, Never>

  /// Creates a store, and connects it to its engine.
  ///
  /// If there's a cache, the store is ready immediately, and reads the current values a moment later. Otherwise, the
  /// initializer waits for the first attempt to read them, at most for ``RemoteSettingsOptions/requestTimeout``. It
  /// succeeds even if the engine can't be reached; the failure is reported to `SettingsDiagnostics`.
  ///
  /// - Parameters:
  ///   - backend: The connection to the engine. The store closes it at the end.
  ///   - cache: The file that keeps the last known values of declared settings, or `nil` for none. Pass a file of its
  ///     own for each store.
  ///   - options: The times and limits of the store.
  public convenience init(
    backend: any RemoteSettingsBackend, cache: URL? = nil, options: RemoteSettingsOptions = RemoteSettingsOptions()
  ) async {
    let maximumSize = options.limits.maximumCacheSize
    let storage = cache.flatMap { $0.isFileURL ? RemoteCacheFile(path: $0.path, maximumSize: maximumSize) : nil }
    if cache != nil, storage == nil { SettingsDiagnostics.report(.cacheNotLocal) }
    await self.init(backend: backend, storage: storage, options: options)
  }

  /// Creates a store with a clock and randomness of its own, for tests.
  package init(
    backend: any RemoteSettingsBackend, storage: (any RemoteCacheStorage)?,
    options: RemoteSettingsOptions = RemoteSettingsOptions(), clock: any RemoteClock = SystemRemoteClock(),
    random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
  ) async {
    let cached = storage.flatMap { RemoteCache.load(from: $0, identity: backend.identity) }
    let core = RemoteCore(cached: cached, options: options, clock: clock, random: random)
    let cache = storage.map { RemoteCache(storage: $0, identity: backend.identity, core: core) }
    self.core = core
    self.backend = backend
    self.cache = cache
    let session = RemoteSession(backend: backend, core: core, cache: cache)
    task = Task { await session.run() }
    if cached == nil { await core.wait(for: .firstAttempt) }
  }

  deinit { task.cancel() }

  /// The freshness of the values at this moment.
  public var state: RemoteSettingsState { core.currentState }

  /// The state at this moment, with its reason, for example for a health check.
  public var status: RemoteSettingsStatus { core.status }

  /// The states from now on, beginning with the current one.
  ///
  /// A loop that is slower than the changes skips all but the latest state. The stream ends when the store is closed.
  public var states: AsyncStream<RemoteSettingsState> { core.makeStates() }

  /// The revision of the values, or `nil` if they are unknown.
  public var revision: Int64? { core.state.withLock { $0.replica.table.position?.revision } }

  /// Accepts that the engine has lost its data, and replaces the last known values by those of the engine.
  ///
  /// An engine that was wiped, restored from a backup, or replaced has the state ``RemoteSettingsState/reset(since:)``.
  /// The store keeps the last known values, because all programs of a fleet would otherwise use their defaults at once.
  /// Call this method when an operator has decided that the engine's present data counts, such as in the handler of a
  /// signal or of a request:
  ///
  /// ```swift
  /// let fleet = await RemoteSettingsStore(backend: InMemoryRemoteBackend())
  /// if case .reset = fleet.state { fleet.acceptReset() }
  /// ```
  ///
  /// The method doesn't wait for the engine. If the data is restored, the store uses it again without this method.
  ///
  /// - Returns: `false`, without an effect, if the state isn't ``RemoteSettingsState/reset(since:)``.
  @discardableResult
  public func acceptReset() -> Bool { core.acceptReset() }

  /// Ends the connection to the engine, and writes the cache.
  ///
  /// The values can still be read.
  public func close() async {
    task.cancel()
    await task.value
  }

  /// Writes the cache.
  ///
  /// - Throws: `SettingsError` with `SettingsError.Code.remoteCacheUnusable`.
  public func flush() throws(SettingsError) { try cache?.save() }
}

extension SettingsError {
  fileprivate static var cacheNotLocal: SettingsError {
    SettingsError(
      .remoteCacheUnusable, found: "a cache of remote settings that isn't a local file",
      advice: "pass a file URL; the store works without a cache")
  }
}
