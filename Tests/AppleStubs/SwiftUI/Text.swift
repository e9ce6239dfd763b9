// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Declarations of SwiftUI as Apple documents them, without behaviour; see .ci/apple-typecheck.

@frozen
public struct LocalizedStringKey: Equatable, ExpressibleByStringInterpolation {
  public init(_ value: String) {}
  public init(stringLiteral value: String) {}
}

@frozen
public struct Text: Equatable, Sendable {
  public init(verbatim content: String) {}
  @_disfavoredOverload
  public init<S: StringProtocol>(_ content: S) {}
  public init(_ key: LocalizedStringKey, tableName: String? = nil, comment: StaticString? = nil) {}

  public func font(_ font: Font?) -> Text { self }
  public func foregroundStyle<S: ShapeStyle>(_ style: S) -> Text { self }
}

extension Text: View {
  public var body: Never { fatalError() }
}

@frozen
public enum TextAlignment: Hashable, CaseIterable {
  case leading
  case center
  case trailing
}

@frozen
public struct Font: Hashable, Sendable {
  public static let headline = Font()
  public static let footnote = Font()
  public static let caption = Font()
}

public protocol ShapeStyle: Sendable {}

@frozen
public struct HierarchicalShapeStyle: ShapeStyle {}

extension ShapeStyle where Self == HierarchicalShapeStyle {
  public static var primary: HierarchicalShapeStyle { fatalError() }
  public static var secondary: HierarchicalShapeStyle { fatalError() }
}
