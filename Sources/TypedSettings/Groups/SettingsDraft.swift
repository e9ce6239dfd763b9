/// An instance of a settings group whose changes are isolated until you apply them.
///
/// Use a draft for a preferences window with a Cancel button:
///
/// ```swift
/// let draft = settings.draft()
/// draft.sessionLength = 50
/// draft.theme = .dark
/// print(settings.sessionLength)     // still 25
/// try draft.apply()                 // both at once, one notification for each
/// ```
///
/// Settings that aren't changed in the draft follow the store. A setting that changed in both is a conflict.
/// ``apply(_:)`` throws if there's a conflict, unless you pass a resolution.
@dynamicMemberLookup
public final class SettingsDraft<Group: SettingsGroup> {
  /// A strategy for resolving settings that changed both in the draft and in the store.
  public enum ConflictResolution: Hashable, Sendable {
    /// Applies nothing and throws ``SettingsError/Code/draftConflict``.
    case refuse
    /// Applies the draft's change.
    case overwrite
    /// Keeps the stored value and discards the draft's change.
    case keepStored
  }

  /// The instance to display and to change.
  public let settings: Group

  let store: DraftStore

  /// The settings that the changes apply to.
  private let originals: [SettingsKey: any Setting]

  /// The errors for settings of the instance that aren't part of the draft.
  private let outside: [SettingsError]

  /// Creates a draft of a group.
  ///
  /// If a class has an initializer without parameters, the macro generates a `draft()` method that calls this
  /// initializer.
  ///
  /// A nested group in a store of its own is part of the draft if the new instance creates it with
  /// `make(alternateStore:)` and the same store. Other settings with a store of their own can't be part of the draft.
  /// They are reported, and ``apply(_:)`` throws.
  ///
  /// - Parameters:
  ///   - base: The settings that the changes apply to.
  ///   - make: A closure that returns a new instance of the same class.
  public convenience init(of base: Group, make: () -> Group) {
    self.init(of: base, refusalPolicy: .report, make: make)
    if !outside.isEmpty { SettingsDiagnostics.report(.refused(outside, in: "a draft")) }
  }

  private init(of base: Group, refusalPolicy: DraftStore.RefusalPolicy, make: () -> Group) {
    let originals = base.allSettings.map(\.setting)
    let store = DraftStore(of: originals.map { DraftedSetting($0) }, refusalPolicy: refusalPolicy)
    let settings = DraftContext.$draft.withValue(store) { PreferenceContext.$store.withValue(store, operation: make) }
    store.state.withLock { $0.hasInstance = true }
    self.store = store
    self.settings = settings
    self.originals = Dictionary(originals.map { ($0.key, $0) }) { first, _ in first }
    outside = Self.settings(of: settings, outside: store, of: base).map(SettingsError.outsideDraft)
  }

  /// Returns the keys of settings whose changes a draft can't hold: those that the instance creates in another store,
  /// and those that several settings have in different stores.
  private static func settings(of instance: Group, outside store: DraftStore, of base: Group) -> [SettingsKey] {
    let linked = instance.linkedSettings
    var keys = linked.filter { $0.link.store !== store }.map { $0.key }
    if !keys.isEmpty {
      // If the closure returns the existing settings instead of new ones, the draft holds no changes at all.
      let same = Set(base.allSettings.map { ObjectIdentifier($0.setting) })
      if linked.allSatisfy({ same.contains(ObjectIdentifier($0)) }) { keys = [] }
    }
    var seen: Set<SettingsKey> = []
    return (keys + store.dividedKeys.sorted(by: DraftStore.areInOrder)).filter { seen.insert($0).inserted }
  }

  /// Accesses a property of the draft's instance.
  ///
  /// An edit through this subscript, such as `draft.names.sort()`, assigns the edited value, even if the edit changes
  /// nothing. `draft.settings.names.sort()` is an edit in place, which assigns nothing then.
  public subscript<Value>(dynamicMember member: ReferenceWritableKeyPath<Group, Value>) -> Value {
    get { settings[keyPath: member] }
    set { settings[keyPath: member] = newValue }
  }

  /// Accesses a property of the draft's instance.
  public subscript<Value>(dynamicMember member: KeyPath<Group, Value>) -> Value { settings[keyPath: member] }

  /// The changes that aren't applied yet, in declaration order.
  public var changes: [SettingsDraftChange] {
    let drafted = settings.allSettings
    for (_, setting) in drafted { accessChange(of: setting) }
    let conflicts = store.conflicts
    return drafted.compactMap { name, setting in
      let key = setting.key
      guard let edit = store.edit(of: key) else { return nil }
      return SettingsDraftChange(
        name: name, key: key, oldValue: store.storedValue(forKey: key), newValue: edit.value,
        isConflict: conflicts.contains(key), isSecret: setting.traits.contains(.secret))
    }
  }

  /// Registers an access to the change of a setting with Swift Observation, before the change is read.
  private func accessChange(of setting: any Setting) {
    // Read through the records, so that an observer of the changes is notified of later ones.
    _ = setting.storedValue
    store.accessEdit(of: setting.key)
    // The change hides the stored value, which decides whether it's a conflict.
    if store.edit(of: setting.key) != nil { _ = originals[setting.key]?.storedValue }
  }

  /// A Boolean value that indicates whether there are changes that aren't applied yet.
  public var hasChanges: Bool { !changes.isEmpty }

  /// The changes of settings that also changed in the store.
  public var conflicts: [SettingsDraftChange] { changes.filter(\.isConflict) }

  /// The errors for assignments in the draft that were refused, such as a value that breaks the rule of its setting.
  ///
  /// A refusal is resolved when the setting is assigned another value. ``apply(_:)`` throws unresolved refusals once.
  public var refusals: [SettingsError] { store.refusals }

  /// Discards all changes and refusals.
  public func revert() { store.revertAll() }

  /// Applies all changes, in one step for each store and with one notification for each setting.
  ///
  /// With ``SettingsError/Code/notSaved``, the changes are in effect. After any other error, nothing is changed and the
  /// draft keeps its changes. It also keeps changes that an observer or another thread makes during the write.
  ///
  /// - Parameter resolution: The strategy for settings that also changed in the store.
  /// - Throws: ``SettingsError`` for ``refusals``, which are then resolved; with ``SettingsError/Code/draftConflict``,
  ///   and all conflicts in ``SettingsError/reasons``; with ``SettingsError/Code/invalid`` if a change breaks a
  ///   ``SettingsRule``; with ``SettingsError/reasons`` of the code ``SettingsError/Code/outsideDraft``; or any error
  ///   thrown by a store.
  public func apply(_ resolution: ConflictResolution = .refuse) throws(SettingsError) {
    if !outside.isEmpty { throw .refused(outside, in: "a draft") }
    let refusals = store.takeRefusals()
    if !refusals.isEmpty { throw .refused(refusals, in: "a draft") }
    while true {
      let conflicts = store.conflicts
      switch resolution {
      case .refuse: if !conflicts.isEmpty { throw .draftConflict(conflicts.sorted(by: DraftStore.areInOrder)) }
      case .overwrite: for key in conflicts { store.overwrite(key) }
      case .keepStored: for key in conflicts { store.revert(key) }
      }
      let unchanged = try checkRules()
      do { if try store.apply(expecting: .changed(and: unchanged)) { return } } catch { throw .wrapping(error) }
    }
  }

  /// Changes several settings atomically; see the method that the macro generates.
  ///
  /// With ``SettingsError/Code/notSaved``, the changes are in effect. After any other error, nothing is changed.
  ///
  /// - Parameters:
  ///   - base: The settings to change.
  ///   - make: A closure that returns a new instance of the same class.
  ///   - body: A closure that changes the instance passed to it.
  /// - Returns: The result of the last run of `body`.
  /// - Throws: Any error thrown by `body` or by a store. ``SettingsError`` with ``SettingsError/reasons`` for refused
  ///   assignments, with ``SettingsError/Code/invalid`` if a ``SettingsRule`` is broken, or, before `body` runs, with
  ///   ``SettingsError/reasons`` of the code ``SettingsError/Code/outsideDraft``.
  public static func transaction<Result>(
    of base: Group, make: () -> Group, _ body: (Group) throws -> Result
  ) throws -> Result {
    while true {
      let draft = SettingsDraft(of: base, refusalPolicy: .collect, make: make)
      if !draft.outside.isEmpty { throw SettingsError.refused(draft.outside, in: "a transaction") }
      let result = try body(draft.settings)
      let refusals = draft.store.takeRefusals()
      if !refusals.isEmpty { throw SettingsError.refused(refusals, in: "a transaction") }
      // The draft records the reads of the rules, as it does all reads of `body`.
      _ = try draft.checkRules()
      do { if try draft.store.apply(expecting: .seen) { return result } } catch { throw SettingsError.wrapping(error) }
    }
  }
}

extension DraftedSetting {
  /// Describes a setting of a group.
  fileprivate init(_ setting: any Setting) {
    let link = (setting as? any LinkedSetting)?.link
    self.init(
      key: setting.key, in: setting.store, aliases: link?.unresolvedAliases ?? [], olderNames: link?.aliases ?? [],
      version: link?.version)
  }
}

extension SettingsDraft: Sendable where Group: Sendable {}

extension SettingsError.Code {
  /// A draft can't hold the changes of a setting; nothing was changed.
  ///
  /// The draft's instance has the setting in another store, or several settings have its key in different stores.
  public static let outsideDraft = Self(rawValue: "outsideDraft")
}

extension SettingsError {
  /// Returns the error for conflicts, of which there is at least one.
  fileprivate static func draftConflict(_ keys: [SettingsKey]) -> SettingsError {
    let advice = "apply with '.overwrite' or '.keepStored', or revert the draft; nothing was changed"
    let conflicts = keys.map { key in
      SettingsError(
        .draftConflict, key: key, found: "a setting that changed both in the draft and in the store", advice: advice)
    }
    if conflicts.count == 1 { return conflicts[0] }
    return SettingsError(
      .draftConflict, key: keys[0],
      found: "\(keys.count) settings that changed both in the draft and in the store; see 'reasons'", advice: advice,
      reasons: conflicts)
  }

  fileprivate static func outsideDraft(_ key: SettingsKey) -> SettingsError {
    SettingsError(
      .outsideDraft, key: key, found: "a setting whose store the instance of a draft or a transaction doesn't share",
      advice: "create its group with 'make(alternateStore:)' and the same store in each instance, and give settings in "
        + "different stores different keys; nothing was changed")
  }
}

extension SettingsDraft {
  /// Checks the rules that involve changed settings.
  ///
  /// A rule that was already broken, and that involves no changed setting, doesn't prevent changes to other settings.
  ///
  /// - Returns: The values of the unchanged settings that the rules depend on.
  /// - Throws: ``SettingsError`` with ``SettingsError/Code/invalid`` for a broken rule, or an error that lists all
  ///   broken rules.
  private func checkRules() throws(SettingsError) -> [SettingsKey: SettingsValue?] {
    let rules = settings.groupRules
    if rules.isEmpty { return [:] }
    let linked = settings.linkedSettings
    linked.reloadOutdatedValues()
    let edited = Set(store.edited)
    var unchanged: [SettingsKey: SettingsValue?] = [:]
    var broken: [SettingsError] = []
    for (rule, (holds, accesses)) in zip(rules, ReadTrace.runEach(over: linked, rules.map(\.holds))) {
      guard accesses.contains(where: { edited.contains($0.setting.key) }) else { continue }
      if !holds { broken.append(rule.error) }
      for access in accesses where !edited.contains(access.setting.key) {
        unchanged.updateValue(access.snapshot.value, forKey: access.setting.key)
      }
    }
    if !broken.isEmpty { throw .refused(broken, in: "settings that change together") }
    return unchanged
  }
}

// MARK: Applying

extension DraftStore {
  /// The stored values that must be unchanged for a draft to be applied.
  enum Expectation {
    /// The values of all settings that were read or changed in the draft.
    case seen
    /// The values of the settings that were changed in the draft, and the given values of others.
    case changed(and: [SettingsKey: SettingsValue?])
  }

  /// Writes all changes to the stores, and discards them here.
  ///
  /// Changes that are made during the write stay.
  ///
  /// - Parameter expectation: The values that must be unchanged.
  /// - Returns: `true` if these values were unchanged; otherwise, nothing was written.
  /// - Throws: The error of a store.
  func apply(expecting expectation: Expectation) throws -> Bool {
    // First, because this can run migrations that change the stores.
    let marks = try DomainMarks(of: edited.compactMap { drafted($0).versionToMark })
    if case .changed = expectation {
      for key in edited { rebaseIfEqual(key) }
    }
    var batch = SettingsBatch()
    let edits = edited.sorted(by: Self.areInOrder).compactMap { key in edit(of: key).map { (key: key, edit: $0) } }
    if !edits.isEmpty { marks.add(to: &batch) }
    let expected = state.withLock { state in
      switch expectation {
      case .seen: state.seen
      case .changed(let others): state.base.mapValues(\.effective).merging(others) { base, _ in base }
      }
    }
    for (key, value) in expected.sorted(by: { Self.areInOrder($0.key, $1.key) }) {
      guard drafted(key).expect(value, in: &batch) else { return false }
    }
    for (key, edit) in edits { drafted(key).change(to: edit.value, in: &batch) }
    do {
      guard try batch.write() else {
        marks.invalidate()
        return false
      }
    } catch {
      if SettingsError.isUnsavedChange(error) { didApply(edits, marks) }
      throw error
    }
    didApply(edits, marks)
    return true
  }

  fileprivate static func areInOrder(_ left: SettingsKey, _ right: SettingsKey) -> Bool {
    (left.domain, left.name) < (right.domain, right.name)
  }

  private func didApply(_ applied: [(key: SettingsKey, edit: Edit)], _ marks: DomainMarks) {
    marks.confirm()
    // A key that was changed again during the write keeps that change, which is now based on the applied value.
    for (key, edit) in applied where !discard(edit, of: key) { overwrite(key) }
  }

  /// Discards the change of a key that already has the new value.
  ///
  /// If another layer has it, the change still stores it.
  private func rebaseIfEqual(_ key: SettingsKey) {
    guard let edit = edit(of: key) else { return }
    let current = drafted(key).storedValue
    if edit.value == current.own {
      discard(edit, of: key)
    } else if edit.value == current.effective {
      overwrite(key)
    }
  }
}

/// A change in a ``SettingsDraft`` that isn't applied yet.
public struct SettingsDraftChange: Hashable, Sendable {
  /// The name of the setting; in a nested group a path, such as `goals.dailyHours`.
  public let name: String

  /// The key of the setting in its store.
  public let key: SettingsKey

  /// The value in the store, or `nil` if the setting isn't set.
  public let oldValue: SettingsValue?

  /// The value to be stored, or `nil` if the setting is reset.
  public let newValue: SettingsValue?

  /// A Boolean value that indicates whether the stored value differs from both the original and the new value.
  public let isConflict: Bool

  let isSecret: Bool
}

extension SettingsDraftChange: CustomStringConvertible, CustomReflectable {
  /// The name, the stored and the new value; secret values are omitted.
  public var description: String {
    "\(name): \(displayText(of: oldValue)) to \(displayText(of: newValue))\(isConflict ? " (conflict)" : "")"
  }

  /// The mirror for the debugger and `dump`; secret values are omitted.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "name": name, "key": key, "oldValue": displayText(of: oldValue), "newValue": displayText(of: newValue),
        "isConflict": isConflict,
      ])
  }

  private func displayText(of value: SettingsValue?) -> String {
    guard let value else { return "not set" }
    return isSecret ? SettingsTrait.hiddenValue : "\(value)"
  }
}
