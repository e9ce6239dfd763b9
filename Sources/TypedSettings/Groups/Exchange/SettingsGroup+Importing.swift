#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension SettingsGroup {
  /// What importing a document would do to each setting in it; nothing is written.
  ///
  /// - Parameter document: What ``export(_:withTraits:excludingTraits:)`` has made, in any of its formats.
  /// - Returns: The settings in the document, in the order of their declarations; those that are not declared come last.
  /// - Throws: ``SettingsError`` where the document cannot be read: with ``SettingsError/Code/malformed`` or that of a
  ///   limit, with ``SettingsError/Code/newerVersion`` where its format or its values are newer than the program, with
  ///   ``SettingsError/Code/migrationFailed`` where its values are older and could not be migrated.
  public nonisolated func diff(importing document: Data) throws(SettingsError) -> [SettingDifference] {
    try ImportPlan(of: document, for: allSettings, isDryRun: true).differences
  }

  /// Sets the settings to the values in a document: by default all of them, or none.
  ///
  /// Settings that are not in the document keep their values. Each store gets one batch, and observers hear of each
  /// setting that changes once. If a later store fails, the earlier ones get back what they had, and observers hear of
  /// that too.
  ///
  /// ```swift
  /// let report = try settings.import(settings.export())
  /// print(report)
  /// ```
  ///
  /// - Parameters:
  ///   - document: What ``export(_:withTraits:excludingTraits:)`` has made, in any of its formats.
  ///   - refused: What to do if a setting can't have its value: throw and change nothing, or leave such settings out.
  /// - Returns: What has become of each setting in the document.
  /// - Throws: ``SettingsError``: what ``diff(importing:)`` throws, ``SettingsError/Code/importRefused`` where a setting
  ///   cannot have its value, or what a store throws. Then nothing was changed; only ``SettingsError/Code/notSaved``
  ///   tells of values that are in place, and not yet where they are to be kept.
  @discardableResult
  public nonisolated func `import`(
    _ document: Data, refused: SettingsImportRefusals = .fail
  ) throws(SettingsError) -> SettingsImportReport {
    let settings = allSettings
    // Whoever changes settings all the time would keep this from ending.
    for _ in 0..<100 {
      let plan = try ImportPlan(of: document, for: settings, isDryRun: false)
      if refused == .fail, let refusal = plan.refusal { throw refusal }
      if try plan.writes.commit() { return SettingsImportReport(differences: plan.differences) }
    }
    throw .restlessStore
  }
}

/// What an import does if a setting can't have its value in the document.
public enum SettingsImportRefusals: Hashable, Sendable {
  /// Throws ``SettingsError/Code/importRefused`` and changes nothing.
  case fail
  /// Leaves out the refused settings, and sets the others: all of them, or none.
  ///
  /// ``SettingsImportReport/refused`` lists the settings that were left out.
  case skip
}

/// What has become of each setting of a document that was imported.
public struct SettingsImportReport: Sendable {
  /// What has become of each setting, in the order of the declarations; those that are not declared come last.
  public let differences: [SettingDifference]

  /// The settings that have got another value.
  public var changed: [SettingDifference] {
    differences.filter { if case .change = $0.outcome { true } else { false } }
  }

  /// The settings that had the value already.
  public var equal: [SettingDifference] {
    differences.filter { if case .equal = $0.outcome { true } else { false } }
  }

  /// The settings that couldn't have their values, and were left out as ``SettingsImportRefusals/skip`` asks for.
  public var refused: [SettingDifference] {
    differences.filter { if case .refused = $0.outcome { true } else { false } }
  }

  /// The keys in the document that no setting is declared for; their values were left out.
  public var notDeclared: [SettingsKey] {
    differences.filter { if case .notDeclared = $0.outcome { true } else { false } }.map(\.key)
  }
}

extension SettingsImportReport: CustomStringConvertible {
  /// How many settings were changed, and a line for each in the document; secret values are left out.
  public var description: String {
    var head = "\(changed.count) changed, \(equal.count) equal, \(notDeclared.count) not declared"
    if !refused.isEmpty { head += ", \(refused.count) refused" }
    return ([head] + differences.map(\.description)).joined(separator: "\n")
  }
}
