#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// What stands in help for the value of an option.
struct CommandLinePlaceholder {
  /// The text, such as `<integer>`; `nil` for a Boolean setting, whose option stands alone.
  let text: String?

  /// Creates the placeholder of a setting.
  init(of setting: any Setting) {
    let type = (setting.valueType as? any OptionalOption.Type)?.wrappedType ?? setting.valueType
    if let name = Self.name(of: type, encodedAs: setting.inspect().defaultValue, choices: setting.validation?.choices) {
      text = "<\(name)>"
    } else {
      text = nil
    }
  }

  private static func name(of type: Any.Type, encodedAs value: SettingsValue?, choices: [SettingsValue]?) -> String? {
    if type == Bool.self { return nil }
    if choices != nil { return "choice" }
    if type is any BinaryInteger.Type { return "integer" }
    if type is any BinaryFloatingPoint.Type || type == Decimal.self { return "number" }
    if type == Date.self { return "date" }
    if type == URL.self { return "url" }
    if type == UUID.self { return "uuid" }
    if type == Data.self { return "base64" }
    switch value {
    case .array, .dictionary: return "json"
    case .integer, .unsigned: return "integer"
    case .double: return "number"
    case .date: return "date"
    case .bool, .string, .data, .null, nil: return type is any StringProtocol.Type ? "text" : "value"
    }
  }
}

/// An optional, whose values are of the type that it wraps.
private protocol OptionalOption {
  static var wrappedType: Any.Type { get }
}

extension Optional: OptionalOption {
  fileprivate static var wrappedType: Any.Type { Wrapped.self }
}
