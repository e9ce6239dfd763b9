#if canImport(Darwin) || UserDefaults
  extension Setting {
    /// The value as an object of the setting's type in Objective-C, or, where it has none, of the stored form.
    var forwardedObject: Any? { forwardedValue.flatMap { (ObjectiveCType(valueType) ?? .any).object(of: $0) } }

    /// Sets the value from such an object, and reports what goes wrong.
    func setForwardedObject(_ object: Any?) {
      reporting { () throws(SettingsError) in
        try setForwardedValue((ObjectiveCType(valueType) ?? .any).value(of: object))
      }
    }

    /// The value as a number; zero, and a report, if it is none.
    func forwardedNumber<Number: SettingsValueConvertible & Numeric>(as type: Number.Type) -> Number {
      var number = Number.zero
      reporting { () throws(SettingsError) in number = try Number(settingsValue: forwardedValue ?? .null) }
      return number
    }

    /// The value as a truth value; false, and a report, if it is none.
    var forwardedTruth: Bool {
      var truth = false
      reporting { () throws(SettingsError) in truth = try Bool(settingsValue: forwardedValue ?? .null) }
      return truth
    }

    /// Sets the value, and reports what goes wrong.
    func setForwarded(_ value: some SettingsValueConvertible) {
      reporting { () throws(SettingsError) in try setForwardedValue(value.settingsValue) }
    }

    private func reporting(_ body: () throws(SettingsError) -> Void) {
      do throws(SettingsError) { try body() } catch { SettingsDiagnostics.report(error.at(settingsKey)) }
    }
  }
#endif
