#if canImport(SwiftUI)
  internal import Foundation
  internal import SwiftUI
  internal import TypedSettingsCore

  /// Edits the value that a control shows, and returns the value that it shows afterwards.
  ///
  /// The argument is called with the value at that time, which may be newer than the one that the view was made with.
  typealias ValueEditor = @MainActor ((SettingsValue) -> SettingsValue) -> SettingsValue

  /// The control of a setting.
  struct SettingControl: View {
    let item: FormItem
    /// The value to show, which the setting may have refused.
    let value: SettingsValue
    let edit: ValueEditor

    var body: some View {
      if item.secret != nil {
        SecretControl(item: item)
      } else {
        FormControlView(
          control: item.control, title: ControlTitle(item.setting.formTitle), value: value, titles: item.titles,
          edit: edit)
      }
    }
  }

  extension ControlTitle {
    /// The view of the title.
    fileprivate var label: Text { isVerbatim ? Text(verbatim: text) : Text(LocalizedStringKey(text)) }
  }

  /// The control of a secret setting, which hides the value.
  private struct SecretControl: View {
    let item: FormItem

    private var title: ControlTitle { ControlTitle(item.setting.formTitle) }

    var body: some View {
      LabeledField(title: title) {
        if let text = item.secretText {
          DraftField(title: title, text: text, isSecret: true, isLive: true) { text, base in
            item.setSecretText(text, ifShowing: base)
          }
        } else {
          DraftField(title: title, text: "", isSecret: true) { text, _ in
            guard let value = item.control.value(ofText: text) else {
              return .refused(item.control.refusal(ofText: text, isSecret: true))
            }
            if let reason = item.set(value) { return .refused(reason) }
            return .accepted(shown: "")
          }
        }
      }
    }
  }

  /// A control for values of any form.
  private struct FormControlView: View {
    let control: FormControl
    let title: ControlTitle
    let value: SettingsValue
    var titles: [SettingsValue: String] = [:]
    let edit: ValueEditor

    var body: some View {
      switch control {
      case .toggle: Toggle(isOn: binding(value == true) { .bool($0) }) { title.label }
      case .choices(let choices, let own): picker(of: choices, own)
      case .integer: number
      case .color: color
      case .date, .timestamp: date
      case .number, .text, .data, .document: LabeledField(title: title) { textField }
      case .optional(let control): optional(control)
      case .list, .map, .group: parts
      }
    }

    private func binding<Shown: Sendable>(
      _ shown: Shown, _ stored: @escaping @Sendable (Shown) -> SettingsValue
    ) -> Binding<Shown> {
      Binding(get: { shown }, set: { @MainActor newValue in _ = edit { _ in stored(newValue) } })
    }

    private func picker(of choices: [SettingsValue], _ own: [SettingsValue: String]) -> some View {
      let all = choices.contains(value) ? choices : [value] + choices
      let titles = own.merging(titles) { _, given in given }
      return Picker(selection: binding(value) { $0 }) {
        ForEach(all, id: \.self) { choice in ControlTitle(ofChoice: choice, titles: titles).label.tag(choice) }
      } label: {
        title.label
      }
    }

    // MARK: Fields

    private var textField: some View {
      let separator = Locale.current.decimalSeparator ?? "."
      return DraftField(
        title: title, text: control.editableText(of: value, decimalSeparator: separator), isLive: control == .text,
        axis: control == .document || control == .data ? .vertical : .horizontal
      ) { text, base in
        control.send(text, ifShowing: base, decimalSeparator: separator) { change in edit(change) }
      }
    }

    private var number: some View {
      LabeledField(title: title) {
        HStack {
          textField
          #if !os(tvOS)
            if let steps = control.steps, case .integer(let number) = value, steps.contains(number) {
              Stepper(value: binding(number) { .integer($0) }, in: steps) { title.label }.labelsHidden()
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
        let selection = binding(color) { color in
          let color = color.resolve(in: EnvironmentValues())
          return FormControl.color(red: Double(color.red), green: Double(color.green), blue: Double(color.blue))
        }
        ColorPicker(selection: selection, supportsOpacity: false) { title.label }
      #endif
    }

    @ViewBuilder private var date: some View {
      #if os(tvOS)
        LabeledField(title: title) { textField }
      #else
        let control = control
        let date = control.date(of: value) ?? FormControl.blankDate
        let selection = binding(date) { control.value(of: $0) ?? .date($0) }
        if let dates = control.dates {
          DatePicker(selection: selection, in: dates) { title.label }
        } else {
          DatePicker(selection: selection) { title.label }
        }
      #endif
    }

    // MARK: Composed values

    private func optional(_ control: FormControl) -> some View {
      VStack(alignment: .leading) {
        Toggle(isOn: binding(!value.isNull) { $0 ? control.blank : .null }) { title.label }
        if !value.isNull {
          let wrapped = FormControlView(control: control, title: title, value: value, titles: titles) { change in
            edit { $0.isNull ? $0 : change($0) }
          }
          // The toggle has the label of a single control, but the parts of a value have labels of their own.
          if control.isComposed { wrapped } else { wrapped.labelsHidden() }
        }
      }
    }

    private var parts: some View {
      VStack(alignment: .leading) {
        title.label.font(.headline)
        ForEach(control.parts(of: value)) { part in row(of: part) }
        if control.isExtensible {
          Button("Add") { _ = edit { control.appending(to: $0) } }
            .buttonStyle(.borderless)
            .accessibilityHint(title.label)
        }
      }
    }

    private func row(of part: FormControl.Part) -> some View {
      HStack {
        if let key = part.key {
          DraftField(title: ControlTitle("Name"), text: key) { text, _ in rename(part, to: text) }
        }
        VStack(alignment: .leading) {
          FormControlView(control: part.control, title: part.title(in: title), value: part.value) { change in
            let value = edit { control.editing(part, in: $0, change) }
            return control.counterpart(of: part, in: value)?.value ?? part.value
          }
          if let documentation = part.documentation { Text(documentation).font(.footnote).foregroundStyle(.secondary) }
        }
        if control.isExtensible {
          Button("Remove") { _ = edit { control.removing(part, from: $0) } }
            .buttonStyle(.borderless)
            .accessibilityHint(part.title(in: title).label)
        }
      }
    }

    private func rename(_ part: FormControl.Part, to key: String) -> FieldDraft.Outcome {
      var isTaken = false
      _ = edit { value in
        let renamed = control.renaming(part, to: key, in: value)
        isTaken = renamed == nil
        return renamed ?? value
      }
      return isTaken ? .refused("The name \(key.quotedExcerpt) is used twice") : .accepted(shown: key)
    }
  }

  // MARK: Text

  /// A field for text, which shows typed text until it's left, and text that was refused until it's changed.
  private struct DraftField: View {
    let title: ControlTitle
    let text: String
    var isSecret = false
    /// A Boolean value that indicates whether each change is sent at once, and not only when the field is left.
    var isLive = false
    var axis = Axis.horizontal
    /// Sends text if the field of the value still has the given text, or in any case.
    let send: @MainActor (_ text: String, _ base: String?) -> FieldDraft.Outcome

    @State private var draft = FieldDraft()
    @FocusState private var isFocused: Bool

    var body: some View {
      VStack(alignment: .leading) {
        field
          .focused($isFocused)
          .onSubmit { commit() }
          .onChange(of: isFocused) { _, isFocused in if !isFocused { commit() } }
          .onChange(of: text) { _, text in draft.valueDidChange(to: text) }
          .onDisappear { commit() }
        if let reason = draft.reason(over: text) { Refusal(text: reason) }
      }
    }

    @ViewBuilder private var field: some View {
      if isSecret {
        SecureField(text: binding) { title.label }
      } else {
        TextField(text: binding, axis: axis) { title.label }
      }
    }

    private var binding: Binding<String> {
      Binding(
        get: { @MainActor in draft.text(over: text) },
        set: { @MainActor newText in
          if draft.type(newText, over: text), isLive { draft.sendAtOnce { send($0, $1) } }
        })
    }

    private func commit() { draft.commit { send($0, $1) } }
  }

  /// The reason why a value was refused.
  struct Refusal: View {
    let text: String

    var body: some View { Text(verbatim: text).font(.footnote).foregroundStyle(.red) }
  }

  /// A text field with its title beside it; on some platforms, a plain field shows its title only while it is empty.
  private struct LabeledField<Field: View>: View {
    let title: ControlTitle
    @ViewBuilder let field: Field

    var body: some View {
      LabeledContent {
        field.labelsHidden().multilineTextAlignment(.trailing)
      } label: {
        title.label
      }
    }
  }
#endif
