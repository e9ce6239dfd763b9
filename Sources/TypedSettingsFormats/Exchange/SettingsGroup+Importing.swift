public import TypedSettingsCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension SettingsGroup {
  /// Returns the effect that importing a document would have on each setting in it, without writing anything.
  ///
  /// - Parameter document: A document from ``export(_:withTraits:excludingTraits:)``, in any of its formats.
  /// - Returns: The settings in the document, in declaration order, followed by undeclared ones. A setting that several
  ///   groups declare in one store is listed once.
  /// - Throws: ``SettingsError`` if the document can't be read. The code is ``SettingsError/Code/malformed`` or the
  ///   code of a limit, ``SettingsError/Code/newerVersion`` if the format or the values are newer than the program, or
  ///   ``SettingsError/Code/migrationFailed`` if older values can't be migrated.
  public nonisolated func diff(importing document: Data) throws(SettingsError) -> [SettingDifference] {
    try ImportPlan(of: document, for: self, isDryRun: true).differences
  }

  /// Sets the settings to the values in a document; by default all of them or none.
  ///
  /// Settings that aren't in the document keep their values. Each store receives one batch, and observers are notified
  /// once for each setting that changes. If a later store fails, the earlier ones are restored, and observers are
  /// notified of that too.
  ///
  /// With ``SettingsError/Code/notSaved``, the values are in effect but not persisted yet. After any other error,
  /// nothing is changed.
  ///
  /// ```swift
  /// let report = try settings.import(settings.export())
  /// print(report)
  /// ```
  ///
  /// - Parameters:
  ///   - document: A document from ``export(_:withTraits:excludingTraits:)``, in any of its formats.
  ///   - refused: Whether to throw if a setting can't have its value, or to skip such settings.
  /// - Returns: The outcome for each setting in the document.
  /// - Throws: Any error thrown by ``diff(importing:)`` or by a store, ``SettingsError/Code/importRefused`` if a
  ///   setting can't have its value or the values break a ``SettingsRule``, or
  ///   ``SettingsError/Code/storeUnavailable`` if other writers change the values during each of 100 attempts.
  @discardableResult
  public nonisolated func `import`(
    _ document: Data, refused: SettingsImportReport.RefusalPolicy = .fail
  ) throws(SettingsError) -> SettingsImportReport {
    // The number of attempts is limited, because a writer that never pauses would keep this loop from ending.
    for _ in Contention.attempts.prefix(100) {
      let plan = try ImportPlan(of: document, for: self, isDryRun: false)
      if refused == .fail, let refusal = plan.refusal { throw refusal }
      if try plan.commit() { return SettingsImportReport(differences: plan.differences) }
    }
    throw .contendedStore
  }
}

extension SettingsImportReport {
  /// The behavior of an import when a setting can't have its value in the document.
  public enum RefusalPolicy: Hashable, Sendable {
    /// Throws ``SettingsError/Code/importRefused`` and changes nothing.
    case fail
    /// Skips the refused settings, and sets all other settings or none.
    ///
    /// ``SettingsImportReport/refused`` lists the skipped settings.
    case skip
  }
}

/// The outcome of an import for each setting in the document.
public struct SettingsImportReport: Sendable {
  /// The outcomes in declaration order, followed by undeclared settings.
  public let differences: [SettingDifference]

  /// The settings whose values changed.
  public var changed: [SettingDifference] {
    differences.filter { if case .change = $0.outcome { true } else { false } }
  }

  /// The settings that already had their values.
  public var equal: [SettingDifference] {
    differences.filter { if case .equal = $0.outcome { true } else { false } }
  }

  /// The settings that can't have their values and were skipped, as ``RefusalPolicy/skip`` requests.
  public var refused: [SettingDifference] {
    differences.filter { if case .refused = $0.outcome { true } else { false } }
  }

  /// The keys in the document without a declared setting; their values were skipped.
  public var notDeclared: [SettingsKey] {
    differences.filter { if case .notDeclared = $0.outcome { true } else { false } }.map(\.key)
  }
}

extension SettingsImportReport: CustomStringConvertible {
  /// The number of settings for each outcome, and a line for each setting in the document; secret values are omitted.
  public var description: String {
    var head = "\(changed.count) changed, \(equal.count) equal, \(notDeclared.count) not declared"
    if !refused.isEmpty { head += ", \(refused.count) refused" }
    return ([head] + differences.map(\.description)).joined(separator: "\n")
  }
}
