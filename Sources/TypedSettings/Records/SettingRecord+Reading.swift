extension SettingRecord {
  /// Asks the store, decodes what it holds and keeps it.
  @usableFromInline
  func load() -> Value {
    ReadTrace.note(self)
    link.live.learnDefault {
      let form = encodedDefault
      return isSame(form, nil) ? form : nil
    }
    return read(link.load())
  }

  /// The value of a snapshot, from the cache if it has it.
  func read(_ snapshot: LiveValue.Snapshot) -> Value {
    let number = snapshot.revision.number
    if let value = cache.read(number) { return value }
    if let stored = snapshot.value, let value = coding.presentValue(of: stored) {
      cache.keep(value, number, isComplete: coding.isPlain)
      return value
    }
    let reading = reading(of: snapshot.value)
    // Whoever fills the cache reports, so that a stored value is reported once.
    if cache.keep(reading.value, number, isComplete: false) {
      for issue in reading.issues { SettingsDiagnostics.report(locatedInStore(issue)) }
    }
    return reading.value
  }

  /// What a stored form is read as; the default where there is none.
  func reading(of stored: SettingsValue?) -> Reading<Value> {
    guard let stored else { return Reading(defaultValue) }
    return coding.reading(stored, over: defaultValue)
  }
}
