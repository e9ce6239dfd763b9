#if canImport(SwiftUI)
  public import SwiftUI

  extension Toggle {
    /// Creates a toggle for a setting, with a custom label.
    ///
    /// - Parameters:
    ///   - setting: The setting to toggle.
    ///   - label: The label of the toggle.
    public init(isOn setting: SettingRecord<Bool>, @ViewBuilder label: () -> Label) {
      self.init(isOn: setting.binding, label: label)
    }
  }

  extension Toggle where Label == Text {
    /// Creates a toggle for a setting.
    ///
    /// ```swift
    /// Toggle("Sound", isOn: settings.$soundEnabled)
    /// ```
    ///
    /// - Parameters:
    ///   - titleKey: The key of the toggle's localized title.
    ///   - setting: The setting to toggle.
    public init(_ titleKey: LocalizedStringKey, isOn setting: SettingRecord<Bool>) {
      self.init(titleKey, isOn: setting.binding)
    }

    /// Creates a toggle for a setting, with a nonlocalized title.
    ///
    /// - Parameters:
    ///   - title: The title, which isn't localized.
    ///   - setting: The setting to toggle.
    @_disfavoredOverload
    public init(_ title: some StringProtocol, isOn setting: SettingRecord<Bool>) {
      self.init(title, isOn: setting.binding)
    }

    /// Creates a toggle for a setting, with the setting's title.
    ///
    /// - Parameter setting: The setting to toggle.
    public init(isOn setting: SettingRecord<Bool>) { self.init(setting.titleKey, isOn: setting.binding) }
  }
#endif
