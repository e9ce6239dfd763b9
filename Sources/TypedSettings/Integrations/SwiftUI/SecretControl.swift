#if canImport(SwiftUI)
  internal import SwiftUI

  /// The control of a secret setting, which shows no value.
  struct SecretControl: View {
    let setting: any Setting

    var body: some View {
      if let setting = setting as? SettingRecord<String> {
        LabeledField(setting: setting) { SecureField(setting.titleKey, text: setting.binding) }
      } else {
        SettingText(setting: setting, text: SettingsTrait.hiddenValue)
      }
    }
  }
#endif
