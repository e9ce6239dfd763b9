extension SettingRecord {
  /// Loads the value from the store, decodes it and caches it.
  @usableFromInline
  func load() -> Value {
    if let supposition = ReadTrace.recordRead(of: self) { return decodingResult(of: supposition.value).value }
    link.live.registerDefault {
      let form = encodedDefault
      // Only a rule reads the form of the default as another value; everywhere else, decoding it would be in vain.
      return !coding.hasRules || isSame(form, nil) ? form : nil
    }
    return read(link.load())
  }

  /// Returns the value of a snapshot, from the cache if possible.
  @usableFromInline
  func read(_ snapshot: LiveValue.Snapshot) -> Value {
    let number = snapshot.revision.number
    if let value = cache.read(number) { return value }
    guard let stored = snapshot.value else {
      cache.keepDefault(defaultValue, number)
      return defaultValue
    }
    if let value = coding.currentFormValue(of: stored) {
      cache.keep(value, number, isComplete: coding.replacesStoredValue)
      return value
    }
    let result = decodingResult(of: snapshot.value)
    // Only the caller that fills the cache reports, so that a stored value is reported once.
    if cache.keep(result.value, number, isComplete: false) {
      for issue in result.issues { SettingsDiagnostics.report(locatedInStore(issue, in: snapshot.value)) }
    }
    return result.value
  }

  /// Decodes a stored form; `nil` gives the default.
  func decodingResult(of stored: SettingsValue?) -> DecodingResult<Value> {
    guard let stored else { return DecodingResult(defaultValue) }
    return coding.decodingResult(stored, over: defaultValue)
  }

  /// Returns the value of a stored form, from the cache if it is the current one; `nil` gives the default.
  func value(of stored: SettingsValue?) -> Value {
    let snapshot = link.load()
    return snapshot.value == stored ? read(snapshot) : decodingResult(of: stored).value
  }
}

extension SettingRecord {
  package func issues(of stored: SettingsValue) -> [SettingsError] {
    decodingResult(of: stored).issues.map(located)
  }
}

extension SettingRecord {
  /// Returns an error about a value of this setting that names the setting, and hides the value if it's secret.
  ///
  /// Every error that a coding or a rule creates for a value passes through here before it's thrown or reported.
  @usableFromInline
  package func located(_ error: SettingsError) -> SettingsError {
    error.at(link.live.key, isSecret: traits.contains(.secret))
  }

  /// Returns an error about the stored value of this setting that also names the layer and the place that hold it.
  func locatedInStore(_ error: SettingsError, in stored: SettingsValue?) -> SettingsError {
    var error = located(error)
    if let stored {
      let place = link.store.place(
        of: stored, at: error.codingPath, forKeys: [key] + link.aliases, isSecret: traits.contains(.secret)
      ) { [coding] in SettingRecord.constraint(of: coding) }
      error = error.placed(at: place)
    }
    if !link.store.isWritable(key) {
      error = error.replacing(
        advice: "the stored value is kept; correct or remove it where it's stored, because it can't be written here")
    }
    guard link.hasLayers, let layer = link.layers.first(where: \.isDeciding)?.layer else { return error }
    return error.from(layer: layer)
  }
}
