internal import TypedSettings

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A namespace for values of types about which nothing but the type is known.
enum MadeUpValue {
  /// Returns a value of a type, or `nil` if the type isn't one of the basic ones.
  static func value(of type: Any.Type) -> Any? {
    switch type {
    case is Bool.Type: false
    case is String.Type: ""
    case is Character.Type: Character(" ")
    case is Date.Type: Date(timeIntervalSinceReferenceDate: 0)
    case is Data.Type: Data()
    case is UUID.Type: UUID()
    case is URL.Type: URL(filePath: "/")
    case is Decimal.Type: Decimal(0)
    case is SettingsValue.Type: SettingsValue.null
    case let type as any OptionalType.Type: type.none
    case let type as any ListType.Type: type.empty
    case let type as any MapType.Type: type.empty
    case let type as any BinaryInteger.Type: zero(type)
    case let type as any BinaryFloatingPoint.Type: zero(type)
    case let type as any CaseIterable.Type: first(type)
    default: nil
    }
  }

  private static func zero<Number: BinaryInteger>(_ type: Number.Type) -> Any { Number(0) }

  private static func zero<Number: BinaryFloatingPoint>(_ type: Number.Type) -> Any { Number(0) }

  private static func first<Value: CaseIterable>(_ type: Value.Type) -> Any? { type.allCases.first }
}
