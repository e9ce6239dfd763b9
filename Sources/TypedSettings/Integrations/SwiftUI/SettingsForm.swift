#if canImport(SwiftUI)
  public import SwiftUI

  /// A form with a row for each setting of a group.
  ///
  /// ```swift
  /// SettingsForm(settings)
  /// ```
  ///
  /// Settings are grouped into sections by their attribute ``SettingsAttributes/section``, in the order in which the
  /// sections first appear. Settings of a nested group without that attribute are in a section named after the group.
  /// Each row is a ``SettingRow``; you can provide custom views for some settings or all:
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

    /// Creates a form with custom rows.
    ///
    /// - Parameters:
    ///   - settings: The group.
    ///   - traits: The traits that exclude a setting.
    ///   - row: A function that returns the row of a setting.
    public init(
      _ settings: some SettingsGroup, excludingTraits traits: SettingsTrait = [],
      @ViewBuilder row: @escaping (any Setting) -> Row
    ) {
      sections = FormSection.sections(of: settings, excludingTraits: traits)
      self.row = row
    }

    /// The content of the form.
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
    /// Creates a form.
    ///
    /// - Parameters:
    ///   - settings: The group.
    ///   - traits: The traits that exclude a setting.
    public init(_ settings: some SettingsGroup, excludingTraits traits: SettingsTrait = []) {
      self.init(settings, excludingTraits: traits) { SettingRow($0) }
    }
  }
#endif
