#if canImport(SwiftUI)
  public import SwiftUI

  extension Toggle {
    /// Makes a toggle for a setting, with a label of your own.
    ///
    /// - Parameters:
    ///   - setting: The setting that the toggle switches.
    ///   - label: What the toggle is for.
    public init(isOn setting: SettingRecord<Bool>, @ViewBuilder label: () -> Label) {
      self.init(isOn: setting.binding, label: label)
    }
  }

  extension Toggle where Label == Text {
    /// Makes a toggle for a setting.
    ///
    /// ```swift
    /// Toggle("Sound", isOn: settings.$soundEnabled)
    /// ```
    ///
    /// - Parameters:
    ///   - titleKey: The key of the toggle's localized title.
    ///   - setting: The setting that the toggle switches.
    public init(_ titleKey: LocalizedStringKey, isOn setting: SettingRecord<Bool>) {
      self.init(titleKey, isOn: setting.binding)
    }

    /// Makes a toggle for a setting, with a title that is shown as it is.
    ///
    /// - Parameters:
    ///   - title: The title.
    ///   - setting: The setting that the toggle switches.
    @_disfavoredOverload
    public init(_ title: some StringProtocol, isOn setting: SettingRecord<Bool>) {
      self.init(title, isOn: setting.binding)
    }

    /// Makes a toggle for a setting, with the setting's title.
    ///
    /// - Parameter setting: The setting that the toggle switches.
    public init(isOn setting: SettingRecord<Bool>) { self.init(setting.titleKey, isOn: setting.binding) }
  }
#endif
