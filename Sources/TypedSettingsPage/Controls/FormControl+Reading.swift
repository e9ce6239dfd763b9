internal import TypedSettings
internal import TypedSettingsTools

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A field whose text isn't a value of its control.
struct FieldError: Error, Hashable {
  /// The name of the field.
  let field: String
  /// The reason as a sentence without a stop.
  let message: String
}

/// A change of the number of elements, made with a button beside them.
enum ElementEdit: Hashable, Sendable {
  /// Appends an element to the list with a name.
  case add(String)
  /// Removes the element with a name.
  case remove(String)
}

extension FormControl {
  /// Returns the value that fields show.
  ///
  /// - Parameters:
  ///   - fields: The fields of a form.
  ///   - path: The name of the control.
  ///   - edit: A change of the number of elements.
  /// - Returns: The value.
  /// - Throws: ``FieldError`` if a field is missing or its text isn't a value.
  func value(of fields: FormFields, at path: String, edit: ElementEdit? = nil) throws(FieldError) -> SettingsValue {
    switch self {
    case .toggle: return .bool(fields[path] != nil)
    case .optional(let control):
      let isPresent = control.isEmptiable ? fields[path] ?? "" != "" : fields[FieldName.presence(path)] != nil
      return isPresent ? try control.value(of: fields, at: path, edit: edit) : .null
    case .list(let control): return .array(try elements(control, of: fields, at: path, edit))
    case .map(let control): return .dictionary(try members(control, of: fields, at: path, edit))
    case .group(let members):
      var values: [String: SettingsValue] = [:]
      for member in members {
        let path = FieldName.child(member.name, of: path)
        let value = try member.control.value(of: fields, at: path, edit: edit)
        // A property that may be missing is stored without null.
        if value.isNull, case .optional = member.control { continue }
        values[member.name] = value
      }
      return .dictionary(values)
    case .integer, .number, .choices, .text, .color, .date, .timestamp, .data, .document:
      guard let text = fields[path] else { throw FieldError(field: path, message: "The form has no value") }
      guard let value = value(of: text) else { throw FieldError(field: path, message: refusal(of: text)) }
      return value
    }
  }

  /// Returns the value of the text of a field, or `nil` if it has none.
  private func value(of text: String) -> SettingsValue? {
    let trimmed = text.trimmed
    switch self {
    case .integer:
      let digits = trimmed.first == "+" ? String(trimmed.dropFirst()) : trimmed
      if let number = Int64(digits) { return .integer(number) }
      if let number = UInt64(digits) { return .unsigned(number) }
      // A number field also accepts whole numbers such as `1e3`.
      return Double(digits).flatMap { Int64(exactly: $0) }.map { .integer($0) }
    case .number: return Double(trimmed).flatMap { $0.isFinite ? .double($0) : nil }
    case .choices(let choices): return choices.first { Self.text(of: $0) == text }
    case .text: return .string(text)
    case .color: return SettingsValue.string(trimmed).isColor ? .string(trimmed) : nil
    case .date: return Self.date(ofField: trimmed).map { .date($0) }
    case .timestamp: return Self.date(ofField: trimmed).flatMap(TimestampText.text(of:)).map { .string($0) }
    case .data: return Data(base64Encoded: trimmed).map { .data($0) }
    case .document:
      do throws(SettingsError) { return try JSONReader.value(of: text) } catch { return nil }
    case .toggle, .list, .map, .group, .optional: return nil
    }
  }

  /// Returns the date of a date field, which is in UTC; also of one without seconds.
  private static func date(ofField text: String) -> Date? {
    if text.utf8.count == 16 { return TimestampText.date(of: "\(text):00Z") }
    return TimestampText.date(of: text.utf8.count > 10 && text.last != "Z" ? "\(text)Z" : text)
  }

  private func refusal(of text: String) -> String {
    let fault =
      switch self {
      case .integer: "isn't a whole number"
      case .number: "isn't a number"
      case .choices: "isn't one of the choices"
      case .color: "isn't a color such as #FF8000"
      case .date, .timestamp: "isn't a date such as 2026-11-24T08:30"
      case .data: "isn't Base64"
      case .document: "isn't JSON"
      case .toggle, .list, .map, .group, .optional, .text: "isn't allowed"
      }
    let excerpt = text.count > 60 ? "\(text.prefix(60))…" : text
    return text.trimmed.isEmpty ? "A value is required" : "“\(excerpt)” \(fault)"
  }
}

// MARK: Elements

extension FormControl {
  private static func count(of fields: FormFields, at path: String) throws(FieldError) -> Int {
    guard let count = fields[FieldName.count(path)].flatMap({ Int($0) }), 0...maximumElements ~= count else {
      throw FieldError(field: path, message: "The form has no valid number of elements")
    }
    return count
  }

  private func elements(
    _ control: FormControl, of fields: FormFields, at path: String, _ edit: ElementEdit?
  ) throws(FieldError) -> [SettingsValue] {
    var values: [SettingsValue] = []
    for index in 0..<(try Self.count(of: fields, at: path)) {
      let child = FieldName.child(index, of: path)
      if edit == .remove(child) { continue }
      values.append(try control.value(of: fields, at: child, edit: edit))
    }
    if edit == .add(path) { values.append(control.blank) }
    return values
  }

  private func members(
    _ control: FormControl, of fields: FormFields, at path: String, _ edit: ElementEdit?
  ) throws(FieldError) -> [String: SettingsValue] {
    var values: [String: SettingsValue] = [:]
    for index in 0..<(try Self.count(of: fields, at: path)) {
      let child = FieldName.child(index, of: path)
      if edit == .remove(child) { continue }
      let name = FieldName.child("key", of: child)
      guard let key = fields[name] else { throw FieldError(field: name, message: "The form has no name") }
      guard values[key] == nil else { throw FieldError(field: name, message: "“\(key)” is there twice") }
      values[key] = try control.value(of: fields, at: FieldName.child("value", of: child), edit: edit)
    }
    if edit == .add(path) {
      let names = (1...(values.count + 1)).lazy.map { $0 == 1 ? "new" : "new \($0)" }
      if let name = names.first(where: { values[$0] == nil }) { values[name] = control.blank }
    }
    return values
  }
}

extension String {
  /// The text without surrounding white space.
  fileprivate var trimmed: String {
    let text = drop(while: \.isWhitespace)
    return String(text.dropLast(text.reversed().prefix(while: \.isWhitespace).count))
  }
}
