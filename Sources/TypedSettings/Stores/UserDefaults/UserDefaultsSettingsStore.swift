#if canImport(Darwin) || UserDefaults
  /// A store that keeps settings in `UserDefaults`, where other code and the command `defaults` find them.
  ///
  /// ```swift
  /// let store = UserDefaultsSettingsStore()
  /// let settings = TimerSettings.make(alternateStore: store)
  /// let shared = UserDefaultsSettingsStore(suiteName: "group.com.example.pomodoro")
  /// ```
  ///
  /// A setting stands under its key's name, with nothing put before it: `TimerSettingsSessionLength`. A value that comes
  /// back to the bit stands as itself, so that `integer(forKey:)` and the like read it; null, whole numbers above
  /// `Int64.max`, NaN with bits of its own, negative zero, text that XML cannot hold, and off Apple's platforms dates with
  /// a part of a second are wrapped in a dictionary of one entry, such as `["$null": ""]`. So every ``SettingsValue`` comes
  /// back as it was.
  ///
  /// A value is what the suite itself holds. What `register(defaults:)` registers, and arguments of launch, are no stored
  /// values; of a setting that an administrator has decided (`objectIsForced(forKey:)`) the decision is the value, the
  /// setting is locked by a layer named `managed`, and writes throw ``SettingsError/Code/locked``.
  ///
  /// Changes of other code are found by comparison: those that `UserDefaults` posts a notification for, and off Apple's
  /// platforms those of other processes, within a tenth of a second after they are on the disk. Whatever else has changed
  /// is found by ``refresh()``. Stores of a process on one suite share their state.
  ///
  /// Off Apple's platforms it needs the package trait `UserDefaults`. There a change is on the disk a tenth of a second
  /// after it was made, and when the process ends by `exit` or by returning from `main`; a process that is killed within
  /// that time loses it. ``FileSettingsStore`` does not.
  public final class UserDefaultsSettingsStore: SettingsStore {
    /// The name of the suite that holds all domains; `nil` if each domain has a suite of its own.
    public let suiteName: String?

    /// Whether settings with the trait ``SettingsTrait/secret`` may be written, in plain text.
    public let allowsSecrets: Bool

    private struct Open {
      var cores: [String: UserDefaultsCore] = [:]
      /// The values of keys that no suite can hold; they never have one.
      var refused: [SettingsKey: LiveValue] = [:]
    }

    private let open = LockedState(Open())
    private let single: UserDefaultsCore?
    private let makeCore: @Sendable (SuiteName) -> UserDefaultsCore

    /// Makes a store that keeps each domain in the suite of its name.
    ///
    /// The domain that is the identifier of the main bundle is in `UserDefaults.standard`.
    ///
    /// - Parameter allowsSecrets: Whether settings with the trait ``SettingsTrait/secret`` may be written, in plain text.
    public convenience init(allowsSecrets: Bool = false) {
      self.init(suiteName: nil, allowsSecrets: allowsSecrets, makeCore: UserDefaultsCores.core)
    }

    /// Makes a store that keeps all domains in one suite, such as that of an app group.
    ///
    /// Two settings with one name share their value, whatever their domains.
    ///
    /// - Parameters:
    ///   - suiteName: The name of the suite; that of the main bundle's identifier is `UserDefaults.standard`.
    ///   - allowsSecrets: Whether settings with the trait ``SettingsTrait/secret`` may be written, in plain text.
    public convenience init(suiteName: String, allowsSecrets: Bool = false) {
      self.init(suiteName: suiteName, allowsSecrets: allowsSecrets, makeCore: UserDefaultsCores.core)
    }

    package init(
      suiteName: String?, allowsSecrets: Bool = false, makeCore: @escaping @Sendable (SuiteName) -> UserDefaultsCore
    ) {
      self.suiteName = suiteName
      self.allowsSecrets = allowsSecrets
      self.makeCore = makeCore
      guard let suiteName else {
        single = nil
        return
      }
      do throws(SettingsError) { single = makeCore(try SuiteName(suiteName)) } catch {
        SettingsDiagnostics.report(error)
        single = nil
      }
    }

    /// Takes over at once what others have changed.
    public func refresh() { for core in openCores { core.reload() } }

    var openCores: [UserDefaultsCore] { single.map { [$0] } ?? open.withLock { Array($0.cores.values) } }

    func core(forDomain domain: String) throws(SettingsError) -> UserDefaultsCore {
      if let single { return single }
      if let core = open.withLock({ $0.cores[domain] }) { return core }
      let core = makeCore(try SuiteName(suiteName ?? domain))
      open.withLock { $0.cores[domain] = core }
      return core
    }

    /// The live value of a key that no suite can hold.
    func refusedValue(forKey key: SettingsKey) -> LiveValue {
      open.withLock { open in
        if let live = open.refused[key] { return live }
        let live = LiveValue(key: key)
        open.refused[key] = live
        return live
      }
    }
  }
#endif
