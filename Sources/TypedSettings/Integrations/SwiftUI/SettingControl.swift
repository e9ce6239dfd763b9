#if canImport(SwiftUI)
  internal import Foundation
  internal import SwiftUI

  /// Sets a value, and returns the reason why it was refused, or `nil` if it's in effect.
  typealias ValueSetter = @MainActor (SettingsValue) -> String?

  /// The control of a setting.
  struct SettingControl: View {
    let item: FormItem

    var body: some View {
      if item.secret != nil {
        SecretControl(item: item)
      } else {
        FormControlView(
          control: item.control, title: item.setting.formTitle, value: item.value, titles: item.titles, set: item.set)
      }
    }
  }

  /// The control of a secret setting, which hides the value.
  private struct SecretControl: View {
    let item: FormItem

    var body: some View {
      LabeledField(title: item.setting.formTitle) {
        if let setting = item.setting as? SettingRecord<String> {
          SecureField(setting.titleKey, text: setting.binding)
        } else {
          DraftField(title: item.setting.formTitle, text: "", isSecret: true) { text in
            guard let value = item.control.value(ofText: text) else {
              return item.control.refusal(ofText: text, isSecret: true)
            }
            return item.set(value)
          }
        }
      }
    }
  }

  /// A control for values of any form.
  private struct FormControlView: View {
    let control: FormControl
    let title: String
    let value: SettingsValue
    var titles: [SettingsValue: String] = [:]
    let set: ValueSetter

    @State private var refusal: String?

    var body: some View {
      VStack(alignment: .leading) {
        content
        if let refusal { Refusal(text: refusal) }
      }
      .onChange(of: value) { _, _ in refusal = nil }
    }

    @ViewBuilder private var content: some View {
      switch control {
      case .toggle: Toggle(titleKey, isOn: binding(value == true) { .bool($0) })
      case .choices(let choices): picker(of: choices)
      case .integer: number
      case .color: color
      case .date, .timestamp: date
      case .number, .text, .data, .document: LabeledField(title: title) { textField }
      case .optional(let control): optional(control)
      case .list, .map, .group: parts
      }
    }

    private var titleKey: LocalizedStringKey { LocalizedStringKey(title) }

    private func binding<Shown: Sendable>(
      _ shown: Shown, _ stored: @escaping @Sendable (Shown) -> SettingsValue
    ) -> Binding<Shown> {
      Binding(get: { shown }, set: { @MainActor newValue in refusal = set(stored(newValue)) })
    }

    private func picker(of choices: [SettingsValue]) -> some View {
      let all = choices.contains(value) ? choices : [value] + choices
      return Picker(titleKey, selection: binding(value) { $0 }) {
        ForEach(all, id: \.self) { choice in
          Text(LocalizedStringKey(titles[choice] ?? FormTitle.title(ofStored: choice))).tag(choice)
        }
      }
    }

    // MARK: Fields

    private var textField: some View {
      DraftField(
        title: title, text: FormControl.editableText(of: value, in: control), isLive: control == .text,
        axis: control == .document || control == .data ? .vertical : .horizontal
      ) { text in
        guard let value = control.value(ofText: text) else { return control.refusal(ofText: text) }
        return set(value)
      }
    }

    private var number: some View {
      LabeledField(title: title) {
        HStack {
          textField
          #if !os(tvOS)
            if let steps = control.steps, case .integer(let number) = value, steps.contains(number) {
              Stepper(titleKey, value: binding(number) { .integer($0) }, in: steps).labelsHidden()
            }
          #endif
        }
      }
    }

    @ViewBuilder private var color: some View {
      #if os(tvOS) || os(watchOS)
        LabeledField(title: title) { textField }
      #else
        let components = FormControl.components(ofColor: value) ?? (0, 0, 0)
        let color = Color(red: components.red, green: components.green, blue: components.blue)
        ColorPicker(
          titleKey,
          selection: binding(color) { color in
            let color = color.resolve(in: EnvironmentValues())
            return FormControl.color(red: Double(color.red), green: Double(color.green), blue: Double(color.blue))
          }, supportsOpacity: false)
      #endif
    }

    @ViewBuilder private var date: some View {
      #if os(tvOS)
        LabeledField(title: title) { textField }
      #else
        let control = control
        let date = control.date(of: value) ?? FormControl.blankDate
        DatePicker(titleKey, selection: binding(date) { control.value(of: $0) ?? .date($0) })
      #endif
    }

    // MARK: Composed values

    private func optional(_ control: FormControl) -> some View {
      VStack(alignment: .leading) {
        Toggle(titleKey, isOn: binding(!value.isNull) { $0 ? control.blank : .null })
        if !value.isNull {
          FormControlView(control: control, title: title, value: value, titles: titles, set: set).labelsHidden()
        }
      }
    }

    private var parts: some View {
      VStack(alignment: .leading) {
        Text(titleKey).font(.headline)
        ForEach(control.parts(of: value)) { part in row(of: part) }
        if control.isExtensible {
          Button("Add") { refusal = set(control.appending(to: value)) }
            .buttonStyle(.borderless)
            .accessibilityHint(Text(titleKey))
        }
      }
    }

    private func row(of part: FormControl.Part) -> some View {
      HStack {
        if let key = part.key {
          DraftField(title: "Name", text: key) { text in
            guard let renamed = control.renaming(part, to: text, in: value) else { return "“\(text)” is there twice" }
            return set(renamed)
          }
        }
        FormControlView(control: part.control, title: part.title(in: title), value: part.value) { newValue in
          set(control.replacing(part, with: newValue, in: value))
        }
        if control.isExtensible {
          Button("Remove") { refusal = set(control.removing(part, from: value)) }
            .buttonStyle(.borderless)
            .accessibilityHint(Text(LocalizedStringKey(part.title(in: title))))
        }
      }
    }
  }

  // MARK: Text

  /// A field for text, which keeps text that was refused until it's changed.
  private struct DraftField: View {
    let title: String
    let text: String
    var isSecret = false
    /// A Boolean value that indicates whether each change is sent at once, and not only when the field is left.
    var isLive = false
    var axis = Axis.horizontal
    /// Sends text, and returns the reason why it was refused.
    let send: @MainActor (String) -> String?

    @State private var draft: String?
    @State private var refusal: String?
    @FocusState private var isFocused: Bool

    var body: some View {
      VStack(alignment: .leading) {
        field
          .focused($isFocused)
          .onSubmit { commit() }
          .onChange(of: isFocused) { _, isFocused in if !isFocused { commit() } }
        if let refusal { Refusal(text: refusal) }
      }
    }

    @ViewBuilder private var field: some View {
      if isSecret {
        SecureField(LocalizedStringKey(title), text: binding)
      } else {
        TextField(LocalizedStringKey(title), text: binding, axis: axis)
      }
    }

    private var binding: Binding<String> {
      Binding(
        get: { @MainActor in draft ?? text },
        set: { @MainActor newText in
          draft = newText
          if isLive { commit() }
        })
    }

    private func commit() {
      guard let draft, draft != text else {
        draft = nil
        refusal = nil
        return
      }
      refusal = send(draft)
      if refusal == nil { self.draft = nil }
    }
  }

  /// The reason why a value was refused.
  private struct Refusal: View {
    let text: String

    var body: some View { Text(verbatim: text).font(.footnote).foregroundStyle(.red) }
  }

  /// A text field with its title beside it; on some platforms, a plain field shows its title only while it is empty.
  private struct LabeledField<Field: View>: View {
    let title: String
    @ViewBuilder let field: Field

    var body: some View {
      LabeledContent {
        field.labelsHidden().multilineTextAlignment(.trailing)
      } label: {
        Text(LocalizedStringKey(title))
      }
    }
  }
#endif
