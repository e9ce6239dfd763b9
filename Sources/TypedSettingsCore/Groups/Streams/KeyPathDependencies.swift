/// The settings read by the last evaluation of a key path, and its result.
///
/// While it exists, it observes exactly the settings that the last evaluation read.
struct KeyPathDependencies<Value> {
  /// The result of an evaluation and the settings that it read.
  struct Evaluation {
    fileprivate let settings: [any LinkedSetting]
    fileprivate let value: Value
    fileprivate let accesses: [ReadTrace.Access]

    init(of group: some SettingsGroup, _ evaluate: () -> Value) {
      settings = group.linkedSettings
      (value, accesses) = ReadTrace.run(over: settings, evaluate)
    }
  }

  private struct Source {
    let observation: SettingObservation
    let access: ReadTrace.Access

    /// Returns whether a part of the setting that was read has changed since then.
    ///
    /// - Parameter isCertain: Whether a stored value that is read as the same value counts as unchanged, which requires
    ///   the earlier one to be decoded again.
    /// - Returns: `true` if the setting may have another value.
    func hasChanged(isCertain: Bool) -> Bool {
      let (now, before) = (access.setting.link.load(), access.snapshot)
      if now.revision == before.revision || now.value == before.value { return false }
      return !isCertain || access.isStoredValueRead || !access.setting.isSame(now, before)
    }
  }

  private let settings: [any LinkedSetting]
  private let onChange: @Sendable () -> Void
  private var sources: [ObjectIdentifier: Source] = [:]
  /// The last value.
  private(set) var last: Value?

  /// Creates an instance without an evaluation.
  ///
  /// - Parameters:
  ///   - group: The group that the key path is evaluated on.
  ///   - onChange: A closure that is called when ``next(isSame:evaluate:)`` may have a value, on the thread that made
  ///     the change.
  init(of group: some SettingsGroup, onChange: @escaping @Sendable () -> Void) {
    settings = group.linkedSettings
    self.onChange = onChange
  }

  /// Creates an instance from an evaluation whose settings weren't observed.
  ///
  /// If a setting has changed since then, there's no last value, so the next evaluation always produces one.
  init(from first: Evaluation, onChange: @escaping @Sendable () -> Void) {
    settings = first.settings
    self.onChange = onChange
    observe(first.accesses)
    if !hasChanged(isCertain: true) { last = first.value }
  }

  /// Returns the value if it's the first one or differs from the last one.
  ///
  /// - Parameters:
  ///   - isSame: Returns whether two values are equal; `nil` if they can't be compared. Without it, the values of the
  ///     settings that the key path reads are compared.
  ///   - evaluate: Returns the value.
  /// - Returns: The value; `nil` if it's the last one.
  mutating func next(isSame: ((Value, Value) -> Bool)?, evaluate: () -> Value) -> Value? {
    guard last == nil || hasChanged(isCertain: isSame == nil) else { return nil }
    let (value, accesses) = ReadTrace.run(over: settings, evaluate)
    observe(accesses)
    // A change before the observation started didn't notify it.
    if hasChanged(isCertain: isSame == nil) { onChange() }
    if let last, let isSame, isSame(last, value) { return nil }
    last = value
    return value
  }

  /// Returns whether a setting has changed since the last evaluation read it.
  private func hasChanged(isCertain: Bool) -> Bool { sources.values.contains { $0.hasChanged(isCertain: isCertain) } }

  private mutating func observe(_ accesses: [ReadTrace.Access]) {
    let previous = sources
    sources = [:]
    for access in accesses {
      let live = access.setting.link.live
      let identity = ObjectIdentifier(live)
      let observation =
        previous[identity]?.observation
        ?? SettingObservation(live: live, token: live.observe { [onChange] _ in onChange() })
      sources[identity] = Source(observation: observation, access: access)
    }
  }
}

extension SettingsGroup {
  /// The observable settings of the group, including nested groups.
  nonisolated var linkedSettings: [any LinkedSetting] {
    allSettings.compactMap { $0.setting as? any LinkedSetting }
  }
}

extension KeyPathDependencies: Sendable where Value: Sendable {}
extension KeyPathDependencies.Evaluation: Sendable where Value: Sendable {}
