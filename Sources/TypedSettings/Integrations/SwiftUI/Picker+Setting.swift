#if canImport(SwiftUI)
  public import SwiftUI

  extension Picker where SelectionValue: Sendable {
    /// Makes a picker for a setting, with a label of your own.
    ///
    /// - Parameters:
    ///   - setting: The setting whose value is picked.
    ///   - content: The options, each with the value as its tag.
    ///   - label: What the picker is for.
    public init(
      selection setting: SettingRecord<SelectionValue>, @ViewBuilder content: () -> Content,
      @ViewBuilder label: () -> Label
    ) {
      self.init(selection: setting.binding, content: content, label: label)
    }
  }

  extension Picker where Label == Text, SelectionValue: Sendable {
    /// Makes a picker for a setting.
    ///
    /// ```swift
    /// Picker("Theme", selection: settings.$theme) {
    ///   Text("Light").tag(Theme.light)
    ///   Text("Dark").tag(Theme.dark)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - titleKey: The key of the picker's localized title.
    ///   - setting: The setting whose value is picked.
    ///   - content: The options, each with the value as its tag.
    public init(
      _ titleKey: LocalizedStringKey, selection setting: SettingRecord<SelectionValue>,
      @ViewBuilder content: () -> Content
    ) {
      self.init(titleKey, selection: setting.binding, content: content)
    }

    /// Makes a picker for a setting, with a title that is shown as it is.
    ///
    /// - Parameters:
    ///   - title: The title.
    ///   - setting: The setting whose value is picked.
    ///   - content: The options, each with the value as its tag.
    @_disfavoredOverload
    public init(
      _ title: some StringProtocol, selection setting: SettingRecord<SelectionValue>,
      @ViewBuilder content: () -> Content
    ) {
      self.init(title, selection: setting.binding, content: content)
    }

    /// Makes a picker for a setting, with the setting's title.
    ///
    /// - Parameters:
    ///   - setting: The setting whose value is picked.
    ///   - content: The options, each with the value as its tag.
    public init(selection setting: SettingRecord<SelectionValue>, @ViewBuilder content: () -> Content) {
      self.init(setting.titleKey, selection: setting.binding, content: content)
    }
  }
#endif
