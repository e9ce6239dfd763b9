/// What the last evaluation of a key path has read and given.
///
/// It observes the settings that the last evaluation has read, and no others, as long as it lives.
struct KeyPathTrail<Value> {
  /// What an evaluation has read and given.
  struct Evaluation {
    fileprivate let settings: [any LinkedSetting]
    fileprivate let value: Value
    fileprivate let readings: [ReadTrace.Reading]

    init(of group: some SettingsGroup, _ evaluate: () -> Value) {
      settings = group.linkedSettings
      (value, readings) = ReadTrace.run(over: settings, evaluate)
    }
  }

  private struct Source {
    let setting: any LinkedSetting
    let observation: SettingObservation
    let snapshot: LiveValue.Snapshot
  }

  private let settings: [any LinkedSetting]
  private let onChange: @Sendable () -> Void
  private var sources: [ObjectIdentifier: Source] = [:]
  /// The last value.
  private(set) var last: Value?

  /// Begins a trail.
  ///
  /// - Parameters:
  ///   - group: What the key path is evaluated on.
  ///   - onChange: Called when ``next(isSame:evaluate:)`` may have a value, on the thread that has changed something.
  init(of group: some SettingsGroup, onChange: @escaping @Sendable () -> Void) {
    settings = group.linkedSettings
    self.onChange = onChange
  }

  /// Begins a trail with an evaluation that nothing has observed.
  ///
  /// If a setting has changed since then, the trail has no value, and the next evaluation gives one in any case.
  init(from first: Evaluation, onChange: @escaping @Sendable () -> Void) {
    settings = first.settings
    self.onChange = onChange
    follow(first.readings)
    if !hasChanged { last = first.value }
  }

  /// The value, if it is the first or another than the last one.
  mutating func next(isSame: (Value, Value) -> Bool, evaluate: () -> Value) -> Value? {
    guard last == nil || hasChanged else { return nil }
    let (value, readings) = ReadTrace.run(over: settings, evaluate)
    follow(readings)
    // What has changed before it was observed has told nobody.
    if hasChanged { onChange() }
    if let last, isSame(last, value) { return nil }
    last = value
    return value
  }

  /// Whether a setting that the last evaluation has read has another value now.
  private var hasChanged: Bool {
    sources.values.contains { source in
      let now = source.setting.link.load()
      return now.revision != source.snapshot.revision && !source.setting.isSame(now.value, source.snapshot.value)
    }
  }

  private mutating func follow(_ readings: [ReadTrace.Reading]) {
    let former = sources
    sources = [:]
    for reading in readings {
      let live = reading.setting.link.live
      let identity = ObjectIdentifier(live)
      let observation =
        former[identity]?.observation
        ?? SettingObservation(live: live, token: live.observe { [onChange] _ in onChange() })
      sources[identity] = Source(setting: reading.setting, observation: observation, snapshot: reading.snapshot)
    }
  }
}

extension SettingsGroup {
  /// The settings of the group and of its nested groups that can be observed.
  nonisolated var linkedSettings: [any LinkedSetting] {
    allSettings.compactMap { $0.setting as? any LinkedSetting }
  }
}

extension KeyPathTrail: Sendable where Value: Sendable {}
extension KeyPathTrail.Evaluation: Sendable where Value: Sendable {}
