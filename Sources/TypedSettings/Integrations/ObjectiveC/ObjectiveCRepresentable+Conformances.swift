#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension Bool: ObjectiveCRepresentable { static var objectiveCType: ObjectiveCType? { .truth } }
extension Float: ObjectiveCRepresentable { static var objectiveCType: ObjectiveCType? { .float } }
extension Double: ObjectiveCRepresentable { static var objectiveCType: ObjectiveCType? { .double } }
extension String: ObjectiveCRepresentable { static var objectiveCType: ObjectiveCType? { .string } }
extension Character: ObjectiveCRepresentable { static var objectiveCType: ObjectiveCType? { .string } }
extension Data: ObjectiveCRepresentable { static var objectiveCType: ObjectiveCType? { .data } }
extension Date: ObjectiveCRepresentable { static var objectiveCType: ObjectiveCType? { .date } }
extension URL: ObjectiveCRepresentable { static var objectiveCType: ObjectiveCType? { .url } }
extension UUID: ObjectiveCRepresentable { static var objectiveCType: ObjectiveCType? { .uuid } }
extension Decimal: ObjectiveCRepresentable { static var objectiveCType: ObjectiveCType? { .decimal } }
extension SettingsValue: ObjectiveCRepresentable { static var objectiveCType: ObjectiveCType? { .any } }

extension ObjectiveCRepresentable where Self: FixedWidthInteger {
  static var objectiveCType: ObjectiveCType? { .integer(bits: bitWidth, isSigned: isSigned) }
}

extension Int: ObjectiveCRepresentable { static var objectiveCType: ObjectiveCType? { .word(isSigned: true) } }
extension UInt: ObjectiveCRepresentable { static var objectiveCType: ObjectiveCType? { .word(isSigned: false) } }
extension Int8: ObjectiveCRepresentable {}
extension Int16: ObjectiveCRepresentable {}
extension Int32: ObjectiveCRepresentable {}
extension Int64: ObjectiveCRepresentable {}
extension UInt8: ObjectiveCRepresentable {}
extension UInt16: ObjectiveCRepresentable {}
extension UInt32: ObjectiveCRepresentable {}
extension UInt64: ObjectiveCRepresentable {}

extension Optional: ObjectiveCRepresentable {
  /// One that may be nothing in two ways has none, because there is one `nil`.
  static var objectiveCType: ObjectiveCType? {
    guard let type = ObjectiveCType(Wrapped.self), !type.isNullable else { return nil }
    return .nullable(type)
  }
}

extension Array: ObjectiveCRepresentable {
  /// One of elements that may be `nil` has none, because an array of Objective-C holds objects alone.
  static var objectiveCType: ObjectiveCType? {
    guard let type = ObjectiveCType(Element.self), !type.isNullable else { return nil }
    return .array(type)
  }
}

extension Dictionary: ObjectiveCRepresentable {
  /// One of values that may be `nil` has none, because a dictionary of Objective-C holds objects alone.
  static var objectiveCType: ObjectiveCType? {
    guard Key.self == String.self, let type = ObjectiveCType(Value.self), !type.isNullable else { return nil }
    return .dictionary(type)
  }
}
