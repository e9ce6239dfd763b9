#if canImport(SwiftUI)
  public import SwiftUI
  public import TypedSettingsCore

  /// A form with a row for each setting of a group.
  ///
  /// ```swift
  /// SettingsForm(settings)
  /// ```
  ///
  /// Settings are grouped into sections by their attribute ``SettingsAttributes/section``, in the order in which the
  /// sections first appear. Settings of a nested group without that attribute are in a section named after the group,
  /// and after the groups around it if several groups have that name. Each row is a ``SettingRow``; you can provide
  /// custom views for some settings or all:
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

  /// The row of a setting in a form: a control for its type, its documentation, and a button that resets it.
  ///
  /// The row has a control for each type: a toggle, a field, a picker, a color or date picker, a list that elements are
  /// added to and removed from, or a group of controls for the properties of a structure. A value that can't be
  /// described is edited as JSON. A value that the setting refuses isn't saved, but it stays in the control with the
  /// reason below, until you correct it or the setting changes elsewhere.
  ///
  /// Secret text has a secure field. Other secret values aren't shown, and can be replaced. If the setting can't be
  /// changed, the row is disabled and has the reason. Its title is the attribute ``SettingsAttributes/title``, or else
  /// the words of the property's name. The title and the documentation are localized with the app's strings.
  public struct SettingRow: View {
    private let setting: any Setting
    @State private var draft = FormDraft()

    /// Creates a row.
    ///
    /// - Parameter setting: The setting.
    public init(_ setting: any Setting) { self.setting = setting }

    /// The content of the row.
    public var body: some View {
      if let documentation = setting.documentation {
        row(of: FormItem(setting)).help(Text(LocalizedStringKey(documentation)))
      } else {
        row(of: FormItem(setting))
      }
    }

    private func row(of item: FormItem) -> some View {
      VStack(alignment: .leading) {
        SettingControl(item: item, value: draft.value(of: item)) { change in draft.edit(setting, change) }
        if let reason = draft.reason(for: item) { Refusal(text: reason) }
        if let notice = item.notice { Note(text: Text(verbatim: notice)) }
        if let lock = item.lock { Note(text: Text(verbatim: lock)) }
        if let summary = setting.documentationSummary { Note(text: Text(LocalizedStringKey(summary))) }
        ForEach(item.notes, id: \.self) { note in Note(text: Text(verbatim: note)) }
        if item.isModified { ModifiedBadge(setting: setting) { draft.reset(setting) } }
      }
      .disabled(item.lock != nil)
      .onChange(of: item.value) { _, value in draft.settingDidChange(to: value) }
    }
  }

  /// A text below a control.
  private struct Note: View {
    let text: Text

    var body: some View { text.font(.footnote).foregroundStyle(.secondary) }
  }

  /// The indication that a setting is set, with a button that resets it.
  private struct ModifiedBadge: View {
    let setting: any Setting
    let reset: @MainActor () -> Void

    var body: some View {
      HStack {
        Text("Modified").foregroundStyle(.secondary)
        Button("Reset") { reset() }
          // With any other style, the whole row becomes a button if the form is a list.
          .buttonStyle(.borderless)
          .accessibilityHint(Text(setting.titleKey))
      }
      .font(.footnote)
    }
  }
#endif
