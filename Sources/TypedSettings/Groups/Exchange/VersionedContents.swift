/// The version that a store has written down for the domain of a setting.
struct VersionedContents {
  private let key: SettingsKey
  private let mark: SettingsValue?
  private let version: DomainVersion?

  init(of setting: any Setting) {
    key = SettingsMigration.versionKey(inDomain: setting.domain)
    let connection = (setting as? any ImportableSetting)?.link.connection
    mark = (connection?.versionedStore ?? setting.store).value(forKey: key)
    version = connection?.domainVersion
  }

  /// The version of a domain whose settings may be in several stores; `nil` if none has one.
  ///
  /// A store without one has values that are good for the version, unless they could not be migrated.
  ///
  /// - Throws: ``SettingsError`` with ``SettingsError/Code/migrationFailed`` if the values are of different versions.
  static func mark(
    of contents: [VersionedContents]
  ) throws(SettingsError) -> (key: SettingsKey, value: SettingsValue)? {
    guard let first = contents.first(where: { $0.mark != nil }), let mark = first.mark else { return nil }
    for other in contents where other.mark != mark {
      try other.version?.refuseIfFailed()
      if other.mark != nil { throw .differentVersions(first.key) }
    }
    return (first.key, mark)
  }
}
