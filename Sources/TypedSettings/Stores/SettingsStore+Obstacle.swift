extension SettingsStore {
  /// What keeps a key from being written; `nil` if nothing is known to.
  func obstacle(ofKey key: SettingsKey) -> SettingsError? {
    if isWritable(key) { return nil }
    let layers = layers(forKey: key)
    if let controller = layers.firstIndex(where: \.decides),
      !layers[...controller].contains(where: \.takesWrites), layers.contains(where: \.takesWrites)
    {
      return .locked(key, by: layers[controller].layer)
    }
    return .readOnly("a store that takes no writes").at(key)
  }
}
