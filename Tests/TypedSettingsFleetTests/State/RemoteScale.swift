import Foundation
import TypedSettings
import TypedSettingsFleet

#if canImport(Glibc)
  import Glibc
#endif

/// What a store costs, by the number of keys under its prefix.
struct RemoteScale: Sendable {
  /// The time from the initializer to the state `live`, with all values.
  let start: Duration
  /// The bytes of memory for each key, or `nil` where they can't be measured.
  let bytesPerKey: Int?
  /// The time from a change in the engine to the stream of its setting, in the fastest quarter of all changes.
  let change: Duration

  /// Measures a store with a cache.
  ///
  /// - Parameters:
  ///   - count: The number of keys.
  ///   - rounds: The number of changes that are timed.
  /// - Throws: An error if a value is missing.
  init(keys count: Int, rounds: Int = 200) async throws {
    let engine = InMemoryRemoteBackend(Self.values(count))
    let backend = CopyingBackend(engine)
    // The values of a paused process mustn't become stale.
    let options = RemoteSettingsOptions(
      requestTimeout: .seconds(3_600), heartbeat: .seconds(3_600), cacheDelay: .milliseconds(1))
    let before = Self.residentBytes
    let clock = ContinuousClock()
    let first = clock.now
    let fleet = await RemoteSettingsStore(backend: backend, storage: NoCache(), options: options)
    for await state in fleet.states where state == .live { break }
    let isComplete = fleet.revision == Int64(count)
    start = clock.now - first
    bytesPerKey = Self.residentBytes.flatMap { after in before.map { (after - $0) / count } }
    guard isComplete else { throw CancellationError() }
    let key = SettingsKey(domain: "com.example.shop", name: "ShopSettingsNumber7")
    let record = PreferenceContext.$store.withValue(fleet) {
      SettingRecord(name: "number7", key: key, default: 0, coding: .automatic)
    }
    var values = record.values.makeAsyncIterator()
    guard await values.next() == 7 else { throw CancellationError() }
    var times: [Duration] = []
    for round in 1...rounds {
      let start = clock.now
      engine.put("\(round * 10)", forKey: "com.example.shop/ShopSettingsNumber7")
      while let value = await values.next(), value != round * 10 {}
      times.append(clock.now - start)
    }
    times.sort()
    change = times[times.count / 4]
    await fleet.close()
  }

  /// Settings with values of the usual length.
  private static func values(_ count: Int) -> [String: String] {
    var values: [String: String] = [:]
    for number in 0..<count { values["com.example.shop/ShopSettingsNumber\(number)"] = "\(number)" }
    return values
  }

  /// The resident memory of the program, in bytes, or `nil` on other systems than Linux.
  private static var residentBytes: Int? {
    guard let statistics = FileManager.default.contents(atPath: "/proc/self/statm") else { return nil }
    let pages = String(decoding: statistics, as: UTF8.self).split(separator: " ")
    return pages.count > 1 ? Int(pages[1]).map { $0 * sysconf(Int32(_SC_PAGESIZE)) } : nil
  }
}

/// An engine that shares no memory with the store, like one on another machine.
private struct CopyingBackend: RemoteSettingsBackend {
  let engine: InMemoryRemoteBackend
  var identity: String { engine.identity }

  init(_ engine: InMemoryRemoteBackend) { self.engine = engine }

  func list(limits: RemoteLimits) async throws(SettingsError) -> RemoteSnapshot {
    var snapshot = try await engine.list(limits: limits)
    for index in snapshot.entries.indices {
      let entry = snapshot.entries[index]
      snapshot.entries[index].key = String(decoding: entry.key.utf8.map { $0 }, as: UTF8.self)
      snapshot.entries[index].value = entry.value.map { $0 }
    }
    return snapshot
  }

  func watch(
    after position: RemotePosition, options: RemoteWatchOptions,
    receive: @Sendable (RemoteEvent) async throws(SettingsError) -> Void
  ) async throws(SettingsError) { try await engine.watch(after: position, options: options, receive: receive) }

  func commit(_ transaction: RemoteTransaction) async throws(SettingsError) -> RemoteCommit {
    try await engine.commit(transaction)
  }

  func close() async { await engine.close() }
}

/// A cache that keeps nothing.
private struct NoCache: RemoteCacheStorage {
  func load() -> [UInt8]? { nil }

  func save(_ bytes: [UInt8]) {}
}
