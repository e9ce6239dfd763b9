#if canImport(SwiftUI)
  public import SwiftUI

  extension Picker where SelectionValue: Sendable {
    /// Creates a picker for a setting, with a custom label.
    ///
    /// - Parameters:
    ///   - setting: The setting to change.
    ///   - content: The options, each tagged with its value.
    ///   - label: The label of the picker.
    public init(
      selection setting: SettingRecord<SelectionValue>, @ViewBuilder content: () -> Content,
      @ViewBuilder label: () -> Label
    ) {
      self.init(selection: setting.binding, content: content, label: label)
    }
  }

  extension Picker where Label == Text, SelectionValue: Sendable {
    /// Creates a picker for a setting.
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
    ///   - setting: The setting to change.
    ///   - content: The options, each tagged with its value.
    public init(
      _ titleKey: LocalizedStringKey, selection setting: SettingRecord<SelectionValue>,
      @ViewBuilder content: () -> Content
    ) {
      self.init(titleKey, selection: setting.binding, content: content)
    }

    /// Creates a picker for a setting, with a nonlocalized title.
    ///
    /// - Parameters:
    ///   - title: The title, which isn't localized.
    ///   - setting: The setting to change.
    ///   - content: The options, each tagged with its value.
    @_disfavoredOverload
    public init(
      _ title: some StringProtocol, selection setting: SettingRecord<SelectionValue>,
      @ViewBuilder content: () -> Content
    ) {
      self.init(title, selection: setting.binding, content: content)
    }

    /// Creates a picker for a setting, with the setting's title.
    ///
    /// - Parameters:
    ///   - setting: The setting to change.
    ///   - content: The options, each tagged with its value.
    public init(selection setting: SettingRecord<SelectionValue>, @ViewBuilder content: () -> Content) {
      self.init(setting.titleKey, selection: setting.binding, content: content)
    }
  }
#endif
