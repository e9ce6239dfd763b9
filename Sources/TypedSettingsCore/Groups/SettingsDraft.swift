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

  /// The settings that the changes apply to; none in a transaction, whose changes aren't listed.
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
    let store = DraftStore(of: originals.map(StoredSetting.make), refusalPolicy: refusalPolicy)
    let settings = DraftContext.$draft.withValue(store) { PreferenceContext.$store.withValue(store, operation: make) }
    store.state.withLock { $0.hasInstance = true }
    self.store = store
    self.settings = settings
    self.originals =
      refusalPolicy == .collect ? [:] : Dictionary(originals.map { ($0.key, $0) }) { first, _ in first }
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
    return (keys + store.dividedKeys.inOrder(DraftStore.areInOrder)).filter { seen.insert($0).inserted }
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
  ///
  /// A change to the value that is stored already isn't listed.
  public var changes: [SettingsDraftChange] {
    let drafted = settings.allSettings
    for (_, setting) in drafted { accessChange(of: setting) }
    return drafted.compactMap { name, setting in
      guard let change = store.change(of: setting.key), !change.isStored else { return nil }
      return SettingsDraftChange(
        name: name, key: change.key, oldValue: change.current.effective, newValue: change.edit.value,
        isConflict: change.isConflict, isSecret: setting.traits.contains(.secret))
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
  /// With ``SettingsError/Code/notSaved``, the changes are in effect, and the method throws again until they're saved.
  /// After any other error, nothing is changed and the draft keeps its changes. It also keeps changes that an observer
  /// or another thread makes during the write.
  ///
  /// - Parameter resolution: The strategy for settings that also changed in the store.
  /// - Throws: ``SettingsError`` for ``refusals``, which are then resolved; with ``SettingsError/Code/draftConflict``,
  ///   and all conflicts in ``SettingsError/reasons``; with ``SettingsError/Code/invalid`` if a change breaks a
  ///   ``SettingsRule``; with ``SettingsError/reasons`` of the code ``SettingsError/Code/outsideDraft``; with
  ///   ``SettingsError/Code/storeUnavailable`` if other writers change the values during each of 1,000 attempts; or any
  ///   error thrown by a store.
  public func apply(_ resolution: ConflictResolution = .refuse) throws(SettingsError) {
    if !outside.isEmpty { throw .refused(outside, in: "a draft") }
    let refusals = store.takeRefusals()
    if !refusals.isEmpty { throw .refused(refusals, in: "a draft") }
    // The draft changes nothing of its own until the batch is written. Conflicts are resolved and rules are checked on
    // copies of the changes and of the values that they're based on, and the changes are discarded only afterwards.
    for _ in Contention.attempts {
      // First, because this can run migrations that change the stores.
      let batch = store.makeBatch()
      let all = store.changes
      let (stored, changes) = (all.filter(\.isStored), all.filter { !$0.isStored })
      let conflicts = changes.filter(\.isConflict)
      if resolution == .refuse, !conflicts.isEmpty { throw .draftConflict(conflicts.map(\.key)) }
      let kept = resolution == .keepStored ? conflicts : []
      let written = resolution == .keepStored ? changes.filter { !$0.isConflict } : changes
      var expected = try checkRules(written, keeping: kept + stored)
      for change in written + stored { expected.updateValue(change.current.effective, forKey: change.key) }
      do {
        if try store.apply(written, dropping: kept + stored, expecting: expected, in: batch) { return }
      } catch {
        throw .wrapping(error)
      }
    }
    throw .contended("applying a draft")
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
  ///   ``SettingsError/reasons`` of the code ``SettingsError/Code/outsideDraft``. The code is
  ///   ``SettingsError/Code/storeUnavailable`` if other writers change the values during each of 1,000 attempts.
  public static func transaction<Result>(
    of base: Group, make: () -> Group, _ body: (Group) throws -> Result
  ) throws -> Result {
    for _ in Contention.attempts {
      let draft = SettingsDraft(of: base, refusalPolicy: .collect, make: make)
      if !draft.outside.isEmpty { throw SettingsError.refused(draft.outside, in: "a transaction") }
      let result = try body(draft.settings)
      let refusals = draft.store.takeRefusals()
      if !refusals.isEmpty { throw SettingsError.refused(refusals, in: "a transaction") }
      let batch = draft.store.makeBatch()
      let changes = draft.store.changes
      // The draft records the reads of the rules, as it does all reads of `body`.
      _ = try draft.checkRules(changes)
      let seen = draft.store.state.withLock { $0.seen }
      do {
        if try draft.store.apply(changes, expecting: seen, in: batch) { return result }
      } catch {
        throw SettingsError.wrapping(error)
      }
    }
    throw SettingsError.contended("a transaction")
  }
}

extension StoredSetting {
  /// Describes a setting of a group.
  fileprivate static func make(_ setting: any Setting) -> StoredSetting {
    (setting as? any LinkedSetting)?.link.storedSetting ?? StoredSetting(key: setting.key, in: setting.store)
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
  /// - Parameters:
  ///   - changes: The changes to be applied.
  ///   - dropped: The other changes, in whose place the rules read the stored values.
  /// - Returns: The values of the unchanged settings that the rules depend on.
  /// - Throws: ``SettingsError`` with ``SettingsError/Code/invalid`` for a broken rule, or an error that lists all
  ///   broken rules.
  private func checkRules(
    _ changes: [DraftStore.Change], keeping dropped: [DraftStore.Change] = []
  ) throws(SettingsError) -> [SettingsKey: SettingsValue?] {
    let rules = settings.groupRules
    if rules.isEmpty { return [:] }
    let linked = settings.linkedSettings
    linked.reloadOutdatedValues()
    let changed = Set(changes.map(\.key))
    let kept = Dictionary(dropped.map { ($0.key, $0.current) }) { first, _ in first }
    var supposed: [ReadTrace.Place: SettingsValue?] = [:]
    for setting in linked {
      if let value = kept[setting.key] { supposed.updateValue(value.own, forKey: ReadTrace.Place(setting.link)) }
    }
    var unchanged: [SettingsKey: SettingsValue?] = [:]
    var broken: [SettingsError] = []
    let results = ReadTrace.runEach(over: linked, supposing: supposed, rules.map(\.holds))
    for (rule, (holds, accesses)) in zip(rules, results) {
      guard accesses.contains(where: { changed.contains($0.setting.key) }) else { continue }
      if !holds { broken.append(rule.error) }
      for access in accesses where !changed.contains(access.setting.key) {
        let key = access.setting.key
        let value = if let stored = kept[key] { stored.effective } else { access.snapshot.value }
        unchanged.updateValue(value, forKey: key)
      }
    }
    if !broken.isEmpty { throw .refused(broken, in: "settings that change together") }
    return unchanged
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
