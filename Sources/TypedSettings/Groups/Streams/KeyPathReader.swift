/// Follows what a key path of a group reads, and tells when that has changed.
///
/// It observes the settings that the last evaluation has read, and no others.
package final class KeyPathReader<Group: SettingsGroup, Value> {
  private struct Source {
    let setting: any LinkedSetting
    let token: SettingsObservationToken
    var snapshot: LiveValue.Snapshot
  }

  private let group: Group
  private let keyPath: KeyPath<Group, Value>
  private let isSame: (Value, Value) -> Bool
  private let onChange: @Sendable () -> Void
  private let settings: [any LinkedSetting]
  private var sources: [ObjectIdentifier: Source] = [:]
  private var last: Value?

  /// Makes a reader.
  ///
  /// - Parameters:
  ///   - keyPath: What to evaluate.
  ///   - group: What to evaluate it on.
  ///   - isSame: Whether two values count as the same.
  ///   - onChange: Called when ``next()`` may have a value, on the thread that has changed something.
  package init(
    _ keyPath: KeyPath<Group, Value>, of group: Group, isSame: @escaping (Value, Value) -> Bool,
    onChange: @escaping @Sendable () -> Void
  ) {
    self.group = group
    self.keyPath = keyPath
    self.isSame = isSame
    self.onChange = onChange
    settings = group.allSettings.compactMap { $0.setting as? any LinkedSetting }
  }

  deinit {
    for source in sources.values { source.setting.link.live.removeObserver(source.token) }
  }

  /// The value, if it is the first or another than the last one.
  package func next() -> Value? {
    guard last == nil || hasChanged else { return nil }
    let value = evaluate()
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

  private func evaluate() -> Value {
    let (value, readings) = ReadTrace.run(over: settings) { group[keyPath: keyPath] }
    follow(readings)
    // What has changed before it was observed has told nobody.
    if hasChanged { onChange() }
    return value
  }

  private func follow(_ readings: [ReadTrace.Reading]) {
    var former = sources
    sources = [:]
    for reading in readings {
      let live = reading.setting.link.live
      let identity = ObjectIdentifier(live)
      let token = former.removeValue(forKey: identity)?.token ?? live.observe { [onChange] _ in onChange() }
      sources[identity] = Source(setting: reading.setting, token: token, snapshot: reading.snapshot)
    }
    for source in former.values { source.setting.link.live.removeObserver(source.token) }
  }
}
