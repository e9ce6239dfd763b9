#if canImport(SwiftUI) && !os(tvOS)
  public import SwiftUI

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
