import TypedSettings

/// The reference: what settings and stores must hold after each step, in dictionaries and rules.
struct ReferenceSettings: Sendable {
  let plan: ModelPlan
  /// The stored values of each layer, under all names, with the version of the user's values.
  var layers: [ModelLayer: [String: SettingsValue]] = [:]
  /// The values of transient settings, which are in memory until the process ends.
  var transients: [String: SettingsValue] = [:]
  var version: ReferenceVersion
  var draft: ReferenceDraft?
  /// Whether the store of the user's values refuses writes.
  private var isFailing = false
  /// The values that settings may have had during the last step: those that were restored because a later store failed,
  /// or that came with the file and were migrated.
  private(set) var interim: Edits = [:]

  init(_ plan: ModelPlan) {
    self.plan = plan
    version = ReferenceVersion(isUsed: plan.has(.version))
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
      if layer == nil, isKeyLocked(name) { throw Refusal(.locked) }
      if layer ?? .user == .user, isFailing { throw Refusal(.storeFailed) }
      // Through layers, the store knows the older names of a setting that it holds.
      if layer == nil, plan.has(.layers), !isTransient(name) { removeAliases(of: name) }
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
      // A replaced document is examined as at the start, even if its values are those before.
      if case .otherProcess = step, layers[.user]?[name] == value { break }
      let isNoticed = noticesChangedValues
      layers[.user, default: [:]][name] = value
      interim.updateValue(value, forKey: name)
      if isNoticed { version.reexamine(&layers[.user, default: [:]]) }
    case .writeDocument, .export: break
    case .reopen:
      draft = nil
      transients = [:]
      isFailing = false
      version = ReferenceVersion(isUsed: plan.has(.version))
      version.reexamine(&layers[.user, default: [:]])
    case .fail: isFailing = true
    case .succeed: isFailing = false
    }
  }

  /// Whether the values are examined after the next change of the file.
  ///
  /// In a client's own store, values that others add to values without a version are examined at the next start.
  private var noticesChangedValues: Bool {
    let values = layers[.user] ?? [:]
    return plan.wrapper != .forwarding || values.isEmpty || values[ReferenceVersion.name] != nil
  }

  // MARK: Writing

  /// Stores a value of the user, with the version if it's the first one.
  private mutating func store(_ value: SettingsValue?, _ name: String) throws(Refusal) {
    if isLocked(name) { throw Refusal(.locked) }
    try store([name: value])
  }

  /// Stores values of the user in one step.
  mutating func store(_ values: [String: SettingsValue?]) throws(Refusal) {
    let (inMemory, stored) = (values.filter { isTransient($0.key) }, values.filter { !isTransient($0.key) })
    if isFailing, !stored.isEmpty {
      interim = inMemory
      throw Refusal(.storeFailed)
    }
    for (name, value) in inMemory { transients[name] = value }
    for (name, value) in stored {
      layers[.user, default: [:]][name] = value
      removeAliases(of: name)
    }
    // Removals alone store no version; the value that the user's layer has already does.
    let isMarked = stored.values.contains { $0 != nil }
    if isMarked { version.mark(&layers[.user, default: [:]]) }
  }

  private mutating func removeAliases(of name: String) {
    if let alias = alias(of: name) { layers[.user]?[alias] = nil }
  }
}
