#if canImport(SwiftUI)
  public import SwiftUI

  /// The row of a setting in a form: a control for its type, its documentation, and a button that resets it.
  ///
  /// Boolean values have a toggle, numbers and text a field, and enumerations that are `CaseIterable` and `Hashable` a
  /// picker; values of other types are shown read-only. Secret text has a secure field, and other secret values are
  /// hidden. The row is disabled if ``Setting/isLocked`` is `true`. Its title is the attribute
  /// ``SettingsAttributes/title``, or else the words of the property's name. The title and the documentation are
  /// localized with the app's strings.
  public struct SettingRow: View {
    private let setting: any Setting

    /// Creates a row.
    ///
    /// - Parameter setting: The setting.
    public init(_ setting: any Setting) { self.setting = setting }

    /// The content of the row.
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

  /// The indication that a setting is set, with a button that resets it.
  private struct ModifiedBadge: View {
    let setting: any Setting

    var body: some View {
      HStack {
        Text("Modified").foregroundStyle(.secondary)
        Button("Reset") { setting.reset() }
          // With any other style, the whole row becomes a button if the form is a list.
          .buttonStyle(.borderless)
          .accessibilityHint(Text(setting.titleKey))
      }
      .font(.footnote)
    }
  }
#endif
