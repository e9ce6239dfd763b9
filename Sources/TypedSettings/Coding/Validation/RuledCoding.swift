/// A coding, and the rules that were added to it.
///
/// A coding that is put together with others is taken apart first, so that its rules are the last to see a value that
/// comes from a store, and the first to see one that is assigned.
struct RuledCoding<Value: Sendable>: Sendable {
  let base: SettingCoding<Value>
  let rules: any ValueRules<Value>
}

extension SettingCoding {
  /// What the coding is made of, if it has rules.
  var ruled: RuledCoding<Value>? {
    switch implementation {
    case .scheme: nil
    case .custom(let coding): coding.ruled
    }
  }

  /// Another coding made of this one, with the same rules.
  func keepingRules(_ make: (SettingCoding) -> SettingCoding) -> SettingCoding {
    guard let ruled else { return make(self) }
    return make(ruled.base).ruled(by: ruled.rules)
  }

  /// This coding with further rules.
  func ruled(by rules: any ValueRules<Value>) -> SettingCoding {
    if let ruled { return ruled.base.ruled(by: SuccessiveRules(first: ruled.rules, second: rules)) }
    return SettingCoding(
      CustomCoding(
        encode: encode,
        read: { stored, defaultValue, looksForLeftovers throws(SettingsError) in
          let reading = try reading(stored, default: defaultValue, looksForLeftovers: looksForLeftovers)
          return try rules.admitted(reading, with: self)
        },
        form: { value, stored, defaultValue, keepsEverything throws(SettingsError) in
          var form = try form(of: value, over: stored, default: defaultValue, keepsEverything: keepsEverything)
          if !rules.allows(reading(stored, over: defaultValue).value) { form.replacesUnreadable = true }
          return form
        },
        ruled: RuledCoding(base: self, rules: rules)))
  }

  /// The stored form of a value; `nil` if it has none.
  @Sendable func encodedOrNil(_ value: Value) -> SettingsValue? {
    do throws(SettingsError) { return try encode(value) } catch { return nil }
  }
}
