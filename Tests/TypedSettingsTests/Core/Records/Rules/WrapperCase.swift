import TypedSettings

/// A text in capital letters, whose projection is its letters.
struct Uppercased: ProjectingSettingWrapper {
  var wrappedValue: String
  var projectedValue: [Character] {
    get { Array(wrappedValue) }
    set { wrappedValue = String(newValue) }
  }

  static func makeWrapper(from value: String, config: Void) -> Uppercased {
    Uppercased(wrappedValue: value.uppercased())
  }
}

/// A setting with a wrapper, and the expected values.
struct WrapperCase<Wrapper: ProjectingSettingWrapper>: Sendable
where Wrapper.WrappedValue: SettingsValueConvertible & Equatable, Wrapper.Config: Sendable {
  typealias Value = Wrapper.WrappedValue

  let config: Wrapper.Config
  /// The declared value, and the value after the wrapper has processed it.
  let declared: Value
  let initial: Value
  /// The incoming value, and the value after the wrapper has processed it.
  let raw: Value
  let settled: Value
  /// An edit of the initial value, and its result.
  let edit: @Sendable (inout Value) -> Void
  let edited: Value

  static var key: SettingsKey { exchangeKey("wrapped") }

  func makeRecord(in store: any SettingsStore, isProjected: Bool) -> SettingRecord<Value> {
    let coding = SettingCoding<Value>.automatic.wrapped(in: Wrapper.self, config: config)
    return PreferenceContext.$store.withValue(store) {
      if isProjected {
        ProjectingSettingRecord(
          wrapper: Wrapper.self, config: config, name: "wrapped", key: Self.key, default: declared, coding: coding)
      } else {
        SettingRecord(name: "wrapped", key: Self.key, default: declared, coding: coding)
      }
    }
  }
}

/// An event of a setting.
enum WrapperEvent: CaseIterable, Sendable {
  case set, editInPlace, update, externalChange, `import`, reset
}

/// The state of a setting after an event.
struct WrapperOutcome: Equatable {
  let value: SettingsValue
  let stored: SettingsValue?
  /// The values that observers have received.
  let events: [SettingsValue?]
  /// The final value in the original store of the setting.
  let inStore: SettingsValue?
}

/// A wrapped setting with its type erased.
protocol AnyWrapperCase: Sendable {
  func outcome(of event: WrapperEvent, isProjected: Bool) throws -> WrapperOutcome
  func expectedOutcome(of event: WrapperEvent) -> WrapperOutcome
  func projectionsAgree() throws -> Bool
}

extension WrapperCase: AnyWrapperCase {
  func outcome(of event: WrapperEvent, isProjected: Bool) throws -> WrapperOutcome {
    let store = InMemorySettingsStore()
    let record = makeRecord(in: store, isProjected: isProjected)
    if event == .reset { try record.set(raw) }
    let events = Log<SettingsValue?>()
    let token = record.store.observe(Self.key) { events.append($0.newValue) }
    defer { record.store.removeObserver(token) }
    switch event {
    case .set: record.value = raw
    case .editInPlace: edit(&record.value)
    case .update: try record.update(edit)
    case .externalChange: store.set(raw.settingsValue, forKey: Self.key)
    case .import: try AnyGroup([record]).import(exchangeDocument("\"wrapped\": \(raw.settingsValue)"))
    case .reset: record.reset()
    }
    return WrapperOutcome(
      value: record.value.settingsValue, stored: record.storedValue, events: events.elements,
      inStore: store.value(forKey: Self.key))
  }

  func expectedOutcome(of event: WrapperEvent) -> WrapperOutcome {
    let isTransient = Wrapper.isTransient
    func outcome(_ value: Value, _ stored: Value?, isNotified: Bool = true, inStore: Value? = nil) -> WrapperOutcome {
      WrapperOutcome(
        value: value.settingsValue, stored: stored?.settingsValue, events: isNotified ? [stored?.settingsValue] : [],
        inStore: isTransient ? inStore?.settingsValue : stored?.settingsValue)
    }
    return switch event {
    case .set: outcome(settled, settled)
    case .editInPlace, .update: outcome(edited, edited)
    case .externalChange where isTransient: outcome(initial, nil, isNotified: false, inStore: raw)
    case .import where isTransient: outcome(initial, nil, isNotified: false)
    case .externalChange: outcome(settled, raw)
    case .import: outcome(settled, settled)
    case .reset: outcome(initial, nil)
    }
  }

  /// Returns whether reading and writing back a projection preserves the value.
  func projectionsAgree() throws -> Bool {
    let record = makeRecord(in: InMemorySettingsStore(), isProjected: true)
    guard let record = record as? ProjectingSettingRecord<Wrapper> else { return false }
    let other = makeRecord(in: InMemorySettingsStore(), isProjected: true)
    guard let other = other as? ProjectingSettingRecord<Wrapper> else { return false }
    try record.set(raw)
    other.projection = record.projection
    return other.value == settled && other.storedValue == settled.settingsValue
  }
}
