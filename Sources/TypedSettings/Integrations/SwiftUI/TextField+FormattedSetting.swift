#if canImport(SwiftUI)
  public import Foundation
  public import SwiftUI

  extension TextField where Label == Text {
    /// Makes a text field for a setting that is no text.
    ///
    /// ```swift
    /// TextField("Length", value: settings.$sessionLength, format: .number)
    /// ```
    ///
    /// - Parameters:
    ///   - titleKey: The key of the field's localized title.
    ///   - setting: The setting that the field edits.
    ///   - format: How the value is written. Text that it cannot read leaves the setting as it is.
    ///   - prompt: What the field shows while it is empty.
    public init<Format: ParseableFormatStyle>(
      _ titleKey: LocalizedStringKey, value setting: SettingRecord<Format.FormatInput>, format: Format,
      prompt: Text? = nil
    ) where Format.FormatOutput == String {
      self.init(titleKey, value: setting.binding, format: format, prompt: prompt)
    }

    /// Makes a text field for a setting that is no text, with a title that is shown as it is.
    ///
    /// - Parameters:
    ///   - title: The title.
    ///   - setting: The setting that the field edits.
    ///   - format: How the value is written. Text that it cannot read leaves the setting as it is.
    ///   - prompt: What the field shows while it is empty.
    @_disfavoredOverload
    public init<Format: ParseableFormatStyle>(
      _ title: some StringProtocol, value setting: SettingRecord<Format.FormatInput>, format: Format,
      prompt: Text? = nil
    ) where Format.FormatOutput == String {
      self.init(title, value: setting.binding, format: format, prompt: prompt)
    }

    /// Makes a text field for a setting that is no text, with the setting's title.
    ///
    /// - Parameters:
    ///   - setting: The setting that the field edits.
    ///   - format: How the value is written. Text that it cannot read leaves the setting as it is.
    ///   - prompt: What the field shows while it is empty.
    public init<Format: ParseableFormatStyle>(
      value setting: SettingRecord<Format.FormatInput>, format: Format, prompt: Text? = nil
    ) where Format.FormatOutput == String {
      self.init(setting.titleKey, value: setting.binding, format: format, prompt: prompt)
    }
  }
#endif
