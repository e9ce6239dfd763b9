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
    /// The version to record for the values of the domain.
    let mark: VersionMark?
  }

  private(set) var differences: [SettingDifference] = []
  private(set) var writes: [Write] = []
  private let format: DocumentFormat
  private let isDryRun: Bool

  /// Creates a plan.
  ///
  /// - Parameters:
  ///   - data: The document.
  ///   - settings: The declared settings.
  ///   - isDryRun: A Boolean value that indicates whether nothing will be written, so that not even migrations of the
  ///     store may run.
  /// - Throws: ``SettingsError`` if the document can't be read, or if its values can't be migrated.
  init(
    of data: Data, for settings: [(name: String, setting: any Setting)], isDryRun: Bool
  ) throws(SettingsError) {
    let document = try ExportDocument(reading: data)
    format = document.format
    self.isDryRun = isDryRun
    var domains: [String: [String: SettingsValue]] = [:]
    for (domain, values) in document.domains {
      domains[domain] = try ImportedDomain(domain, for: settings.map(\.setting)).values(of: values)
    }
    var known: Set<SettingsKey> = []
    for (name, setting) in settings {
      let link = (setting as? any ImportableSetting)?.link
      let keys = [setting.settingsKey] + (link?.connection.aliases ?? [])
      known.formUnion(keys)
      guard let values = domains[setting.domain], let value = keys.lazy.compactMap({ values[$0.name] }).first
      else { continue }
      add(value, named: name, to: setting)
    }
    for key in Self.keys(of: domains) where !known.contains(key) {
      guard let value = domains[key.domain]?[key.name] else { continue }
      differences.append(
        SettingDifference(
          name: key.name, key: key, oldValue: nil, newValue: value, outcome: .notDeclared, isSecret: false))
    }
  }

  /// The error that prevents the import, or `nil` if nothing does.
  var refusal: SettingsError? {
    var errors: [(SettingDifference, SettingsError)] = []
    for difference in differences {
      if case .refused(let error) = difference.outcome { errors.append((difference, error)) }
    }
    return errors.first.map { .importRefused(errors.map(\.1), first: $0.0) }
  }

  /// Returns the keys of settings in order, without those of domain versions.
  private static func keys(of domains: [String: [String: SettingsValue]]) -> [SettingsKey] {
    domains.sorted { $0.key < $1.key }.flatMap { domain, values in
      values.keys.filter { $0 != SettingsMigration.versionKeyName }.sorted()
        .map { SettingsKey(domain: domain, name: $0) }
    }
  }

  private mutating func add(_ imported: SettingsValue, named name: String, to setting: any Setting) {
    var current: SettingsValue?
    var value = imported
    let outcome: SettingDifference.Outcome
    do throws(SettingsError) {
      guard let setting = setting as? any ImportableSetting else {
        current = setting.storedValue
        throw .notImportable(setting.settingsKey, type(of: setting))
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
    differences.append(
      SettingDifference(
        name: name, key: setting.settingsKey, oldValue: current, newValue: value, outcome: outcome,
        isSecret: setting.traits.contains(.secret)))
  }

  /// Returns the write that gives a setting an imported value.
  ///
  /// - Parameters:
  ///   - imported: The value in the document.
  ///   - setting: The setting.
  ///   - current: Set to the value in the store.
  /// - Returns: The write, or `nil` if the setting already has the value.
  /// - Throws: An error if the setting can't have the value.
  private func write(
    _ imported: SettingsValue, to setting: any ImportableSetting, over current: inout SettingsValue?
  ) throws(SettingsError) -> Write? {
    let (connection, live) = (setting.link.connection, setting.link.live)
    // First, because this can run a migration that changes the store.
    let mark = isDryRun ? nil : Result { () throws(SettingsError) in try connection.domainVersion?.mark() }
    var found: [SettingsKey: SettingsValue?] = [:]
    for key in [live.key] + connection.aliases { found.updateValue(connection.store.value(forKey: key), forKey: key) }
    let inspection = setting.inspect()
    current = inspection.importTarget
    if isSame(current, imported, in: connection, live) { return nil }
    let form: SettingsValue
    do throws(SettingsError) { form = try setting.importedForm(of: imported, over: current, in: format) } catch {
      throw error.code == .newerVersion ? error : error.inImport()
    }
    if isSame(current, form, in: connection, live) { return nil }
    if let current, setting.areEquivalent(current, form) { return nil }
    if let refusal = connection.refusal { throw refusal }
    if let error = connection.store.writeError(forKey: live.key) { throw error }
    try connection.domainVersion?.checkMigration()
    return Write(link: setting.link, value: form, found: found, mark: try mark?.get() ?? nil)
  }

  private func isSame(
    _ left: SettingsValue?, _ right: SettingsValue, in connection: any SettingConnection, _ live: LiveValue
  ) -> Bool {
    format.isSame(left, right) || connection.isSame(left, right, of: live)
  }
}

extension [ImportPlan.Write] {
  /// Writes all values in one batch.
  ///
  /// - Returns: `false` if a store has changed in the meantime; nothing is written then.
  /// - Throws: An error of a store. Unless its code is ``SettingsError/Code/notSaved``, nothing is changed.
  func commit() throws(SettingsError) -> Bool {
    var batch = SettingsBatch()
    for write in self { write.add(to: &batch) }
    do {
      guard try SettingsChange.Origin.$batchOrigin.withValue(.import, operation: { try batch.write() }) else {
        for write in self where write.mark != nil { write.link.connection.domainVersion?.invalidateMark() }
        return false
      }
    } catch  where SettingsError.isUnsavedChange(error) {
      didCommit()
      throw .importFailed(error)
    } catch {
      throw .importFailed(error)
    }
    didCommit()
    return true
  }

  private func didCommit() {
    for write in self {
      if write.mark != nil { write.link.connection.domainVersion?.confirmMark() }
      write.link.connection.didWrite(write.value, to: write.link.live)
    }
  }
}

extension ImportPlan.Write {
  fileprivate func add(to batch: inout SettingsBatch) {
    let connection = link.connection
    batch.change(link.live.key, to: value, in: connection.store)
    for (key, value) in found { batch.expect(value, forKey: key, in: connection.store) }
    guard let mark, let version = connection.domainVersion else { return }
    batch.change(mark.key, to: mark.value, in: version.store)
    batch.expect(mark.found, forKey: mark.key, in: version.store)
  }
}

extension SettingInspection {
  /// The value in the writable layer: that of the user, without the decisions of other layers.
  var ownValue: SettingsValue? { layers.first { $0.isWritable }?.value }

  /// The value that an import replaces: that of the writable layer or, if that layer has no effect, the effective one.
  fileprivate var importTarget: SettingsValue? {
    guard !isLocked, layers.contains(where: { $0.isWritable }) else {
      return storedValue
    }
    return ownValue
  }
}
