extension SettingsValue {
  /// The stored form that a value has by its type alone; `nil` if it has none.
  init?(automatic value: some Any) {
    do throws(SettingsError) {
      switch value {
      case let value as any SettingsValueConvertible: self = value.settingsValue
      case let value as any RawRepresentable:
        guard let raw = SettingsValue(automatic: value.rawValue) else { return nil }
        self = raw
      case let value as any Encodable: self = try MigratingEncoder().encode(value)
      default: return nil
      }
    } catch {
      return nil
    }
  }
}
