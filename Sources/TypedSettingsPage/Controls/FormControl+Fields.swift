internal import TypedSettings
internal import TypedSettingsTools

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

// A control has one or several fields, whose names are paths: `profile/age` is the property of the setting `profile`,
// and `tags/0` the first element of `tags`. A switch that is off has no field, as browsers send none.

/// The names of fields.
enum FieldName {
  /// The value of a field whose control is on.
  static let on = "on"

  /// Returns the name of a property or an element.
  static func child(_ name: some CustomStringConvertible, of path: String) -> String {
    let name = name.description.split(separator: "~", omittingEmptySubsequences: false).joined(separator: "~0")
    return "\(path)/\(name.split(separator: "/", omittingEmptySubsequences: false).joined(separator: "~1"))"
  }

  /// Returns the field that holds the number of elements.
  static func count(_ path: String) -> String { "\(path)/#" }

  /// Returns the field that holds whether there is a value.
  static func presence(_ path: String) -> String { "\(path)/?" }

  /// Returns the field that holds the fingerprint of the fields at the time when the page was made.
  static func original(_ setting: String) -> String { "\(setting)/=" }

  /// Returns the name of the setting in a path.
  static func setting(in path: String) -> String { String(path.prefix { $0 != "/" }) }
}

extension FormControl {
  /// Returns the fields that show a value.
  ///
  /// - Parameters:
  ///   - value: The value; `nil` counts as null.
  ///   - path: The name of the control.
  /// - Returns: The texts of the fields by their names.
  func fields(of value: SettingsValue?, at path: String) -> [String: String] {
    let value = value ?? .null
    switch self {
    case .toggle: return value == true ? [path: FieldName.on] : [:]
    case .integer, .number, .text, .data, .choices: return [path: Self.text(of: value)]
    case .color:
      // A color picker shows lowercase letters.
      return [path: Self.text(of: value).lowercased()]
    case .date:
      guard case .date(let date) = value else { return [path: ""] }
      return [path: Self.text(of: date) ?? ""]
    case .timestamp:
      guard case .string(let text) = value else { return [path: ""] }
      return [path: Self.date(ofTimestamp: text).flatMap(Self.text(of:)) ?? text]
    case .document: return [path: Self.document(of: value)]
    case .optional(let control):
      var fields = control.fields(of: value.isNull ? control.blank : value, at: path)
      if control.isEmptiable {
        if value.isNull { fields[path] = "" }
      } else if !value.isNull {
        fields[FieldName.presence(path)] = FieldName.on
      }
      return fields
    case .list(let control):
      guard case .array(let values) = value else { return [FieldName.count(path): "0"] }
      var fields = [FieldName.count(path): "\(values.count)"]
      for (index, element) in values.enumerated() {
        fields.merge(control.fields(of: element, at: FieldName.child(index, of: path))) { first, _ in first }
      }
      return fields
    case .map(let control):
      let members = (value.dictionary ?? [:]).sorted { $0.key < $1.key }
      var fields = [FieldName.count(path): "\(members.count)"]
      for (index, member) in members.enumerated() {
        let child = FieldName.child(index, of: path)
        fields[FieldName.child("key", of: child)] = member.key.withLineFeeds
        fields.merge(control.fields(of: member.value, at: FieldName.child("value", of: child))) { first, _ in first }
      }
      return fields
    case .group(let members):
      var fields: [String: String] = [:]
      for member in members {
        let path = FieldName.child(member.name, of: path)
        fields.merge(member.control.fields(of: value.dictionary?[member.name], at: path)) { first, _ in first }
      }
      return fields
    }
  }

  /// A Boolean value that indicates whether an empty field stands for null.
  var isEmptiable: Bool {
    switch self {
    case .integer, .number, .date, .timestamp: true
    default: false
    }
  }

  /// Returns the text of a scalar.
  static func text(of value: SettingsValue) -> String {
    switch value {
    case .null: ""
    case .bool(let value): value ? "true" : "false"
    case .integer(let number): "\(number)"
    case .unsigned(let number): "\(number)"
    // A whole number has no fraction, as in a number field.
    case .double(let number): Int64(exactly: number).map { "\($0)" } ?? "\(number)"
    case .string(let text): text.withLineFeeds
    case .data(let data): data.base64EncodedString()
    case .date, .array, .dictionary: document(of: value)
    }
  }

  /// Returns the JSON text of a value.
  private static func document(of value: SettingsValue) -> String {
    guard let bytes = Result(catching: { () throws(SettingsError) in try DocumentFormat.json.bytes(of: value) }).value
    else { return "" }
    let text = String(decoding: bytes, as: UTF8.self)
    return text.last == "\n" ? String(text.dropLast()) : text
  }

  /// A date for new elements: the start of the century in UTC.
  static let blankDate = Date(timeIntervalSinceReferenceDate: 0)

  /// No bytes, for new elements.
  static let noData = SettingsValue.data(Data())

  /// Returns the text of a date in UTC for a date field, without fractions of a second; `nil` if it has none.
  ///
  /// A browser leaves out seconds that are zero, and a field must have the text that the browser gives it.
  static func text(of date: Date) -> String? {
    TimestampText.text(of: date).map { String($0.prefix($0.dropFirst(16).hasPrefix(":00") ? 16 : 19)) }
  }

  /// Returns the date of ISO 8601 text.
  static func date(ofTimestamp text: String) -> Date? { TimestampText.date(of: text) }

  /// Returns a short text that differs if the fields differ.
  static func fingerprint(of fields: [String: String]) -> String {
    // FNV-1a; the texts are separated by bytes that UTF-8 doesn't have.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
      for byte in Array(name.utf8) + [0xFF] + Array(value.utf8) + [0xFE] {
        hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
      }
    }
    return String(hash, radix: 16)
  }
}

extension Result {
  fileprivate var value: Success? { if case .success(let value) = self { value } else { nil } }
}
