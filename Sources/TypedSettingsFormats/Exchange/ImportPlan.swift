internal import TypedSettingsCore

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The effects of importing a document on each setting, and the required writes.
struct ImportPlan {
  /// A setting whose value changes.
  struct Write {
    let link: SettingLink
    let value: SettingsValue
    /// The values of the key and its aliases in the store when the plan was created.
    let found: [SettingsKey: SettingsValue?]
  }

  private(set) var differences: [SettingDifference] = []
  private(set) var writes: [Write] = []
  /// The indices of the differences, because several groups can declare a setting, which is listed once.
  private var listed: [ReadTrace.Place: Int] = [:]
  /// The settings that one of several declarations refuses.
  private var refusedPlaces: Set<ReadTrace.Place> = []
  private var rules: RuleCheck
  /// The errors for broken rules about several settings, and the settings that are refused because of them.
  private var brokenRules: (errors: [SettingsError], keys: Set<SettingsKey>) = ([], [])
  private let format: DocumentFormat
  private let isDryRun: Bool
  /// The batch to which the writes are added.
  private var batch = SettingsBatch(origin: .import)

  /// Creates a plan.
  ///
  /// - Parameters:
  ///   - data: The document.
  ///   - group: The group that declares the settings.
  ///   - isDryRun: A Boolean value that indicates whether nothing will be written, so that not even migrations of the
  ///     store may run.
  /// - Throws: ``SettingsError`` if the document can't be read, or if its values can't be migrated.
  init(of data: Data, for group: some SettingsGroup, isDryRun: Bool) throws(SettingsError) {
    let settings = group.allSettings
    rules = RuleCheck(of: [group])
    let document = try ExportDocument(reading: data)
    format = document.format
    self.isDryRun = isDryRun
    let declared = Dictionary(grouping: settings.map(\.setting)) { $0.domain }
    var domains: [String: [String: SettingsValue]] = [:]
    for (domain, values) in document.domains {
      domains[domain] = try ImportedDomain(domain, for: declared[domain] ?? []).values(of: values)
    }
    var known: Set<SettingsKey> = []
    for (name, setting) in settings {
      let link = (setting as? any LinkedSetting)?.link
      let keys = [setting.key] + (link?.aliases ?? [])
      known.formUnion(keys)
      guard let values = domains[setting.domain], let value = keys.lazy.compactMap({ values[$0.name] }).first
      else { continue }
      add(value, named: name, to: setting)
    }
    removeRefusedWrites()
    refuseBrokenRules()
    for key in Self.keys(of: domains) where !known.contains(key) {
      guard let value = domains[key.domain]?[key.name] else { continue }
      differences.append(
        SettingDifference(
          name: key.name, key: key, oldValue: nil, newValue: value, outcome: .notDeclared, isSecret: false))
    }
  }

  /// The error that prevents the import, or `nil` if nothing does.
  var refusal: SettingsError? {
    let refused = differences.filter { if case .refused = $0.outcome { true } else { false } }
    guard let first = refused.first else { return nil }
    // An error for a rule about several settings is listed once.
    let errors = refused.flatMap { difference -> [SettingsError] in
      guard case .refused(let error) = difference.outcome else { return [] }
      return brokenRules.keys.contains(difference.key) ? [] : error.reasons
    }
    return .importRefused(errors + brokenRules.errors, count: refused.count, first: first)
  }

  /// Removes the writes of settings that one of several declarations refuses.
  private mutating func removeRefusedWrites() {
    if refusedPlaces.isEmpty { return }
    writes.removeAll { refusedPlaces.contains(ReadTrace.Place($0.link)) }
  }

  /// Refuses the values with which a rule about several settings would be broken.
  private mutating func refuseBrokenRules() {
    var values = Dictionary(writes.map { (ReadTrace.Place($0.link), SettingsValue?.some($0.value)) }) { $1 }
    let keys = Dictionary(writes.map { (ReadTrace.Place($0.link), $0.link.live.key) }) { $1 }
    var messages: Set<String> = []
    var refusals: [SettingsKey: SettingsError] = [:]
    for violation in rules.removeViolations(from: &values) {
      let error = violation.error.inImport()
      if messages.insert(error.found).inserted { brokenRules.errors.append(error) }
      for key in violation.places.compactMap({ keys[$0] }) where refusals[key] == nil { refusals[key] = error }
    }
    if refusals.isEmpty { return }
    brokenRules.keys = Set(refusals.keys)
    differences = differences.map { difference in
      refusals[difference.key].map { difference.refused($0) } ?? difference
    }
    writes.removeAll { brokenRules.keys.contains($0.link.live.key) }
  }

  /// Writes all values in one batch.
  ///
  /// - Returns: `false` if a store has changed in the meantime; nothing is written then.
  /// - Throws: An error of a store. Unless its code is ``SettingsError/Code/notSaved``, nothing is changed.
  func commit() throws(SettingsError) -> Bool {
    var batch = batch
    rules.expectUnchanged(in: &batch)
    for write in writes { write.add(to: &batch) }
    do {
      guard try batch.write() else { return false }
    } catch {
      if SettingsError.isUnsavedChange(error) { writes.didCommit() }
      throw .importFailed(error)
    }
    writes.didCommit()
    return true
  }

  /// Returns the keys of settings in order, without the keys of domain versions.
  private static func keys(of domains: [String: [String: SettingsValue]]) -> [SettingsKey] {
    domains.inOrder { $0.key < $1.key }.flatMap { domain, values in
      values.keys.filter { $0 != SettingsMigration.versionKeyName }.inOrder
        .map { SettingsKey(domain: domain, name: $0) }
    }
  }

  private mutating func add(_ imported: SettingsValue, named name: String, to setting: any Setting) {
    var current: SettingsValue?
    var value = imported
    let outcome: SettingDifference.Outcome
    do throws(SettingsError) {
      guard let setting = setting as? any LinkedSetting else {
        current = setting.storedValue
        throw .notImportable(setting.key, type(of: setting))
      }
      if setting.traits.contains(.transient) {
        outcome = .transient
      } else if let write = try write(imported, to: setting, over: &current) {
        value = write.value
        writes.append(write)
        outcome = .change
      } else {
        outcome = .equal
      }
    } catch {
      outcome = .refused(error)
    }
    let difference = SettingDifference(
      name: name, key: setting.key, oldValue: current, newValue: value, outcome: outcome,
      isSecret: setting.traits.contains(.secret))
    list(difference, at: (setting as? any LinkedSetting).map { ReadTrace.Place($0.link) })
  }

  /// Adds a difference, or merges it with the one of another declaration of the setting.
  private mutating func list(_ difference: SettingDifference, at place: ReadTrace.Place?) {
    guard let place, let index = listed[place] else {
      if let place { listed[place] = differences.endIndex }
      return differences.append(difference)
    }
    differences[index] = differences[index].merged(with: difference)
    if case .refused = differences[index].outcome { refusedPlaces.insert(place) }
  }

  /// Returns the write that gives a setting an imported value.
  ///
  /// - Parameters:
  ///   - imported: The value in the document.
  ///   - setting: The setting.
  ///   - current: Set to the value in the store.
  /// - Returns: The write, or `nil` if the setting already has the value.
  /// - Throws: An error if the setting can't have the value.
  private mutating func write(
    _ imported: SettingsValue, to setting: any LinkedSetting, over current: inout SettingsValue?
  ) throws(SettingsError) -> Write? {
    let link = setting.link
    // First, because this can run a migration that changes the store.
    if !isDryRun { batch.prepare(link.version) }
    var found: [SettingsKey: SettingsValue?] = [:]
    for key in [link.live.key] + link.aliases { found.updateValue(link.store.value(forKey: key), forKey: key) }
    let inspection = setting.inspect()
    current = inspection.importTarget
    if isSame(current, imported, in: link) { return nil }
    let form: SettingsValue
    do throws(SettingsError) { form = try setting.importedForm(of: imported, over: current, in: format) } catch {
      throw error.code == .newerVersion ? error : error.inImport()
    }
    if isSame(current, form, in: link) { return nil }
    if let current, setting.areEquivalent(current, form) { return nil }
    if let refusal = link.refusal { throw refusal }
    if let error = link.writeError { throw error }
    try link.version?.checkMigration()
    return Write(link: link, value: form, found: found)
  }

  private func isSame(_ left: SettingsValue?, _ right: SettingsValue, in link: SettingLink) -> Bool {
    format.isSame(left, right) || link.isSame(left, right)
  }
}

extension [ImportPlan.Write] {
  fileprivate func didCommit() {
    for write in self { write.link.didWrite(write.value) }
  }
}

extension ImportPlan.Write {
  fileprivate func add(to batch: inout SettingsBatch) {
    link.storedSetting.change(to: value, in: &batch)
    for (key, value) in found { batch.expect(value, forKey: key, in: link.store) }
  }
}
