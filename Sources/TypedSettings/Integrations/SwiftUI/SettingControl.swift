#if canImport(SwiftUI)
  internal import Foundation
  internal import SwiftUI

  /// The control that fits the type of a setting.
  struct SettingControl: View {
    let setting: any Setting

    var body: some View {
      if setting.traits.contains(.secret) {
        SecretControl(setting: setting)
      } else if let setting = setting as? SettingRecord<Bool> {
        Toggle(isOn: setting)
      } else if let setting = setting as? SettingRecord<Int> {
        LabeledField(setting: setting) { TextField(value: setting, format: .number) }
      } else if let setting = setting as? SettingRecord<Double> {
        LabeledField(setting: setting) { TextField(value: setting, format: .number) }
      } else if let setting = setting as? SettingRecord<String> {
        LabeledField(setting: setting) { TextField(text: setting) }
      } else if let setting = setting as? any EnumeratedSetting {
        picker(of: setting)
      } else {
        SettingText(setting: setting, text: setting.encodedValue?.description ?? "")
      }
    }

    private func picker(of setting: some EnumeratedSetting) -> AnyView {
      AnyView(EnumerationPicker(setting: setting.record))
    }
  }
#endif
