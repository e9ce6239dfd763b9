#if canImport(SwiftUI)
  public import Foundation
  public import SwiftUI

  extension TextField {
    /// Creates a text field for a setting, with a custom label.
    ///
    /// - Parameters:
    ///   - setting: The setting to edit.
    ///   - prompt: The placeholder of the empty field.
    ///   - label: The label of the field.
    public init(text setting: SettingRecord<String>, prompt: Text? = nil, @ViewBuilder label: () -> Label) {
      self.init(text: setting.binding, prompt: prompt, label: label)
    }
  }

  extension TextField where Label == Text {
    /// Creates a text field for a setting.
    ///
    /// ```swift
    /// TextField("Name", text: settings.$name)
    /// ```
    ///
    /// - Parameters:
    ///   - titleKey: The key of the field's localized title.
    ///   - setting: The setting to edit.
    public init(_ titleKey: LocalizedStringKey, text setting: SettingRecord<String>) {
      self.init(titleKey, text: setting.binding)
    }

    /// Creates a text field for a setting, with a nonlocalized title.
    ///
    /// - Parameters:
    ///   - title: The title, which isn't localized.
    ///   - setting: The setting to edit.
    @_disfavoredOverload
    public init(_ title: some StringProtocol, text setting: SettingRecord<String>) {
      self.init(title, text: setting.binding)
    }

    /// Creates a text field for a setting, with the setting's title.
    ///
    /// - Parameter setting: The setting to edit.
    public init(text setting: SettingRecord<String>) { self.init(setting.titleKey, text: setting.binding) }
  }

  extension TextField where Label == Text {
    /// Creates a text field that formats a setting's value.
    ///
    /// ```swift
    /// TextField("Length", value: settings.$sessionLength, format: .number)
    /// ```
    ///
    /// - Parameters:
    ///   - titleKey: The key of the field's localized title.
    ///   - setting: The setting to edit.
    ///   - format: The format of the value. Text that it can't parse leaves the setting unchanged.
    ///   - prompt: The placeholder of the empty field.
    public init<Format: ParseableFormatStyle>(
      _ titleKey: LocalizedStringKey, value setting: SettingRecord<Format.FormatInput>, format: Format,
      prompt: Text? = nil
    ) where Format.FormatOutput == String {
      self.init(titleKey, value: setting.binding, format: format, prompt: prompt)
    }

    /// Creates a text field that formats a setting's value, with a nonlocalized title.
    ///
    /// - Parameters:
    ///   - title: The title, which isn't localized.
    ///   - setting: The setting to edit.
    ///   - format: The format of the value. Text that it can't parse leaves the setting unchanged.
    ///   - prompt: The placeholder of the empty field.
    @_disfavoredOverload
    public init<Format: ParseableFormatStyle>(
      _ title: some StringProtocol, value setting: SettingRecord<Format.FormatInput>, format: Format,
      prompt: Text? = nil
    ) where Format.FormatOutput == String {
      self.init(title, value: setting.binding, format: format, prompt: prompt)
    }

    /// Creates a text field that formats a setting's value, with the setting's title.
    ///
    /// - Parameters:
    ///   - setting: The setting to edit.
    ///   - format: The format of the value. Text that it can't parse leaves the setting unchanged.
    ///   - prompt: The placeholder of the empty field.
    public init<Format: ParseableFormatStyle>(
      value setting: SettingRecord<Format.FormatInput>, format: Format, prompt: Text? = nil
    ) where Format.FormatOutput == String {
      self.init(setting.titleKey, value: setting.binding, format: format, prompt: prompt)
    }
  }
#endif
