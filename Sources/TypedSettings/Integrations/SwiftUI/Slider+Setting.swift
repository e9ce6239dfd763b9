#if canImport(SwiftUI) && !os(tvOS)
  public import SwiftUI

  extension Slider where ValueLabel == EmptyView {
    /// Makes a slider for a setting, with a label of your own.
    ///
    /// - Parameters:
    ///   - setting: The setting that the slider changes.
    ///   - bounds: The values that can be chosen.
    ///   - label: What the slider is for.
    ///   - onEditingChanged: Called when an edit begins, with `true`, and when it ends.
    public init<Value: BinaryFloatingPoint & Sendable>(
      value setting: SettingRecord<Value>, in bounds: ClosedRange<Value> = 0...1, @ViewBuilder label: () -> Label,
      onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where Value.Stride: BinaryFloatingPoint {
      self.init(value: setting.binding, in: bounds, label: label, onEditingChanged: onEditingChanged)
    }

    /// Makes a slider that changes a setting in steps, with a label of your own.
    ///
    /// - Parameters:
    ///   - setting: The setting that the slider changes.
    ///   - bounds: The values that can be chosen.
    ///   - step: The distance between two values that can be chosen.
    ///   - label: What the slider is for.
    ///   - onEditingChanged: Called when an edit begins, with `true`, and when it ends.
    public init<Value: BinaryFloatingPoint & Sendable>(
      value setting: SettingRecord<Value>, in bounds: ClosedRange<Value>, step: Value.Stride,
      @ViewBuilder label: () -> Label, onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where Value.Stride: BinaryFloatingPoint {
      self.init(value: setting.binding, in: bounds, step: step, label: label, onEditingChanged: onEditingChanged)
    }
  }

  extension Slider where Label == Text, ValueLabel == EmptyView {
    /// Makes a slider for a setting, with the setting's title for assistive technologies.
    ///
    /// ```swift
    /// Slider(value: settings.$volume, in: 0...1)
    /// ```
    ///
    /// - Parameters:
    ///   - setting: The setting that the slider changes.
    ///   - bounds: The values that can be chosen.
    ///   - onEditingChanged: Called when an edit begins, with `true`, and when it ends.
    public init<Value: BinaryFloatingPoint & Sendable>(
      value setting: SettingRecord<Value>, in bounds: ClosedRange<Value> = 0...1,
      onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where Value.Stride: BinaryFloatingPoint {
      self.init(value: setting, in: bounds, label: { Text(setting.titleKey) }, onEditingChanged: onEditingChanged)
    }

    /// Makes a slider that changes a setting in steps, with the setting's title for assistive technologies.
    ///
    /// - Parameters:
    ///   - setting: The setting that the slider changes.
    ///   - bounds: The values that can be chosen.
    ///   - step: The distance between two values that can be chosen.
    ///   - onEditingChanged: Called when an edit begins, with `true`, and when it ends.
    public init<Value: BinaryFloatingPoint & Sendable>(
      value setting: SettingRecord<Value>, in bounds: ClosedRange<Value>, step: Value.Stride,
      onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where Value.Stride: BinaryFloatingPoint {
      self.init(
        value: setting, in: bounds, step: step, label: { Text(setting.titleKey) }, onEditingChanged: onEditingChanged)
    }
  }
#endif
