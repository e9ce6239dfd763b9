import TypedSettings

extension ReferenceSettings {
  /// The changes of a draft or a transaction, which take the place of the user's values.
  typealias Edits = [String: SettingsValue?]

  /// The layers in order of precedence.
  var order: [ModelLayer] { plan.has(.layers) ? [.managed, .user, .shared] : [.user] }

  func alias(of name: String) -> String? { plan.has(.aliases) ? ModelSchema[name].alias : nil }

  /// A place of values, of which only the stores can have layers.
  enum Place: Hashable, Sendable {
    case stores
    /// The memory of the process, for transient settings.
    case memory
    /// A store of its own, for secret settings.
    case vault
  }

  func place(of name: String) -> Place {
    if ModelSchema.transientNames.contains(name) { return .memory }
    return plan.has(.vault) && ModelSchema.secretNames.contains(name) ? .vault : .stores
  }

  /// Returns whether a setting can have the values of several layers.
  func hasLayers(_ name: String) -> Bool { plan.has(.layers) && place(of: name) == .stores }

  /// Returns the value of a layer, which an older name can have.
  func value(_ layer: ModelLayer, _ name: String, over edits: Edits = [:]) -> SettingsValue? {
    if layer == .user, let edit = edits[name] { return edit }
    let place = place(of: name)
    if place != .stores, layer != .user { return nil }
    let values = place == .stores ? layers[layer] : apart[place]
    return values?[name] ?? alias(of: name).flatMap { values?[$0] }
  }

  /// Returns the layer whose value is in effect.
  func source(of name: String, over edits: Edits = [:]) -> ModelLayer? {
    order.first { value($0, name, over: edits) != nil }
  }

  func stored(_ name: String, over edits: Edits = [:]) -> SettingsValue? {
    source(of: name, over: edits).flatMap { value($0, name, over: edits) }
  }

  func isLocked(_ name: String) -> Bool { plan.has(.layers) && value(.managed, name) != nil }

  /// Returns the value that the store has for the key of a setting.
  ///
  /// Only layers know the older names of a setting.
  func valueOfKey(_ name: String, over edits: Edits = [:]) -> SettingsValue? {
    if hasLayers(name) { return stored(name, over: edits) }
    if place(of: name) != .memory, let edit = edits[name] { return edit }
    if place(of: name) == .vault { return apart[.vault]?[name] }
    return order.lazy.compactMap { layers[$0]?[name] }.first
  }

  /// Returns whether a layer locks the key of a setting, which doesn't lock a setting in memory.
  func isKeyLocked(_ name: String) -> Bool {
    place(of: name) == .memory ? plan.has(.layers) && layers[.managed]?[name] != nil : isLocked(name)
  }

  /// Checks a value of a secret setting, which a file doesn't keep; it can be removed.
  func checkRefusal(of form: SettingsValue?, _ name: String) throws(Refusal) {
    guard form != nil, ModelSchema.secretNames.contains(name), plan.base != .memory else { return }
    if place(of: name) == .stores { throw Refusal(.secretRefused) }
  }

  /// Whether the values are examined after the next change of the file.
  ///
  /// In a client's own store, values that others add to values without a version are examined at the next start.
  var noticesChangedValues: Bool {
    let values = layers[.user] ?? [:]
    return plan.wrapper != .forwarding || values.isEmpty || values[ReferenceVersion.name] != nil
  }
}
