#if canImport(SwiftUI) && !os(tvOS)
  public import SwiftUI

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
#endif
