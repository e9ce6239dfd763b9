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
