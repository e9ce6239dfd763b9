#if canImport(SwiftUI)
  internal import Foundation
  internal import SwiftUI

  /// The control for the type of a setting.
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

  /// The control of a secret setting, which hides the value.
  private struct SecretControl: View {
    let setting: any Setting

    var body: some View {
      if let setting = setting as? SettingRecord<String> {
        LabeledField(setting: setting) { SecureField(setting.titleKey, text: setting.binding) }
      } else {
        SettingText(setting: setting, text: SettingsTrait.hiddenValue)
      }
    }
  }

  /// A picker of all values of an enumeration.
  private struct EnumerationPicker<Value: CaseIterable & Hashable & Sendable>: View {
    let setting: SettingRecord<Value>

    var body: some View {
      Picker(selection: setting) {
        ForEach(Array(Value.allCases), id: \.self) { choice in
          Text(LocalizedStringKey(FormTitle.title(of: choice))).tag(choice)
        }
      }
    }
  }

  /// A text field with its title beside it; on some platforms, a plain field shows its title only while it is empty.
  private struct LabeledField<Field: View>: View {
    let setting: any Setting
    @ViewBuilder let field: Field

    var body: some View {
      LabeledContent {
        field.labelsHidden().multilineTextAlignment(.trailing)
      } label: {
        Text(setting.titleKey)
      }
    }
  }

  /// A read-only display of a setting.
  private struct SettingText: View {
    let setting: any Setting
    let text: String

    var body: some View {
      LabeledContent {
        Text(verbatim: text).lineLimit(1)
      } label: {
        Text(setting.titleKey)
      }
    }
  }
#endif
