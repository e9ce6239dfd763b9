public import TypedSettingsCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension SettingsGroup {
  /// Returns a document of all stored settings, including nested groups, for ``import(_:refused:)``.
  ///
  /// ```swift
  /// let data = try settings.export()
  /// ```
  ///
  /// The document doesn't include settings without a stored value, nor ``SettingsTrait/secret`` and
  /// ``SettingsTrait/transient`` settings. A stored value that its setting can't use, because it has another type or
  /// breaks a rule, is skipped and reported to ``SettingsDiagnostics``. Every value can therefore be imported. Rules
  /// about several settings are checked by the import. A key that several settings have is secret if one of them is.
  ///
  /// For a store with layers, the document contains the values of the writable layer. If a domain has a version, the
  /// document includes it.
  ///
  /// - Parameters:
  ///   - format: The format of the document; `automatic` is JSON.
  ///   - traits: Traits that an exported setting must have.
  ///   - excluded: Traits that an exported setting must not have.
  /// - Returns: The document. The same settings always produce the same bytes.
  /// - Throws: ``SettingsError`` with ``SettingsError/Code/unencodable`` if the format can't represent a value, with
  ///   ``SettingsError/Code/migrationFailed`` if the values of a domain are of different versions or couldn't be
  ///   migrated, or for a document beyond the limits.
  public nonisolated func export(
    _ format: SettingsDocumentFormat = .json, withTraits traits: SettingsTrait = [],
    excludingTraits excluded: SettingsTrait = []
  ) throws(SettingsError) -> Data {
    var document = ExportDocument(format.resolved(for: "", holding: nil))
    var versions: [String: [VersionedContents]] = [:]
    let settings = allSettings.map(\.setting)
    let secretKeys = settings.secretKeys
    for setting in settings where setting.traits.isDisjoint(with: [.secret, .transient]) {
      guard setting.traits.isSuperset(of: traits), setting.traits.isDisjoint(with: excluded) else { continue }
      let key = setting.key
      guard secretKeys.isDisjoint(with: setting.allKeys), document[key] == nil,
        let value = setting.inspect().exportedValue
      else { continue }
      if let refusal = (setting as? any LinkedSetting)?.refusal(ofExported: value, in: document.format) {
        SettingsDiagnostics.report(refusal)
        continue
      }
      try document.insert(value, forKey: key)
      versions[key.domain, default: []].append(VersionedContents(of: setting))
    }
    for contents in versions.values {
      guard let mark = try VersionedContents.mark(of: contents) else { continue }
      try document.insert(mark.value, forKey: mark.key)
    }
    return try document.data()
  }
}

extension [any Setting] {
  /// The keys of secret settings, including their older names, which other settings can have too.
  fileprivate var secretKeys: Set<SettingsKey> {
    Set(filter { $0.traits.contains(.secret) }.flatMap { $0.allKeys })
  }
}

extension Setting {
  /// The key and the older names, under any of which the value can be stored.
  fileprivate var allKeys: [SettingsKey] { [key] + ((self as? any LinkedSetting)?.link.aliases ?? []) }
}

extension LinkedSetting {
  /// Returns the reason to skip a stored value in an export, or `nil` if the setting itself can import the value.
  ///
  /// A value stored by a newer version of the program is exported unchanged, because that version can read the
  /// document.
  fileprivate func refusal(ofExported value: SettingsValue, in format: DocumentFormat) -> SettingsError? {
    if link.version?.isOlderThanValues ?? false { return nil }
    do throws(SettingsError) { _ = try importedForm(of: value, over: nil, in: format) } catch {
      return error.replacing(advice: "the setting is left out of the export; assign it or reset it")
    }
    return nil
  }
}
