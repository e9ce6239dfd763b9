extension SettingRecord {
  /// Asks the store, decodes what it holds and keeps it.
  @usableFromInline
  func load() -> Value { read(link.load()) }

  /// The value of a snapshot, from the cache if it has it.
  func read(_ snapshot: LiveValue.Snapshot) -> Value {
    let number = snapshot.revision.number
    if let value = cache.read(number) { return value }
    let (value, error) = decode(snapshot.value)
    // Whoever fills the cache reports, so that a stored value is reported once.
    if cache.keep(value, number), let error { SettingsDiagnostics.report(error) }
    return value
  }

  /// The value of a stored form; the default, and why, if it has none.
  func decode(_ stored: SettingsValue?) -> (Value, SettingsError?) {
    guard let stored else { return (defaultValue, nil) }
    do throws(SettingsError) { return (try coding.decode(stored), nil) } catch {
      return (defaultValue, error.at(settingsKey))
    }
  }
}
