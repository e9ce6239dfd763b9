public import TypedSettingsCore

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The Objective-C type that represents a Swift type.
indirect enum ObjectiveCType: Hashable, Sendable {
  case boolean
  /// An integer of the platform's pointer width.
  case nativeInteger(isSigned: Bool)
  case integer(bits: Int, isSigned: Bool)
  case float, double
  case string, data, date, url, uuid, decimal, number
  /// Any object of a property list, or `nil`.
  case any
  case array(ObjectiveCType)
  /// A dictionary with string keys.
  case dictionary(ObjectiveCType)
  /// An array of any property-list objects.
  case propertyListArray
  /// A dictionary of any property-list objects.
  case propertyListDictionary
  /// An object or `nil`; a number is represented by an object then.
  case nullable(ObjectiveCType)

  /// Creates the type that represents a Swift type; `nil` if there is none.
  init?(_ type: Any.Type) {
    if let type = type as? any ObjectiveCRepresentable.Type {
      guard let representation = type.objectiveCType else { return nil }
      self = representation
    } else if let type = type as? any RawRepresentable.Type {
      guard let representation = Self.ofRawValue(of: type) else { return nil }
      self = representation
    } else {
      return nil
    }
  }

  private static func ofRawValue<Enumeration: RawRepresentable>(of type: Enumeration.Type) -> ObjectiveCType? {
    guard let type = Enumeration.RawValue.self as? any ObjectiveCRepresentable.Type else { return nil }
    return type.objectiveCType
  }

  var isNullable: Bool {
    switch self {
    case .nullable, .any: true
    default: false
    }
  }

  var isObject: Bool {
    switch self {
    case .boolean, .nativeInteger, .integer, .float, .double: false
    default: true
    }
  }

  /// The spelling of the type in a declaration, including the star of an object pointer.
  var declaration: String {
    switch self {
    case .boolean: "BOOL"
    case .nativeInteger(let isSigned): isSigned ? "NSInteger" : "NSUInteger"
    case .integer(let bits, let isSigned): "\(isSigned ? "" : "u")int\(bits)_t"
    case .float: "float"
    case .double: "double"
    case .string: "NSString *"
    case .data: "NSData *"
    case .date: "NSDate *"
    case .url: "NSURL *"
    case .uuid: "NSUUID *"
    case .decimal: "NSDecimalNumber *"
    case .number: "NSNumber *"
    case .any: "id"
    case .array(let element): "NSArray<\(element.object.declaration)> *"
    case .dictionary(let value): "NSDictionary<NSString *, \(value.object.declaration)> *"
    case .propertyListArray: "NSArray *"
    case .propertyListDictionary: "NSDictionary *"
    case .nullable(let type): type.object.declaration
    }
  }

  /// The object type that represents the type in a collection, or if it is nullable.
  var object: ObjectiveCType { isObject ? self : .number }
}

/// A Swift type that may have an Objective-C representation.
protocol ObjectiveCRepresentable {
  /// The Objective-C type; `nil` if the type of an element has none.
  static var objectiveCType: ObjectiveCType? { get }
}

extension Bool: ObjectiveCRepresentable { static var objectiveCType: ObjectiveCType? { .boolean } }
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

extension Int: ObjectiveCRepresentable { static var objectiveCType: ObjectiveCType? { .nativeInteger(isSigned: true) } }
extension UInt: ObjectiveCRepresentable {
  static var objectiveCType: ObjectiveCType? { .nativeInteger(isSigned: false) }
}
extension Int8: ObjectiveCRepresentable {}
extension Int16: ObjectiveCRepresentable {}
extension Int32: ObjectiveCRepresentable {}
extension Int64: ObjectiveCRepresentable {}
extension UInt8: ObjectiveCRepresentable {}
extension UInt16: ObjectiveCRepresentable {}
extension UInt32: ObjectiveCRepresentable {}
extension UInt64: ObjectiveCRepresentable {}

extension Optional: ObjectiveCRepresentable {
  /// The Objective-C type; `nil` for a nested optional, because Objective-C has only one `nil`.
  static var objectiveCType: ObjectiveCType? {
    guard let type = ObjectiveCType(Wrapped.self), !type.isNullable else { return nil }
    return .nullable(type)
  }
}

extension Array: ObjectiveCRepresentable {
  /// The Objective-C type; `nil` if elements may be `nil`, because an `NSArray` contains only objects.
  static var objectiveCType: ObjectiveCType? {
    guard let type = ObjectiveCType(Element.self), !type.isNullable else { return nil }
    return .array(type)
  }
}

extension Dictionary: ObjectiveCRepresentable {
  /// The Objective-C type; `nil` if values may be `nil`, because an `NSDictionary` contains only objects.
  static var objectiveCType: ObjectiveCType? {
    guard Key.self == String.self, let type = ObjectiveCType(Value.self), !type.isNullable else { return nil }
    return .dictionary(type)
  }
}
