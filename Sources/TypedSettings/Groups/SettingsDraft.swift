/// Another instance of a settings group, whose changes stay apart until they are applied: what a preferences window with
/// a Cancel button shows.
///
/// ```swift
/// let draft = settings.draft()
/// draft.sessionLength = 50
/// draft.theme = .dark
/// print(settings.sessionLength)     // 25 still
/// try draft.apply()                 // both at once, one event for each
/// ```
///
/// What nobody has changed in the draft follows the settings. A setting that was changed in both is a conflict, which
/// ``apply(_:)`` refuses unless it is told who wins.
@dynamicMemberLookup
public final class SettingsDraft<Group: SettingsGroup> {
  /// Who wins where a setting was changed in the draft and outside of it.
  public enum ConflictResolution: Hashable, Sendable {
    /// Nobody: nothing is applied, and ``SettingsError/Code/draftConflict`` is thrown.
    case refuse
    /// The draft.
    case overwrite
    /// What is stored: the draft's change is dropped.
    case keepStored
  }

  /// The instance to show and to change.
  public let settings: Group

  let store: DraftStore

  /// Makes a draft of a group.
  ///
  /// The macro gives a class that can be made without arguments a method `draft()`, which calls this.
  ///
  /// - Parameters:
  ///   - base: The settings that the changes are for.
  ///   - make: Makes an instance of the same class.
  public convenience init(of base: Group, make: () -> Group) {
    self.init(of: base, refusalPolicy: .report, make: make)
  }

  private init(of base: Group, refusalPolicy: DraftStore.RefusalPolicy, make: () -> Group) {
    let settings = base.allSettings.map(\.setting)
    var stores = Dictionary(settings.map { ($0.settingsKey, $0.store) }) { first, _ in first }
    for case let setting as any LinkedSetting in settings {
      for alias in setting.link.connection.aliases where stores[alias] == nil { stores[alias] = setting.store }
    }
    let store = DraftStore(
      of: stores, others: settings.first?.store ?? InMemorySettingsStore(), refusalPolicy: refusalPolicy)
    self.store = store
    self.settings = PreferenceContext.$store.withValue(store, operation: make)
  }

  /// A property of the draft's instance.
  public subscript<Value>(dynamicMember member: ReferenceWritableKeyPath<Group, Value>) -> Value {
    get { settings[keyPath: member] }
    set { settings[keyPath: member] = newValue }
  }

  /// A property of the draft's instance.
  public subscript<Value>(dynamicMember member: KeyPath<Group, Value>) -> Value { settings[keyPath: member] }

  /// The changes that are not applied yet, in the order of the settings' declarations.
  public var changes: [SettingsDraftChange] {
    let conflicts = store.conflicts
    return settings.allSettings.compactMap { name, setting in
      // Asked of the record, so that who observes the changes hears of a later one.
      _ = setting.storedValue
      let key = setting.settingsKey
      guard let edit = store.edit(of: key) else { return nil }
      return SettingsDraftChange(
        name: name, key: key, presentValue: store.base(of: key).value(forKey: key), newValue: edit.value,
        isConflict: conflicts.contains(key), isSecret: setting.traits.contains(.secret))
    }
  }

  /// Whether there are changes that are not applied yet.
  public var hasChanges: Bool { !changes.isEmpty }

  /// The changes of settings that were changed outside of the draft as well.
  public var conflicts: [SettingsDraftChange] { changes.filter(\.isConflict) }

  /// The assignments in the draft that were refused, such as a value that breaks the rule of its setting.
  ///
  /// A refusal is settled when the setting takes another value. ``apply(_:)`` throws those that are not, once.
  public var refusals: [SettingsError] { store.refusals }

  /// Drops all changes and refusals.
  public func revert() { store.revertAll() }

  /// Makes all changes in the settings, in one step for each store and with one event for each setting.
  ///
  /// - Parameter resolution: Who wins where a setting was changed outside of the draft as well.
  /// - Throws: ``SettingsError``: the ``refusals``, after which they are settled; an error with ``SettingsError/Code/draftConflict``, with ``SettingsError/Code/invalid`` where a
  ///   ``SettingsRule`` that has to do with a change does not hold, or what a store throws. Then nothing was changed
  ///   and the draft keeps its changes; only ``SettingsError/Code/notSaved`` tells of changes that are in place.
  public func apply(_ resolution: ConflictResolution = .refuse) throws(SettingsError) {
    let refusals = store.takeRefusals()
    if !refusals.isEmpty { throw .refused(refusals, in: "a draft") }
    while true {
      let conflicts = store.conflicts
      for key in conflicts {
        switch resolution {
        case .refuse: throw .draftConflict(key, count: conflicts.count)
        case .overwrite: store.overwrite(key)
        case .keepStored: store.revert(key)
        }
      }
      let unchanged = try checkRules()
      do { if try store.apply(expecting: .changed(and: unchanged)) { return } } catch { throw .wrapping(error) }
    }
  }

  /// Changes several settings in one step; see the method that the macro gives a class.
  ///
  /// - Parameters:
  ///   - base: The settings to change.
  ///   - make: Makes an instance of the same class.
  ///   - body: Changes the instance that it is given.
  /// - Returns: What the last run of `body` returns.
  /// - Throws: What `body` throws, or a ``SettingsError``: for every assignment that was refused (see
  ///   ``SettingsError/reasons``), with ``SettingsError/Code/invalid`` where a ``SettingsRule`` does not hold, or what a
  ///   store throws. Then nothing was changed; only
  ///   ``SettingsError/Code/notSaved`` tells of changes that are in place.
  public static func transaction<Result>(
    of base: Group, make: () -> Group, _ body: (Group) throws -> Result
  ) throws -> Result {
    while true {
      let draft = SettingsDraft(of: base, refusalPolicy: .collect, make: make)
      let result = try body(draft.settings)
      let refusals = draft.store.takeRefusals()
      if !refusals.isEmpty { throw SettingsError.refused(refusals, in: "a transaction") }
      // What the rules read has been seen in the draft, like all that `body` has read.
      _ = try draft.checkRules()
      do { if try draft.store.apply(expecting: .seen) { return result } } catch { throw SettingsError.wrapping(error) }
    }
  }
}

extension SettingsDraft: Sendable where Group: Sendable {}

extension SettingsError {
  fileprivate static func draftConflict(_ key: SettingsKey, count: Int) -> SettingsError {
    SettingsError(
      .draftConflict, key: key,
      found: "\(count) \(count == 1 ? "setting" : "settings") changed in the draft and outside of it",
      advice: "apply with '.overwrite' or '.keepStored', or revert the draft; nothing was changed")
  }
}

extension SettingsDraft {
  /// Checks the rules about several settings that have to do with a change.
  ///
  /// A rule that was broken before, and that no change has to do with, keeps nobody from changing other settings.
  ///
  /// - Returns: What the stores hold for those settings that the rules depend on and that are not changed.
  /// - Throws: ``SettingsError`` with ``SettingsError/Code/invalid`` for the rule that does not hold, or one that lists
  ///   all that do not.
  func checkRules() throws(SettingsError) -> [SettingsKey: SettingsValue?] {
    let rules = settings.groupRules
    if rules.isEmpty { return [:] }
    let linked = settings.linkedSettings
    let edited = Set(store.edited)
    var unchanged: [SettingsKey: SettingsValue?] = [:]
    var broken: [SettingsError] = []
    for rule in rules {
      let (holds, readings) = ReadTrace.run(over: linked, rule.holds)
      guard readings.contains(where: { edited.contains($0.setting.settingsKey) }) else { continue }
      if !holds { broken.append(rule.error) }
      for reading in readings where !edited.contains(reading.setting.settingsKey) {
        unchanged.updateValue(reading.snapshot.value, forKey: reading.setting.settingsKey)
      }
    }
    if !broken.isEmpty { throw .refused(broken, in: "settings that change together") }
    return unchanged
  }
}
