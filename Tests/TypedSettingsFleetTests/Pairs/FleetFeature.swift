import Foundation
import Testing
import TypedSettings
import TypedSettingsFleet

/// A feature that is combined with every other one, over a remote store.
enum FleetFeature: String, CaseIterable {
  case layer, alias, rule, wrapper, secret, transient, version, draft, `import`, route, observer, program

  /// All pairs of two features, each once.
  static var pairs: [(FleetFeature, FleetFeature)] {
    allCases.enumerated().flatMap { index, first in allCases.dropFirst(index + 1).map { (first, $0) } }
  }
}

/// One setting with two features, over a remote store.
final class FleetPair: Sendable {
  static let key = SettingsKey(domain: "com.example.pairs", name: "Length")
  static let older = "com.example.pairs/Minutes"
  static let current = "com.example.pairs/Length"
  private static let versionKey = "com.example.pairs/$version"

  let features: Set<FleetFeature>
  let engine: InMemoryRemoteBackend
  let fleet: RemoteSettingsStore
  /// The store whose program updates the setting: with the feature `program`, that of another one.
  let writer: RemoteSettingsStore
  /// The layer above the remote store.
  let managed = InMemorySettingsStore()
  /// The layer below the remote store.
  let user = InMemorySettingsStore()
  let store: any SettingsStore
  let group: AnyGroup<Int>

  /// Creates a setting.
  ///
  /// - Parameters:
  ///   - features: Its features.
  ///   - engine: The engine, or `nil` for a new one.
  ///   - cache: The cache of the store.
  /// - Throws: An error if the store doesn't connect.
  init(_ features: Set<FleetFeature>, engine: InMemoryRemoteBackend? = nil, cache: InMemoryCache? = nil) async throws {
    self.features = features
    let engine = engine ?? InMemoryRemoteBackend(features.contains(.version) ? [Self.versionKey: "2"] : [:])
    var options = RemoteSettingsOptions.patient
    options.cacheDelay = .zero
    let fleet = await RemoteSettingsStore(backend: engine, storage: cache, options: options)
    writer = features.contains(.program) ? await RemoteSettingsStore(backend: engine, options: .patient) : fleet
    var store: any SettingsStore = fleet
    if features.contains(.layer) {
      store = LayeredSettingsStore([.layer("managed", managed), .layer("fleet", fleet), .writable("user", user)])
    }
    if features.contains(.route) {
      store = RoutingSettingsStore([.domain(Self.key.domain, to: store)], default: InMemorySettingsStore())
    }
    (self.engine, self.fleet, self.store) = (engine, fleet, store)
    group = PreferenceContext.$store.withValue(store) { Self.makeGroup(features) }
    let writer = writer
    if engine.isReachable { try await wait { fleet.state == .live && writer.state == .live } }
  }

  var length: SettingRecord<Int> { group.record }

  /// The values of the engine, without the version of the domain.
  var stored: [String: String] { engine.values.filter { $0.key != Self.versionKey } }

  /// Returns another instance of the setting in the same store.
  func another() -> SettingRecord<Int> {
    PreferenceContext.$store.withValue(store) { Self.makeGroup(features) }.record
  }

  func close() async {
    await fleet.close()
    await writer.close()
  }

  private static func makeGroup(_ features: Set<FleetFeature>) -> AnyGroup<Int> {
    var coding = SettingCoding<Int>.automatic
    if features.contains(.rule) { coding = coding.validated(by: .range(1...60)) }
    if features.contains(.wrapper) { coding = coding.wrapped(in: Clamped<Int>.self, config: 0...60) }
    var traits: SettingsTrait = []
    if features.contains(.secret) { traits.insert(.secret) }
    if features.contains(.transient) { traits.insert(.transient) }
    let migration = SettingsMigration(to: 2) { values in
      if case .integer(let seconds)? = values.removeValue(forKey: "Seconds") {
        values[key.name] = .integer(seconds / 60)
      }
    }
    return AnyGroup(
      SettingRecord(
        name: "length", key: key, default: 25, traits: traits, coding: coding,
        aliases: features.contains(.alias) ? ["Minutes"] : [], version: features.contains(.version) ? 2 : nil,
        migrations: { [migration] }))
  }

  // MARK: Writing

  /// Sets or removes the value in the engine as an operator does, under the older name if there is one.
  func put(_ value: Int?) async throws {
    engine.put(value.map(String.init), forKey: features.contains(.alias) ? Self.older : Self.current)
    try await synchronize()
  }

  /// Waits until the programs have the revision of the engine, and its changes were delivered.
  func synchronize() async throws {
    let revision = try await engine.list(limits: RemoteLimits()).position.revision
    // After a loss of the engine's data, a store can still be connecting, and doesn't wait then.
    try await wait { fleet.revision == revision && writer.revision == revision }
    for store in [fleet, writer] { await store.core.wait(for: .revision(revision)) }
    #expect(fleet.revision == revision && writer.revision == revision)
  }

  /// Updates the value for all programs; `nil` resets it.
  ///
  /// - Parameter value: A closure that returns the value, for the one that the update finds.
  /// - Throws: The error of the update.
  func update(_ value: (Int) -> Int?) async throws {
    try await writer.update(Self.makeGroup(features)) { group in try write(value(group.record.value), to: group) }
    try await synchronize()
  }

  /// Writes a value to a group in the way that the features require; `nil` resets the setting.
  ///
  /// - Throws: The error of the write.
  func write(_ value: Int?, to group: AnyGroup<Int>) throws {
    if features.contains(.import), let value {
      try group.import(document(value))
    } else if features.contains(.draft) {
      try SettingsDraft.transaction(of: group, make: { Self.makeGroup(features) }) { group in
        if let value { group.record.value = value } else { group.record.reset() }
      }
    } else if let value {
      try group.record.set(value)
    } else {
      group.record.reset()
    }
  }

  /// Returns an exported document with a value, under the older name if there is one.
  private func document(_ value: Int) -> Data {
    let name = features.contains(.alias) ? "Minutes" : Self.key.name
    let version = features.contains(.version) ? #""$version": 2, "# : ""
    return Data(#"{"$typedSettingsExport": 1, "\#(Self.key.domain)": {\#(version)"\#(name)": \#(value)}}"#.utf8)
  }
}
