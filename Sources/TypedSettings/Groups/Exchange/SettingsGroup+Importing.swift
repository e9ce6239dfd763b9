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
