#if canImport(SwiftUI) && !os(tvOS)
  public import SwiftUI

  extension Stepper {
    /// Makes a stepper for a setting, with a label of your own.
    ///
    /// - Parameters:
    ///   - setting: The setting that the stepper changes.
    ///   - bounds: The values that can be reached.
    ///   - step: How much one click changes.
    ///   - label: What the stepper is for.
    ///   - onEditingChanged: Called when an edit begins, with `true`, and when it ends.
    public init<Value: Strideable & Sendable>(
      value setting: SettingRecord<Value>, in bounds: ClosedRange<Value>, step: Value.Stride = 1,
      @ViewBuilder label: () -> Label, onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {
      self.init(value: setting.binding, in: bounds, step: step, label: label, onEditingChanged: onEditingChanged)
    }
  }

  extension Stepper where Label == Text {
    /// Makes a stepper for a setting.
    ///
    /// ```swift
    /// Stepper("Length", value: settings.$sessionLength, in: 1...60, step: 5)
    /// ```
    ///
    /// - Parameters:
    ///   - titleKey: The key of the stepper's localized title.
    ///   - setting: The setting that the stepper changes.
    ///   - bounds: The values that can be reached.
    ///   - step: How much one click changes.
    ///   - onEditingChanged: Called when an edit begins, with `true`, and when it ends.
    public init<Value: Strideable & Sendable>(
      _ titleKey: LocalizedStringKey, value setting: SettingRecord<Value>, in bounds: ClosedRange<Value>,
      step: Value.Stride = 1, onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {
      self.init(titleKey, value: setting.binding, in: bounds, step: step, onEditingChanged: onEditingChanged)
    }

    /// Makes a stepper for a setting, with a title that is shown as it is.
    ///
    /// - Parameters:
    ///   - title: The title.
    ///   - setting: The setting that the stepper changes.
    ///   - bounds: The values that can be reached.
    ///   - step: How much one click changes.
    ///   - onEditingChanged: Called when an edit begins, with `true`, and when it ends.
    @_disfavoredOverload
    public init<Value: Strideable & Sendable>(
      _ title: some StringProtocol, value setting: SettingRecord<Value>, in bounds: ClosedRange<Value>,
      step: Value.Stride = 1, onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {
      self.init(title, value: setting.binding, in: bounds, step: step, onEditingChanged: onEditingChanged)
    }

    /// Makes a stepper for a setting, with the setting's title.
    ///
    /// - Parameters:
    ///   - setting: The setting that the stepper changes.
    ///   - bounds: The values that can be reached.
    ///   - step: How much one click changes.
    ///   - onEditingChanged: Called when an edit begins, with `true`, and when it ends.
    public init<Value: Strideable & Sendable>(
      value setting: SettingRecord<Value>, in bounds: ClosedRange<Value>, step: Value.Stride = 1,
      onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {
      self.init(setting.titleKey, value: setting, in: bounds, step: step, onEditingChanged: onEditingChanged)
    }
  }
#endif
