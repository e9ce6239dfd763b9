#if canImport(SwiftUI)
  public import Foundation
  public import SwiftUI

  extension SettingRecord {
    /// A SwiftUI binding to the value.
    ///
    /// ```swift
    /// TextEditor(text: settings.$name.binding)
    /// ```
    ///
    /// Writing assigns ``value``: if the store refuses the new value, the error is reported to ``SettingsDiagnostics``.
    /// A view that creates the binding is updated when the value changes, wherever it is changed. An animation of the
    /// binding, such as `binding.animation()`, animates the updates after its writes. `$settings.name` of a `@Bindable`
    /// group does the same.
    public var binding: Binding<Value> {
      // The view that creates the binding must depend on the value, but SwiftUI may call `get` elsewhere.
      _ = value
      return Binding(
        get: { self.value },
        // SwiftUI drops the animation of a binding whose function doesn't take the transaction.
        set: { newValue, transaction in withTransaction(transaction) { self.value = newValue } })
    }
  }

  extension Setting {
    /// The setting's title, as a key for localization with the app's strings.
    package var titleKey: LocalizedStringKey { LocalizedStringKey(formTitle) }
  }

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

  extension Picker where SelectionValue: Sendable {
    /// Creates a picker for a setting, with a custom label.
    ///
    /// - Parameters:
    ///   - setting: The setting to change.
    ///   - content: The options, each tagged with its value.
    ///   - label: The label of the picker.
    public init(
      selection setting: SettingRecord<SelectionValue>, @ViewBuilder content: () -> Content,
      @ViewBuilder label: () -> Label
    ) {
      self.init(selection: setting.binding, content: content, label: label)
    }
  }

  extension Picker where Label == Text, SelectionValue: Sendable {
    /// Creates a picker for a setting.
    ///
    /// ```swift
    /// Picker("Theme", selection: settings.$theme) {
    ///   Text("Light").tag(Theme.light)
    ///   Text("Dark").tag(Theme.dark)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - titleKey: The key of the picker's localized title.
    ///   - setting: The setting to change.
    ///   - content: The options, each tagged with its value.
    public init(
      _ titleKey: LocalizedStringKey, selection setting: SettingRecord<SelectionValue>,
      @ViewBuilder content: () -> Content
    ) {
      self.init(titleKey, selection: setting.binding, content: content)
    }

    /// Creates a picker for a setting, with a nonlocalized title.
    ///
    /// - Parameters:
    ///   - title: The title, which isn't localized.
    ///   - setting: The setting to change.
    ///   - content: The options, each tagged with its value.
    @_disfavoredOverload
    public init(
      _ title: some StringProtocol, selection setting: SettingRecord<SelectionValue>,
      @ViewBuilder content: () -> Content
    ) {
      self.init(title, selection: setting.binding, content: content)
    }

    /// Creates a picker for a setting, with the setting's title.
    ///
    /// - Parameters:
    ///   - setting: The setting to change.
    ///   - content: The options, each tagged with its value.
    public init(selection setting: SettingRecord<SelectionValue>, @ViewBuilder content: () -> Content) {
      self.init(setting.titleKey, selection: setting.binding, content: content)
    }
  }
#endif

#if canImport(SwiftUI) && !os(tvOS)
  extension Slider where ValueLabel == EmptyView {
    /// Creates a slider for a setting, with a custom label.
    ///
    /// - Parameters:
    ///   - setting: The setting to change.
    ///   - bounds: The range of the values.
    ///   - label: The label of the slider.
    ///   - onEditingChanged: A function that is called with `true` when an edit begins, and `false` when it ends.
    public init<Value: BinaryFloatingPoint & Sendable>(
      value setting: SettingRecord<Value>, in bounds: ClosedRange<Value> = 0...1, @ViewBuilder label: () -> Label,
      onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where Value.Stride: BinaryFloatingPoint {
      self.init(value: setting.binding, in: bounds, label: label, onEditingChanged: onEditingChanged)
    }

    /// Creates a slider that changes a setting in steps, with a custom label.
    ///
    /// - Parameters:
    ///   - setting: The setting to change.
    ///   - bounds: The range of the values.
    ///   - step: The distance between adjacent values.
    ///   - label: The label of the slider.
    ///   - onEditingChanged: A function that is called with `true` when an edit begins, and `false` when it ends.
    public init<Value: BinaryFloatingPoint & Sendable>(
      value setting: SettingRecord<Value>, in bounds: ClosedRange<Value>, step: Value.Stride,
      @ViewBuilder label: () -> Label, onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where Value.Stride: BinaryFloatingPoint {
      self.init(value: setting.binding, in: bounds, step: step, label: label, onEditingChanged: onEditingChanged)
    }
  }

  extension Slider where Label == Text, ValueLabel == EmptyView {
    /// Creates a slider for a setting, with the setting's title as its accessibility label.
    ///
    /// ```swift
    /// Slider(value: settings.$volume, in: 0...1)
    /// ```
    ///
    /// - Parameters:
    ///   - setting: The setting to change.
    ///   - bounds: The range of the values.
    ///   - onEditingChanged: A function that is called with `true` when an edit begins, and `false` when it ends.
    public init<Value: BinaryFloatingPoint & Sendable>(
      value setting: SettingRecord<Value>, in bounds: ClosedRange<Value> = 0...1,
      onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where Value.Stride: BinaryFloatingPoint {
      self.init(value: setting, in: bounds, label: { Text(setting.titleKey) }, onEditingChanged: onEditingChanged)
    }

    /// Creates a slider that changes a setting in steps, with the setting's title as its accessibility label.
    ///
    /// - Parameters:
    ///   - setting: The setting to change.
    ///   - bounds: The range of the values.
    ///   - step: The distance between adjacent values.
    ///   - onEditingChanged: A function that is called with `true` when an edit begins, and `false` when it ends.
    public init<Value: BinaryFloatingPoint & Sendable>(
      value setting: SettingRecord<Value>, in bounds: ClosedRange<Value>, step: Value.Stride,
      onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where Value.Stride: BinaryFloatingPoint {
      self.init(
        value: setting, in: bounds, step: step, label: { Text(setting.titleKey) }, onEditingChanged: onEditingChanged)
    }
  }

  extension Stepper {
    /// Creates a stepper for a setting, with a custom label.
    ///
    /// - Parameters:
    ///   - setting: The setting to change.
    ///   - bounds: The range of the values.
    ///   - step: The amount by which one step changes the value.
    ///   - label: The label of the stepper.
    ///   - onEditingChanged: A function that is called with `true` when an edit begins, and `false` when it ends.
    public init<Value: Strideable & Sendable>(
      value setting: SettingRecord<Value>, in bounds: ClosedRange<Value>, step: Value.Stride = 1,
      @ViewBuilder label: () -> Label, onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {
      self.init(value: setting.binding, in: bounds, step: step, label: label, onEditingChanged: onEditingChanged)
    }
  }

  extension Stepper where Label == Text {
    /// Creates a stepper for a setting.
    ///
    /// ```swift
    /// Stepper("Length", value: settings.$sessionLength, in: 1...60, step: 5)
    /// ```
    ///
    /// - Parameters:
    ///   - titleKey: The key of the stepper's localized title.
    ///   - setting: The setting to change.
    ///   - bounds: The range of the values.
    ///   - step: The amount by which one step changes the value.
    ///   - onEditingChanged: A function that is called with `true` when an edit begins, and `false` when it ends.
    public init<Value: Strideable & Sendable>(
      _ titleKey: LocalizedStringKey, value setting: SettingRecord<Value>, in bounds: ClosedRange<Value>,
      step: Value.Stride = 1, onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {
      self.init(titleKey, value: setting.binding, in: bounds, step: step, onEditingChanged: onEditingChanged)
    }

    /// Creates a stepper for a setting, with a nonlocalized title.
    ///
    /// - Parameters:
    ///   - title: The title, which isn't localized.
    ///   - setting: The setting to change.
    ///   - bounds: The range of the values.
    ///   - step: The amount by which one step changes the value.
    ///   - onEditingChanged: A function that is called with `true` when an edit begins, and `false` when it ends.
    @_disfavoredOverload
    public init<Value: Strideable & Sendable>(
      _ title: some StringProtocol, value setting: SettingRecord<Value>, in bounds: ClosedRange<Value>,
      step: Value.Stride = 1, onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {
      self.init(title, value: setting.binding, in: bounds, step: step, onEditingChanged: onEditingChanged)
    }

    /// Creates a stepper for a setting, with the setting's title.
    ///
    /// - Parameters:
    ///   - setting: The setting to change.
    ///   - bounds: The range of the values.
    ///   - step: The amount by which one step changes the value.
    ///   - onEditingChanged: A function that is called with `true` when an edit begins, and `false` when it ends.
    public init<Value: Strideable & Sendable>(
      value setting: SettingRecord<Value>, in bounds: ClosedRange<Value>, step: Value.Stride = 1,
      onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {
      self.init(setting.titleKey, value: setting, in: bounds, step: step, onEditingChanged: onEditingChanged)
    }
  }
#endif
