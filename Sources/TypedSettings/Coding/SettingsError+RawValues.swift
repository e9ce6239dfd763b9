extension SettingsError {
  /// A stored value that a type refuses; the choices are named where the type lists its cases.
  static func refused(_ stored: SettingsValue, by type: Any.Type, at path: [String] = []) -> SettingsError {
    .undecodable(.value(stored, fault(of: stored, as: type)), at: path)
  }

  /// The key of an entry that isn't a raw value of the dictionary's key type.
  static func refusedKey(_ key: String, by type: Any.Type) -> SettingsError {
    .undecodable(.value(.string(key), "is no key, because it \(fault(of: .string(key), as: type))"))
  }

  /// What is wrong with a value: "is not a Theme; expected one of "light", "dark"".
  private static func fault(of stored: SettingsValue, as type: Any.Type) -> String {
    let fault = "is not \(stored.expectation(of: type))"
    guard let type = type as? any CaseIterable.Type, let choices = choices(of: type) else { return fault }
    return "\(fault); expected one of \(choices)"
  }

  /// The stored forms of all cases, or `nil` where there are none.
  private static func choices<Value: CaseIterable>(of type: Value.Type) -> String? {
    let forms = type.allCases.prefix(SettingConstraint.maximumChoices + 1).compactMap { SettingsValue(automatic: $0) }
    return forms.isEmpty ? nil : SettingConstraint.list(of: forms)
  }
}
