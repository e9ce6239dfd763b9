internal import TypedSettingsCore
internal import TypedSettingsForms

/// The fields of a form, or the parameters of a query.
struct FormFields: Hashable, Sendable {
  private(set) var values: [String: String] = [:]
  /// The names of the settings whose controls the form contains.
  private(set) var settings: [String] = []

  /// The name of the field that names a setting of the form.
  static let settingName = "setting"
  /// The name of the field that names the button of a form.
  static let actionName = "action"
  /// The name of the field that identifies the change to undo.
  static let stepName = "step"

  init() {}

  /// Creates the fields of text such as `name=Anna&age=30`; `nil` if it isn't well-formed.
  init?(encoded text: some Sequence<UInt8>) {
    for pair in Array(text).split(separator: UInt8(ascii: "&")) {
      let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = Self.decoded(parts[0]), let value = parts.count > 1 ? Self.decoded(parts[1]) : "",
        add(name, value)
      else { return nil }
    }
  }

  /// Creates the fields of a script's request, `{"fields": [["name", "value"], …]}`; `nil` if it isn't well-formed.
  init?(json body: [UInt8]) {
    let document: SettingsValue
    do throws(SettingsError) { document = try JSONReader.value(of: body) } catch { return nil }
    guard case .dictionary(let members) = document, case .array(let list)? = members["fields"] else { return nil }
    for entry in list {
      guard case .array(let pair) = entry, pair.count == 2, case .string(let name) = pair[0],
        case .string(let value) = pair[1], add(name, value)
      else { return nil }
    }
  }

  /// Adds a field; returns `false` if there are too many.
  private mutating func add(_ name: String, _ value: String) -> Bool {
    guard values.count + settings.count < PageLimit.fields else { return false }
    if name == Self.settingName {
      settings.append(value)
    } else {
      // The first field counts, as the fields of a form are in the order of the document.
      if values[name] == nil { values[name] = value.withLineFeeds }
    }
    return true
  }

  /// The value of a field, or `nil` if it's missing.
  subscript(name: String) -> String? { values[name] }

  private static func decoded(_ text: some Collection<UInt8>) -> String? {
    var bytes: [UInt8] = []
    var rest = text[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
      case UInt8(ascii: "%"):
        guard let high = rest.popFirst().flatMap(hexDigit), let low = rest.popFirst().flatMap(hexDigit) else {
          return nil
        }
        bytes.append(high << 4 | low)
      default: bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }
}

extension String {
  /// The text as a component of a query.
  var percentEncoded: String {
    var text = ""
    for byte in utf8 {
      if byte.isLetterOrDigit {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        text += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return text
  }
}

extension FormControl {
  /// Returns the value that the fields of a request show.
  ///
  /// - Parameters:
  ///   - fields: The fields.
  ///   - path: The name of the control.
  ///   - current: The value that the fields were made of; a part whose field is unchanged keeps it.
  ///   - edit: A change of the number of elements.
  /// - Returns: The value.
  /// - Throws: `FieldError` if a field is missing or its text isn't a value.
  func value(
    of fields: FormFields, at path: String, replacing current: SettingsValue? = nil, edit: ElementEdit? = nil
  ) throws(FieldError) -> SettingsValue {
    try value(of: fields.values, at: path, replacing: current, edit: edit)
  }
}
