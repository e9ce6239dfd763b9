internal import TypedSettingsCore

// The versions of values in documents that are exported and imported.

/// The values of one domain in a document, and the version that the domain's declared settings require.
struct ImportedDomain {
  private let versionKey: SettingsKey
  private let version: DomainVersion?
  /// The stores that hold the domain's settings.
  private let stores: [any SettingsStore]

  /// Creates a domain with its declared settings.
  init(_ domain: String, for settings: [any Setting]) {
    versionKey = SettingsMigration.versionKey(inDomain: domain)
    stores = settings.map { ($0 as? any LinkedSetting)?.link.versionedStore ?? $0.store }
    version =
      settings.compactMap { ($0 as? any LinkedSetting)?.link.version }.max { $0.number < $1.number }
  }

  /// Returns the values, migrated to the required version.
  ///
  /// - Throws: ``SettingsError`` with ``SettingsError/Code/newerVersion`` or ``SettingsError/Code/migrationFailed``.
  func values(of document: [String: SettingsValue]) throws(SettingsError) -> [String: SettingsValue] {
    if let version {
      do throws(SettingsError) { return try version.migrated(document) } catch {
        throw error.code == .newerVersion ? .newerValues(versionKey) : .importNotMigrated(error)
      }
    }
    // A group without a version accepts values up to the version that another group of the domain recorded.
    if let mark = document[versionKey.name], !stores.isEmpty,
      !stores.contains(where: { Self.number(of: $0.value(forKey: versionKey)) >= Self.number(of: mark) })
    {
      throw .newerValues(versionKey)
    }
    return document
  }

  /// Returns a version as a number; an invalid version counts as newer than all others.
  private static func number(of mark: SettingsValue?) -> Int {
    guard let mark else { return 0 }
    return nilOnFailure { try Int(settingsValue: mark) } ?? .max
  }
}

/// The version that a store has recorded for the domain of a setting.
struct VersionedContents {
  private let key: SettingsKey
  private let mark: SettingsValue?
  private let version: DomainVersion?

  init(of setting: any Setting) {
    key = SettingsMigration.versionKey(inDomain: setting.domain)
    let link = (setting as? any LinkedSetting)?.link
    mark = (link?.versionedStore ?? setting.store).value(forKey: key)
    version = link?.version
  }

  /// Returns the version of a domain whose settings can be in several stores, or `nil` if no store has recorded one.
  ///
  /// A store without a recorded version has values of the current version, unless their migration failed.
  ///
  /// - Throws: ``SettingsError`` with ``SettingsError/Code/migrationFailed`` if the values are of different versions.
  static func mark(
    of contents: [VersionedContents]
  ) throws(SettingsError) -> (key: SettingsKey, value: SettingsValue)? {
    guard let first = contents.first(where: { $0.mark != nil }), let mark = first.mark else { return nil }
    for other in contents where other.mark != mark {
      try other.version?.checkMigration()
      if other.mark != nil { throw .differentVersions(first.key) }
    }
    return (first.key, mark)
  }
}
