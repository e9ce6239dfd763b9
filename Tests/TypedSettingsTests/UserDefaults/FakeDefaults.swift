#if canImport(Darwin) || UserDefaults
  import TypedSettings

  @testable import TypedSettingsCore
  @testable import TypedSettingsFiles
  @testable import TypedSettingsUserDefaults

  /// A suite in memory that counts operations, fails on demand, and notifies observers within a change.
  final class FakeDefaults: DefaultsDatabase {
    private struct State {
      var stored = StoredDefaults()
      var log: [String] = []
      var synchronizations = 0
      var failure: SettingsError?
      var forced: Set<String> = []
      var onSet: @Sendable (String) -> Void = { _ in }
      var onLoad: @Sendable () -> Void = {}
      var followers: [String: @Sendable () -> Void] = [:]
    }

    private let state = LockedState(State())
    private let followsNames: Bool

    /// Creates a database.
    ///
    /// - Parameter followsNames: Pass `true` to report the changes of other processes.
    init(followsNames: Bool = false) { self.followsNames = followsNames }

    let needsSynchronizing = true
    var needsFollowing: Bool { followsNames }

    var synchronizations: Int { state.withLock { $0.synchronizations } }
    var values: [String: SettingsValue] { state.withLock { $0.stored.values } }
    /// The names that were set, in order.
    var log: [String] { state.withLock { $0.log } }

    func fail(with error: SettingsError?) { state.withLock { $0.failure = error } }
    func force(_ name: String) { state.withLock { _ = $0.forced.insert(name) } }
    func put(_ value: SettingsValue?, forName name: String) { state.withLock { $0.stored.values[name] = value } }
    func refuse(_ name: String, _ error: SettingsError) { state.withLock { $0.stored.undecodable[name] = error } }
    /// Runs a function within each change, as observers of notifications do.
    func onSet(_ body: @escaping @Sendable (String) -> Void) { state.withLock { $0.onSet = body } }
    /// Runs a function after the suite is read and before its contents are returned.
    func onLoad(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.onLoad = body } }

    func load() -> StoredDefaults {
      let (stored, onLoad) = state.withLock { ($0.stored, $0.onLoad) }
      onLoad()
      return stored
    }

    func set(_ value: SettingsValue?, forName name: String) {
      let onSet = state.withLock { state in
        state.stored.values[name] = value
        state.stored.undecodable[name] = nil
        state.log.append(name)
        return state.onSet
      }
      onSet(name)
    }

    func isForced(_ name: String) -> Bool { state.withLock { $0.forced.contains(name) } }

    func synchronize() throws(SettingsError) {
      try state.withLock { state throws(SettingsError) in
        state.synchronizations += 1
        if let failure = state.failure { throw failure }
      }
    }

    func follow(_ name: String, onChange: @escaping @Sendable () -> Void) -> Bool {
      followsNames && state.withLock { $0.followers.updateValue(onChange, forKey: name) } == nil
    }

    /// Changes a value as another process does.
    func putElsewhere(_ value: SettingsValue?, forName name: String) {
      put(value, forName: name)
      state.withLock { $0.followers[name] }?()
    }
  }
#endif
