#if canImport(SwiftUI)
  public import SwiftUI

  extension SecureField {
    /// Makes a secure field for a setting, with a label of your own.
    ///
    /// - Parameters:
    ///   - setting: The setting that the field edits.
    ///   - prompt: What the field shows while it is empty.
    ///   - label: What the field is for.
    public init(text setting: SettingRecord<String>, prompt: Text? = nil, @ViewBuilder label: () -> Label) {
      self.init(text: setting.binding, prompt: prompt, label: label)
    }
  }

  extension SecureField where Label == Text {
    /// Makes a secure field for a setting.
    ///
    /// ```swift
    /// SecureField("Token", text: settings.$token)
    /// ```
    ///
    /// - Parameters:
    ///   - titleKey: The key of the field's localized title.
    ///   - setting: The setting that the field edits.
    public init(_ titleKey: LocalizedStringKey, text setting: SettingRecord<String>) {
      self.init(titleKey, text: setting.binding)
    }

    /// Makes a secure field for a setting, with a title that is shown as it is.
    ///
    /// - Parameters:
    ///   - title: The title.
    ///   - setting: The setting that the field edits.
    @_disfavoredOverload
    public init(_ title: some StringProtocol, text setting: SettingRecord<String>) {
      self.init(title, text: setting.binding)
    }

    /// Makes a secure field for a setting, with the setting's title.
    ///
    /// - Parameter setting: The setting that the field edits.
    public init(text setting: SettingRecord<String>) { self.init(setting.titleKey, text: setting.binding) }
  }
#endif
