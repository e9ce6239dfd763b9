import Testing
import TypedSettings
import TypedSettingsTesting

@testable import TypedSettingsCore

/// Values that settings derive from those of another store, while observers of that store are being notified.
struct DerivedValueTests {
  /// A way from a store to a setting.
  enum Way: CaseIterable {
    case plain, layers, layersInLayers, alias, aliasInLayers, aliasInRoute, route, routeToLayers, recording, foreign
    case foreignOverLayers, draft, draftOfLayers

    private var aliases: [String] {
      switch self {
      case .alias, .aliasInLayers, .aliasInRoute: ["older"]
      default: []
      }
    }

    private func store(over base: any SettingsStore) -> any SettingsStore {
      switch self {
      case .plain, .alias, .draft: base
      case .layers, .aliasInLayers, .draftOfLayers: layers(over: base)
      case .layersInLayers: layers(over: layers(over: base))
      case .route, .aliasInRoute: RoutingSettingsStore([.domain(testKey.domain, to: base)], default: base)
      case .routeToLayers: RoutingSettingsStore([], default: layers(over: base))
      case .recording: RecordingSettingsStore(base)
      case .foreign: PassingStore(base)
      case .foreignOverLayers: PassingStore(layers(over: base))
      }
    }

    private func layers(over base: any SettingsStore) -> any SettingsStore {
      LayeredSettingsStore([.writable("user", base), .layer("system", InMemorySettingsStore([testKey: 100]))])
    }

    /// Returns a function that reads a setting whose values are those of a store.
    func makeReader(over base: any SettingsStore) -> @Sendable () -> Int {
      let make = { Group(SettingRecord(name: "value", key: testKey, default: 0, coding: .automatic, aliases: aliases)) }
      let group = makeSettings(in: store(over: base), make)
      guard self == .draft || self == .draftOfLayers else { return { group.record.value } }
      let draft = SettingsDraft(of: group, make: make)
      return { draft.settings.record.value }
    }
  }

  private final class Group: SettingsGroup, Sendable {
    let record: SettingRecord<Int>

    init(_ record: SettingRecord<Int>) { self.record = record }

    func enumerateSettings(into list: inout SettingsList) { list.append(record) }
  }

  private let values = Log<Int>()

  /// Returns a document in which the setting has a value.
  private static func text(_ value: Int) -> String { #"{"\#(testKey.domain)": {"\#(testKey.name)": \#(value)}}"# }

  @Test(arguments: Way.allCases)
  func `a write is read at once while another observer is being notified of it`(_ way: Way) {
    let store = InMemorySettingsStore([testKey: 1])
    let first = makeRecord(in: store, default: 0)
    let reader = LockedState<(@Sendable () -> Int)?>(nil)
    // Registered before the derived value, and so notified before it.
    let observation = first.observe { _ in values.append(reader.withLock { $0 }?() ?? -1) }
    reader.withLock { $0 = way.makeReader(over: store) }
    #expect(reader.withLock { $0 }?() == 1)
    first.value = 2
    store.set(nil, forKey: testKey)
    #expect(values.elements == [2, reader.withLock { $0 }?() ?? -1])
    withExtendedLifetime(observation) {}
  }

  @Test(arguments: Way.allCases)
  func `a refresh includes the changes that another thread hasn't delivered yet`(_ way: Way) async throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.text(1), to: "settings.json")
    let store = FileSettingsStore(file: folder.file("settings.json"))
    let first = makeRecord(in: store, default: 0)
    let reader = LockedState<(@Sendable () -> Int)?>(nil)
    let observation = first.observe { value in
      // The first delivery is in progress until this observer returns.
      guard value == 2 else { return }
      values.append(reader.withLock { $0 }?() ?? -1)
      do { try folder.replace("settings.json", with: Self.text(3)) } catch { Issue.record(error) }
      store.refresh()
      values.append(reader.withLock { $0 }?() ?? -1)
    }
    reader.withLock { $0 = way.makeReader(over: store) }
    #expect(reader.withLock { $0 }?() == 1)
    try folder.replace("settings.json", with: Self.text(2))
    store.refresh()
    // The watch of the folder may be the one that delivers the change.
    #expect(try await values.elements(atLeast: 2) == [2, 3])
    withExtendedLifetime(observation) {}
  }

  @Test(arguments: Way.allCases)
  func `an observer receives each change once, and its value is the current one`(_ way: Way) throws {
    guard way != .draft, way != .draftOfLayers else { return }
    let store = InMemorySettingsStore([testKey: 1])
    let read = way.makeReader(over: store)
    let earlier = makeRecord(in: store, default: 0).observe { _ in _ = read() }
    #expect(read() == 1)
    let later = makeRecord(in: store, default: 0).observe { values.append($0 - read()) }
    for value in 2...5 as ClosedRange<Int64> { store.set(.integer(value), forKey: testKey) }
    #expect(values.elements == [0, 0, 0, 0])
    withExtendedLifetime((earlier, later)) {}
  }
}

/// A store of another module, which has only the four methods and passes them on.
private final class PassingStore: SettingsStore {
  private let base: any SettingsStore

  init(_ base: any SettingsStore) { self.base = base }

  func value(forKey key: SettingsKey) -> SettingsValue? { base.value(forKey: key) }

  func set(_ value: SettingsValue?, forKey key: SettingsKey) throws { try base.set(value, forKey: key) }

  func observe(
    _ key: SettingsKey, onChange: @escaping @Sendable (SettingsChange) -> Void
  ) -> SettingsObservationToken { base.observe(key, onChange: onChange) }

  func removeObserver(_ token: SettingsObservationToken) { base.removeObserver(token) }
}
