#if canImport(SwiftUI)
  public import SwiftUI

  /// A form with a row for each setting of a group.
  ///
  /// ```swift
  /// SettingsForm(settings)
  /// ```
  ///
  /// Settings stand in sections by their attribute ``SettingsAttributes/section``, in the order in which the sections
  /// first appear; those of a nested group that name none stand in a section with the name of the group. A row is a
  /// ``SettingRow``, or a view of your own for some settings or all:
  ///
  /// ```swift
  /// SettingsForm(settings) { setting in
  ///   if setting === settings.$volume {
  ///     Slider(value: settings.$volume, in: 0...1)
  ///   } else {
  ///     SettingRow(setting)
  ///   }
  /// }
  /// ```
  public struct SettingsForm<Row: View>: View {
    private let sections: [FormSection]
    private let row: (any Setting) -> Row

    /// Makes a form with rows of your own.
    ///
    /// - Parameters:
    ///   - settings: The group.
    ///   - traits: What a setting must not have to be shown.
    ///   - row: The row of a setting.
    public init(
      _ settings: some SettingsGroup, excludingTraits traits: SettingsTrait = [],
      @ViewBuilder row: @escaping (any Setting) -> Row
    ) {
      sections = FormSection.sections(of: settings, excludingTraits: traits)
      self.row = row
    }

    /// The form.
    public var body: some View {
      Form {
        ForEach(sections) { section in
          Section {
            ForEach(section.entries) { entry in row(entry.setting) }
          } header: {
            if let title = section.title { Text(LocalizedStringKey(title)) }
          }
        }
      }
    }
  }

  extension SettingsForm where Row == SettingRow {
    /// Makes a form.
    ///
    /// - Parameters:
    ///   - settings: The group.
    ///   - traits: What a setting must not have to be shown.
    public init(_ settings: some SettingsGroup, excludingTraits traits: SettingsTrait = []) {
      self.init(settings, excludingTraits: traits) { SettingRow($0) }
    }
  }
#endif
