import Foundation
import TypedSettings
import TypedSettingsTesting

/// A store of stores: a base that holds the values, and wrappers around it.
final class Composition {
  enum Base: CaseIterable { case memory, file, own }

  /// A kind of store that has its values from another one.
  enum Wrapper: CaseIterable { case layers, routes, switchable, recording, transforming }

  let base: any SettingsStore
  let store: any SettingsStore
  /// The layer above the writable one in the innermost layered store, if there is one.
  private(set) var managed: InMemorySettingsStore?
  private let contested: ContestedStore?
  private var transformations: [SealingStore] = []
  /// The number of transformations inside of the managed layer.
  private var innerCount = 0
  /// The folder of the file.
  private let folder: TemporaryFolder?

  /// Creates a composition.
  ///
  /// - Parameters:
  ///   - base: The store that holds the values.
  ///   - wrappers: The wrappers, from the inside to the outside.
  ///   - isContested: Pass `true` for a base whose values change while others write; see ``contest(_:)``.
  ///   - mistake: A mistake, and the number of wrappers inside of the one that makes it.
  /// - Throws: The error of the file system.
  init(
    _ base: Base, _ wrappers: [Wrapper], isContested: Bool = false,
    mistake: (CompositionMistake, position: Int)? = nil
  ) throws {
    folder = base == .file ? try TemporaryFolder() : nil
    let inner: any SettingsStore =
      switch base {
      case .memory: InMemorySettingsStore()
      case .file: FileSettingsStore(file: folder.map { $0.file("settings.json") } ?? URL(filePath: "/dev/null"))
      case .own: ListedDictionaryStore()
      }
    self.base = inner
    contested = isContested ? ContestedStore(inner) : nil
    var store = contested ?? inner
    for (position, wrapper) in wrappers.enumerated() {
      if let mistake, mistake.position == position { store = MistakenWrapper(store, mistake.0) }
      switch wrapper {
      case .layers:
        let managed = InMemorySettingsStore()
        if self.managed == nil {
          self.managed = managed
          innerCount = transformations.count
        }
        store = LayeredSettingsStore([
          .layer("managed", managed), .writable("user", store), .layer("recommended", InMemorySettingsStore()),
        ])
      case .routes:
        store = RoutingSettingsStore([.domain("com.example.other", to: InMemorySettingsStore())], default: store)
      case .switchable: store = SwitchableSettingsStore(store)
      case .recording: store = RecordingSettingsStore(store)
      case .transforming:
        let sealing = SealingStore(store)
        transformations.append(sealing)
        store = sealing
      }
    }
    if let mistake, mistake.position == wrappers.count { store = MistakenWrapper(store, mistake.0) }
    self.store = store
  }

  /// All compositions of a number of wrappers.
  static func wrappers(depth: Int) -> [[Wrapper]] {
    if depth == 0 { return [[]] }
    return wrappers(depth: depth - 1).flatMap { inner in Wrapper.allCases.map { inner + [$0] } }
  }

  /// The value that the base store holds for a key.
  func heldValue(forKey key: SettingsKey) throws -> SettingsValue? {
    try base.value(forKey: key).map { form in
      try transformations.reduce(form) { try $1.value(ofStoredForm: $0, forKey: key) }
    }
  }

  private func baseForm(of value: SettingsValue, forKey key: SettingsKey) throws -> SettingsValue {
    try transformations.reversed().reduce(value) { try $1.storedForm(of: $0, forKey: key) }
  }

  /// Returns the form in which the managed layer holds a value, which the wrappers outside of it read.
  func managedForm(of value: SettingsValue, forKey key: SettingsKey) throws -> SettingsValue {
    try transformations.dropFirst(innerCount).reversed().reduce(value) { try $1.storedForm(of: $0, forKey: key) }
  }

  /// Changes the value in the base store just before the next conditional write arrives there.
  func contest(_ key: SettingsKey, with value: SettingsValue) throws {
    let form = try baseForm(of: value, forKey: key)
    contested?.interrupt.withLock { $0 = { [base] in try base.set(form, forKey: key) } }
  }

  /// Changes the value in the base store, as a part of the program does that knows only that store.
  func setElsewhere(_ value: SettingsValue?, forKey key: SettingsKey) throws {
    try base.set(try value.map { try baseForm(of: $0, forKey: key) }, forKey: key)
  }
}

/// A store of a client that keeps values in a form that differs each time.
final class SealingStore: TransformingSettingsStore {
  let base: any SettingsStore
  private let count = LockedState<Int64>(0)

  init(_ base: any SettingsStore) { self.base = base }

  func wrapping(_ store: any SettingsStore) -> any SettingsStore { SealingStore(store) }

  func storedForm(of value: SettingsValue, forKey key: SettingsKey) throws -> SettingsValue {
    let number = count.withLock { count in
      count += 1
      return count
    }
    return ["sealed": value, "number": .integer(number)]
  }

  func value(ofStoredForm form: SettingsValue, forKey key: SettingsKey) throws -> SettingsValue {
    guard case .dictionary(let parts) = form, let value = parts["sealed"] else { throw SomeError() }
    return value
  }
}

/// A store of a client that doesn't number its changes, and lists its keys.
final class ListedDictionaryStore: ForwardingStore {
  let base = DictionaryStore()
  private let written = LockedState<Set<SettingsKey>>([])

  func set(_ value: SettingsValue?, forKey key: SettingsKey) {
    written.withLock { _ = $0.insert(key) }
    base.set(value, forKey: key)
  }

  func keys(inDomain domain: String) -> [SettingsKey]? {
    written.withLock { Array($0) }.filter { $0.domain == domain && value(forKey: $0) != nil }
  }
}

/// A store into which another writer writes just before the next conditional write.
private final class ContestedStore: WrappingSettingsStore {
  let base: any SettingsStore
  let interrupt = LockedState<(@Sendable () throws -> Void)?>(nil)

  init(_ base: any SettingsStore) { self.base = base }

  func wrapping(_ store: any SettingsStore) -> any SettingsStore { ContestedStore(store) }

  func compareExchange(expected: SettingsValue?, desired: SettingsValue?, forKey key: SettingsKey) throws -> Bool {
    try runInterrupt()
    return try base.compareExchange(expected: expected, desired: desired, forKey: key)
  }

  func commit(_ changes: SettingsChanges) throws -> Bool {
    if !changes.expected.isEmpty { try runInterrupt() }
    return try base.commit(changes)
  }

  private func runInterrupt() throws {
    let next = interrupt.withLock { interrupt in
      defer { interrupt = nil }
      return interrupt
    }
    try next?()
  }
}
