import TypedSettings

/// The reference: what settings and stores must hold after each step, in dictionaries and rules.
struct ReferenceSettings: Sendable {
  let plan: ModelPlan
  /// The stored values of each layer, under all names, with the version of the user's values.
  var layers: [ModelLayer: [String: SettingsValue]] = [:]
  var version: ReferenceVersion
  var draft: ReferenceDraft?
  /// Whether the store of the user's values refuses writes.
  private var isFailing = false

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
      if layer == nil, isLocked(name) { throw Refusal(.locked) }
      if layer ?? .user == .user, isFailing { throw Refusal(.storeFailed) }
      // Through layers, the store knows the older names of a setting.
      if layer == nil, plan.has(.layers) { removeAliases(of: name) }
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
      if layers[.user]?[name] == value { break }
      layers[.user, default: [:]][name] = value
      version.reexamine(&layers[.user, default: [:]])
    case .writeDocument: break
    case .reopen:
      draft = nil
      isFailing = false
      version = ReferenceVersion(isUsed: plan.has(.version))
      version.reexamine(&layers[.user, default: [:]])
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
    if isFailing, !values.isEmpty { throw Refusal(.storeFailed) }
    let before = layers[.user] ?? [:]
    for (name, value) in values {
      layers[.user, default: [:]][name] = value
      removeAliases(of: name)
    }
    // Removals alone store no version.
    let isMarked = values.values.contains { $0 != nil } && layers[.user] ?? [:] != before
    if isMarked { version.mark(&layers[.user, default: [:]]) }
  }

  private mutating func removeAliases(of name: String) {
    if let alias = alias(of: name) { layers[.user]?[alias] = nil }
  }
}

/// The version of the user's values.
struct ReferenceVersion: Sendable {
  static let name = SettingsMigration.versionKeyName
  /// The version of the program.
  static let number: SettingsValue = 2

  let isUsed: Bool
  /// Whether the values are known to be of the program's version, so that they aren't migrated.
  private var isCurrent = false

  init(isUsed: Bool) { self.isUsed = isUsed }

  /// Migrates values of an earlier version: those without a version, unless they are the program's own.
  mutating func reexamine(_ values: inout [String: SettingsValue]) {
    guard isUsed else { return }
    if values[Self.name] == Self.number { isCurrent = true }
    if isCurrent, values[Self.name] == Self.number { return }
    isCurrent = false
    if values.isEmpty { return }
    values[Self.name] = nil
    ModelSchema.migrate(&values)
    values[Self.name] = Self.number
    isCurrent = true
  }

  /// Stores the version together with the first value.
  mutating func mark(_ values: inout [String: SettingsValue]) {
    guard isUsed else { return }
    values[Self.name] = Self.number
    isCurrent = true
  }
}
