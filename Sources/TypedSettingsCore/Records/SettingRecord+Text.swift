extension SettingRecord {
  package func value(ofText text: String, usesDefault: Bool) throws(SettingsError) -> SettingsValue {
    do throws(SettingsError) {
      return try coding.base.encode(try coding.value(ofText: text, default: usesDefault ? defaultValue : nil))
    } catch {
      throw refused(error)
    }
  }

  package func value(ofJSON json: SettingsValue) throws(SettingsError) -> SettingsValue {
    do throws(SettingsError) { return try coding.base.encode(try coding.value(ofJSON: json)) } catch {
      throw refused(error)
    }
  }

  package func text(of stored: SettingsValue) -> String {
    let result = coding.base.decodingResult(stored, over: defaultValue)
    guard result.issues.isEmpty, !result.isOlderForm else { return stored.typedText }
    return coding.text(of: result.value, storedAs: stored)
  }

  package var namedForms: [(name: String, form: SettingsValue)] {
    coding.base.namedValues.map { ($0.name, $0.form) }
  }

  /// Returns an error about typed input, which the coding throws about a stored value.
  private func refused(_ error: SettingsError) -> SettingsError {
    located(error).replacing(advice: "nothing was changed; use another value")
  }
}

extension Setting {
  /// Returns the name of a value, or the value itself if it has no name.
  package func named(_ value: SettingsValue) -> SettingsValue {
    (self as? any LinkedSetting)?.namedForms.first { $0.form == value }.map { SettingsValue(named: $0.name) } ?? value
  }

  /// The constraint on the setting's values with their names instead of their stored forms, for messages.
  package var namedValidation: SettingConstraint? {
    let names = (self as? any LinkedSetting)?.namedForms ?? []
    guard !names.isEmpty else { return validation }
    return validation?.replacingValues { value in
      names.first { $0.form == value }.map { SettingsValue(named: $0.name) } ?? value
    }
  }
}

extension SettingsValue {
  /// Creates the value that a name reads like: `true`, `false`, null, or the name of a case as a string.
  fileprivate init(named name: String) {
    self =
      switch name {
      case "true": true
      case "false": false
      case .absentValue: .null
      default: .string(name)
      }
  }
}
