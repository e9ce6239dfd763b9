import TypedSettings

/// Returns a record with the given name and a key of its own in each group.
func forwarded<Value: SettingsValueConvertible>(
  _ name: String, _ value: Value, in group: String = "A", documentation: String? = nil
) -> SettingRecord<Value> {
  forwarded(name, value, in: group, documentation: documentation, coding: .automatic)
}

/// Returns a record with the given name and a key of its own in each group.
func forwarded<Value>(
  _ name: String, _ value: Value, in group: String = "A", documentation: String? = nil, coding: SettingCoding<Value>
) -> SettingRecord<Value> {
  PreferenceContext.$store.withValue(InMemorySettingsStore()) {
    SettingRecord(
      name: name, key: SettingsKey(domain: "com.example.forwarding", name: "\(group).\(name)"), default: value,
      documentation: documentation, coding: coding)
  }
}
