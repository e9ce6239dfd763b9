/// What the last evaluation of a key path has read and given.
///
/// It observes the settings that the last evaluation has read, and no others, as long as it lives.
struct KeyPathTrail<Value> {
  private struct Source {
    let setting: any LinkedSetting
    let observation: SettingObservation
    let snapshot: LiveValue.Snapshot
  }

  private let settings: [any LinkedSetting]
  private let onChange: @Sendable () -> Void
  private var sources: [ObjectIdentifier: Source] = [:]
  private var last: Value?

  /// Begins a trail.
  ///
  /// - Parameters:
  ///   - group: What the key path is evaluated on.
  ///   - onChange: Called when ``next(isSame:evaluate:)`` may have a value, on the thread that has changed something.
  init(of group: some SettingsGroup, onChange: @escaping @Sendable () -> Void) {
    settings = group.allSettings.compactMap { $0.setting as? any LinkedSetting }
    self.onChange = onChange
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

extension KeyPathTrail: Sendable where Value: Sendable {}
