import TypedSettings

/// The reference: what settings and stores must hold after each step, in dictionaries and rules.
struct ReferenceSettings: Sendable {
  let plan: ModelPlan
  /// The stored values of each layer, under all names, with the version of the user's values.
  var layers: [ModelLayer: [String: SettingsValue]] = [:]
  /// The values of the settings that aren't in these stores, under all names.
  var apart: [Place: [String: SettingsValue]] = [:]
  private var version: ReferenceVersion
  private var vaultVersion: ReferenceVersion
  var draft: ReferenceDraft?
  /// Whether the store of the user's values refuses writes.
  private var isFailing = false
  /// The values that settings may have had during the last step: those that were restored because a later store failed,
  /// or that came with the file and were migrated.
  private(set) var interim: Edits = [:]

  init(_ plan: ModelPlan) {
    self.plan = plan
    version = ReferenceVersion(isUsed: plan.has(.version))
    vaultVersion = version
  }

  /// What a step does besides changing values.
  struct Outcome: Hashable, Sendable {
    /// The code of the error that the step throws.
    var thrown: SettingsError.Code?
    /// The codes of the refusals that the step reports.
    var reported: [SettingsError.Code] = []
  }

  /// The reason for a write that changes nothing.
  struct Refusal: Error {
    let code: SettingsError.Code

    init(_ code: SettingsError.Code) { self.code = code }

    /// Combines several refusals.
    init(of codes: [SettingsError.Code]) { code = codes.count == 1 ? codes[0] : .refused }
  }

  /// Performs a step.
  mutating func perform(_ step: ModelStep) -> Outcome {
    interim = [:]
    if !plan.allows(step) { return Outcome() }
    if case .write(let change, let instance) = step { return perform(change, in: instance) }
    do throws(Refusal) { try run(step) } catch { return Outcome(thrown: error.code) }
    return Outcome()
  }

  private mutating func perform(_ change: ModelStep.Change, in instance: ModelStep.Instance) -> Outcome {
    if instance == .draft, draft == nil { return Outcome() }
    do throws(Refusal) {
      if instance == .draft {
        var changed = draft
        defer { draft = changed }
        try perform(change, on: &changed)
      } else if let value = try decide(change, by: instance.modelClass, over: [:]) {
        try checkRefusal(of: value.form, change.name)
        try store(value.form, change.name)
      }
      return Outcome()
    } catch {
      return change.write.isReporting ? Outcome(reported: [error.code]) : Outcome(thrown: error.code)
    }
  }

  private mutating func run(_ step: ModelStep) throws(Refusal) {
    switch step {
    case .write: break
    case .store(let value, let name, let layer):
      if layer == nil, place(of: name) == .vault {
        apart[.vault, default: [:]][name] = value
        break
      }
      if layer == nil, isKeyLocked(name) { throw Refusal(.locked) }
      if layer ?? .user == .user, isFailing { throw Refusal(.storeFailed) }
      // Through layers, the store knows the older names of a setting that it holds.
      if layer == nil, hasLayers(name) { removeAliases(of: name) }
      let isChanged = layers[layer ?? .user]?[name] != value
      layers[layer ?? .user, default: [:]][name] = value
      if isChanged, name == ReferenceVersion.name { version.reexamine(&layers[.user, default: [:]]) }
    case .transaction(let changes): try transact(changes)
    case .import(let values, let skipsRefused): try importValues(values, skipsRefused: skipsRefused)
    case .startDraft: draft = ReferenceDraft()
    case .revertDraft: draft = draft.map { _ in ReferenceDraft() }
    case .apply(let resolution): try apply(resolution)
    case .editFile(let value, let name), .otherProcess(let value, let name):
      isFailing = false
      // The values are examined as at the start, even if they are those before.
      let isNoticed = noticesChangedValues
      layers[.user, default: [:]][name] = value
      if place(of: name) == .stores { interim.updateValue(value, forKey: name) }
      if isNoticed { version.reexamine(&layers[.user, default: [:]]) }
    case .writeDocument, .export: break
    case .reopen:
      draft = nil
      apart[.memory] = nil
      isFailing = false
      version = ReferenceVersion(isUsed: plan.has(.version))
      version.reexamine(&layers[.user, default: [:]])
      vaultVersion = ReferenceVersion(isUsed: plan.has(.version))
      vaultVersion.reexamine(&apart[.vault, default: [:]])
    case .fail: isFailing = true
    case .succeed: isFailing = false
    }
  }

  // MARK: Writing

  /// Stores a value of the user, with the version if it's the first one.
  private mutating func store(_ value: SettingsValue?, _ name: String) throws(Refusal) {
    if isLocked(name) { throw Refusal(.locked) }
    try store([name: value])
  }

  /// Stores values of the user in one step.
  mutating func store(_ values: [String: SettingsValue?]) throws(Refusal) {
    let places = Dictionary(grouping: values) { place(of: $0.key) }
    if isFailing, places[.stores] != nil {
      interim = values.filter { place(of: $0.key) != .stores }
      throw Refusal(.storeFailed)
    }
    for (place, values) in places {
      for (name, value) in values {
        if place == .stores {
          layers[.user, default: [:]][name] = value
        } else {
          apart[place, default: [:]][name] = value
        }
        removeAliases(of: name)
      }
      // Removals alone store no version; the value that the user's layer has already does.
      guard values.contains(where: { $0.value != nil }) else { continue }
      switch place {
      case .stores: version.mark(&layers[.user, default: [:]])
      case .vault: vaultVersion.mark(&apart[.vault, default: [:]])
      case .memory: break
      }
    }
  }

  private mutating func removeAliases(of name: String) {
    guard let alias = alias(of: name) else { return }
    if place(of: name) == .stores { layers[.user]?[alias] = nil } else { apart[place(of: name)]?[alias] = nil }
  }
}
