/// A type of Objective-C that stands for one of Swift.
indirect enum ObjectiveCType: Hashable, Sendable {
  case truth
  /// A whole number as wide as a pointer.
  case word(isSigned: Bool)
  case integer(bits: Int, isSigned: Bool)
  case float, double
  case string, data, date, url, uuid, decimal, number
  /// Any object of a property list, or none.
  case any
  case array(ObjectiveCType)
  /// A dictionary with texts for keys.
  case dictionary(ObjectiveCType)
  /// An array of whatever a property list can hold.
  case propertyListArray
  /// A dictionary of whatever a property list can hold.
  case propertyListDictionary
  /// An object or none; a number is an object then.
  case nullable(ObjectiveCType)

  /// The type that stands for a type of Swift; `nil` if there is none.
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
    case .truth, .word, .integer, .float, .double: false
    default: true
    }
  }

  /// The type as a declaration writes it; an object's ends in the star, if it has one.
  var declaration: String {
    switch self {
    case .truth: "BOOL"
    case .word(let isSigned): isSigned ? "NSInteger" : "NSUInteger"
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

  /// The class that stands for the type in a collection or where there may be none.
  var object: ObjectiveCType { isObject ? self : .number }
}

/// A type of Swift that one of Objective-C may stand for.
protocol ObjectiveCRepresentable {
  /// The type of Objective-C; `nil` if that of an element has none.
  static var objectiveCType: ObjectiveCType? { get }
}
