#if canImport(SwiftUI)
  public import SwiftUI

  /// The row of a setting in a form: a control that fits its type, what the setting is for, and a way back to the default.
  ///
  /// Truth values get a toggle, numbers and text a field, enumerations that are `CaseIterable` and `Hashable` a picker;
  /// values of other types are shown and cannot be edited. Secret text gets a field that hides it, other secret values
  /// are not shown. The row is disabled where ``Setting/isLocked``. It is titled by the attribute
  /// ``SettingsAttributes/title``, or else by the words of the property's name, and both that and the documentation are
  /// looked up in the app's strings.
  public struct SettingRow: View {
    private let setting: any Setting

    /// Makes a row.
    ///
    /// - Parameter setting: The setting.
    public init(_ setting: any Setting) { self.setting = setting }

    /// The row.
    public var body: some View {
      if let documentation = setting.documentation {
        row.help(Text(LocalizedStringKey(documentation)))
      } else {
        row
      }
    }

    private var row: some View {
      VStack(alignment: .leading) {
        SettingControl(setting: setting)
        if let summary = setting.documentationSummary {
          Text(LocalizedStringKey(summary)).font(.footnote).foregroundStyle(.secondary)
        }
        if setting.isSet { ModifiedBadge(setting: setting) }
      }
      .disabled(setting.isLocked)
    }
  }
#endif
