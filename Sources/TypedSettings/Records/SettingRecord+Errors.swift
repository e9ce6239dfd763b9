extension SettingRecord {
  /// An error about a value of this setting, which names the setting and shows the value unless the setting is secret.
  ///
  /// Every error that a coding or a rule made about a value goes through here before it's thrown or reported.
  @usableFromInline
  func located(_ error: SettingsError) -> SettingsError {
    error.at(link.live.key, isSecret: traits.contains(.secret))
  }

  /// An error about the stored value of this setting, which also names the layer that holds it.
  func locatedInStore(_ error: SettingsError) -> SettingsError {
    let error = located(error)
    guard link.connection.hasLayers,
      let layer = link.connection.layers(of: link.live).first(where: \.decides)?.layer
    else { return error }
    return error.from(layer: layer)
  }
}
