import TypedSettings

/// Gives records the dollar-prefixed names that the macro generates, which other code can't declare.
@propertyWrapper
struct Recorded<Value: Codable & Sendable> {
  let projectedValue: SettingRecord<Value>

  init(
    wrappedValue: Value, _ name: String, section: String? = nil, documentation: String? = nil,
    traits: SettingsTrait = []
  ) {
    projectedValue = SettingRecord(
      name: name, key: SettingsKey(domain: "com.example.pomodoro", name: name), default: wrappedValue,
      documentation: documentation, traits: traits, attributes: SettingsAttributes().setting(\.section, to: section),
      coding: .automatic)
  }

  var wrappedValue: Value {
    get { projectedValue.value }
    nonmutating set { projectedValue.value = newValue }
  }
}
