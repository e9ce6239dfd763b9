// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Declarations of SwiftUI as Apple documents them, without behaviour; see .ci/apple-typecheck.

public import Foundation

public struct ColorPicker<Label: View>: View {
  public var body: Never { fatalError() }
}

extension ColorPicker {
  nonisolated public init(
    selection: Binding<Color>, supportsOpacity: Bool = true, @ViewBuilder label: () -> Label
  ) { fatalError() }
}

public struct DatePicker<Label: View>: View {
  public typealias Components = DatePickerComponents

  public var body: Never { fatalError() }
}

extension DatePicker {
  nonisolated public init(
    selection: Binding<Date>, displayedComponents: Components = [.hourAndMinute, .date],
    @ViewBuilder label: () -> Label
  ) { fatalError() }

  nonisolated public init(
    selection: Binding<Date>, in range: ClosedRange<Date>, displayedComponents: Components = [.hourAndMinute, .date],
    @ViewBuilder label: () -> Label
  ) { fatalError() }
}

public struct DatePickerComponents: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static let hourAndMinute = DatePickerComponents(rawValue: 1)
  public static let date = DatePickerComponents(rawValue: 2)
}

@frozen
public struct Color: Hashable, Sendable, ShapeStyle {
  public enum RGBColorSpace: Sendable {
    case sRGB
    case sRGBLinear
    case displayP3
  }

  @frozen
  public struct Resolved: Hashable, Sendable {
    public var red: Float { fatalError() }
    public var green: Float { fatalError() }
    public var blue: Float { fatalError() }
    public var opacity: Float { fatalError() }
  }

  public init(
    _ colorSpace: RGBColorSpace = .sRGB, red: Double, green: Double, blue: Double, opacity: Double = 1
  ) { fatalError() }

  public func resolve(in environment: EnvironmentValues) -> Resolved { fatalError() }
}

extension ShapeStyle where Self == Color {
  public static var red: Color { fatalError() }
}

public struct EnvironmentValues: Sendable {
  public init() {}
}
