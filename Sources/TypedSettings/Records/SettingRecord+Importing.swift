extension SettingRecord: ImportableSetting {
  package func importedForm(
    of imported: SettingsValue, over current: SettingsValue?, in format: DocumentFormat
  ) throws(SettingsError) -> SettingsValue {
    do throws(SettingsError) {
      let reading = try coding.reading(imported, default: defaultValue, looksForLeftovers: true)
      // A value that the rules have changed is imported so.
      if let issue = reading.issues.first(where: { $0.code != .invalid }) { throw issue }
      if let current, holdsMoreThanItReads(current) {
        // What assigning the value would keep stays, and what it would refuse is refused.
        let snapshot = LiveValue.Snapshot(value: current, revision: .initial)
        let form = try form(of: reading.value, over: Present(snapshot: snapshot, isComplete: false))
        if reading.leftovers == nil { return form.value }
        if isGuarded { throw SettingsError.fromNewerVersion }
      }
      let form = try ownForm(of: reading.value, over: imported)
      // A form that today's type may have as well stays, so that what is imported is what was exported.
      let isToday =
        !coding.isPlain && !reading.isOlderForm && !reading.isChangedByRules && !format.isSame(form, imported)
      return isToday ? imported : form
    } catch {
      throw located(error)
    }
  }

  package func isSameMeaning(_ left: SettingsValue, _ right: SettingsValue) -> Bool {
    do throws(SettingsError) { return try ownForm(of: left) == ownForm(of: right) } catch { return false }
  }

  /// A stored value in the form that it would be written in.
  private func ownForm(of stored: SettingsValue) throws(SettingsError) -> SettingsValue {
    try ownForm(
      of: coding.reading(stored, default: defaultValue, looksForLeftovers: true).value, over: stored)
  }

  private func ownForm(of value: Value, over stored: SettingsValue) throws(SettingsError) -> SettingsValue {
    try coding.form(of: value, over: stored, default: defaultValue, keepsEverything: true).value
  }
}
