#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension SettingsGroup {
  /// The settings that are set, nested groups included, as a document that ``import(_:refused:)`` reads.
  ///
  /// A setting that has its default because nothing is stored is left out, and so is every ``SettingsTrait/secret`` and
  /// ``SettingsTrait/transient`` one.
  /// A stored value that the setting itself can't use, because it's of another type or breaks a rule, is left out and
  /// reported to ``SettingsDiagnostics``, so that every document can be imported.
  /// Of a store that has layers, what the layer that takes writes holds is exported. A domain that has a version takes it
  /// along.
  ///
  /// ```swift
  /// let data = try settings.export()
  /// ```
  ///
  /// - Parameters:
  ///   - format: The format of the document.
  ///   - traits: What a setting must have to be exported.
  ///   - excluded: What a setting must not have to be exported.
  /// - Returns: The document. The same settings give the same bytes.
  /// - Throws: ``SettingsError`` with ``SettingsError/Code/unencodable`` where the format cannot hold a value, or that of a
  ///   limit.
  public nonisolated func export(
    _ format: SettingsExportFormat = .json, withTraits traits: SettingsTrait = [],
    excludingTraits excluded: SettingsTrait = []
  ) throws(SettingsError) -> Data {
    var document = ExportDocument(format.document)
    var versions: [String: [VersionedContents]] = [:]
    for (_, setting) in allSettings where setting.traits.isDisjoint(with: [.secret, .transient]) {
      guard setting.traits.isSuperset(of: traits), setting.traits.isDisjoint(with: excluded) else { continue }
      let key = setting.settingsKey
      guard document[key] == nil, let value = setting.inspect().ownValue else { continue }
      if let refusal = (setting as? any ImportableSetting)?.refusal(ofExported: value, in: document.format) {
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

/// The format of exported settings.
public enum SettingsExportFormat: Hashable, Sendable {
  /// JSON, as RFC 8259 has it, laid out for people.
  case json
  /// A property list.
  case propertyList(FileSettingsStore.Format.PropertyListForm)

  var document: DocumentFormat {
    switch self {
    case .json: .json
    case .propertyList(.xml): .xmlPropertyList
    case .propertyList(.binary): .binaryPropertyList
    }
  }
}

extension ImportableSetting {
  /// Why a stored value doesn't belong into a document, or `nil` if the setting itself could import it.
  ///
  /// What a newer version of the program stored is exported as it is, since that version reads the document.
  func refusal(ofExported value: SettingsValue, in format: DocumentFormat) -> SettingsError? {
    if link.connection.holdsNewerVersion { return nil }
    do throws(SettingsError) { _ = try importedForm(of: value, over: nil, in: format) } catch {
      return error.replacing(advice: "the setting is left out of the export; assign it or reset it")
    }
    return nil
  }
}
