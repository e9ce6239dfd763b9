package import TypedSettingsCore

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension FormControl {
  /// Returns the fields that show a value.
  ///
  /// - Parameters:
  ///   - value: The value; `nil` counts as null.
  ///   - path: The name of the control.
  /// - Returns: The texts of the fields by their names.
  package func fields(of value: SettingsValue?, at path: String) -> [String: String] {
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
      if case .date(let date) = value { return [path: Self.text(of: date) ?? ""] }
      guard case .string(let text) = value else { return [path: ""] }
      return [path: Self.date(ofTimestamp: text).flatMap(Self.text(of:)) ?? text]
    case .document: return [path: Self.document(of: value)]
    case .optional(let control):
      var fields = control.fields(of: value.isNull ? control.placeholder : value, at: path)
      if control.isEmptiable {
        if value.isNull { fields[path] = "" }
      } else if !value.isNull {
        fields[FieldName.presence(path)] = FieldName.on
      }
      return fields
    case .list(let control, _):
      guard case .array(let values) = value else { return [FieldName.count(path): "0"] }
      var fields = [FieldName.count(path): "\(values.count)"]
      for (index, element) in values.enumerated() {
        fields.merge(control.fields(of: element, at: FieldName.child(index, of: path))) { first, _ in first }
      }
      return fields
    case .map(let control, _):
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
  package var isEmptiable: Bool {
    switch self {
    case .integer, .number, .date, .timestamp: true
    default: false
    }
  }

  /// Returns the text of a scalar.
  package static func text(of value: SettingsValue) -> String {
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

  /// Returns the text of a scalar, or of any value that's edited as JSON, for the field of a control.
  static func editableText(of value: SettingsValue, in control: FormControl) -> String {
    control.fields(of: value, at: "")[""] ?? ""
  }

  /// Returns the JSON text of a value.
  private static func document(of value: SettingsValue) -> String {
    guard let bytes = Result(catching: { () throws(SettingsError) in try JSONWriter.document(of: value) }).value
    else { return "" }
    let text = String(decoding: bytes, as: UTF8.self)
    return text.last == "\n" ? String(text.dropLast()) : text
  }

  /// A date for new elements: the start of the century in UTC.
  static let blankDate = Date(timeIntervalSinceReferenceDate: 0)

  /// A new UUID, for new elements.
  static var newUUID: SettingsValue { .string(UUID().uuidString) }

  /// No bytes, for new elements.
  static let noData = SettingsValue.data(Data())

  /// Returns the text of a date in UTC for a date field, without fractions of a second; `nil` if it has none.
  ///
  /// A browser leaves out seconds that are zero, and a field must have the text that the browser gives it.
  package static func text(of date: Date) -> String? {
    TimestampText.text(of: date).map { String($0.prefix($0.dropFirst(16).hasPrefix(":00") ? 16 : 19)) }
  }

  /// Returns the date of ISO 8601 text.
  static func date(ofTimestamp text: String) -> Date? { TimestampText.date(of: text) }

  /// The date of a value that a date control edits, or `nil` if it has none.
  func date(of value: SettingsValue) -> Date? {
    switch value {
    case .date(let date): date
    case .string(let text): Self.date(ofTimestamp: text)
    default: nil
    }
  }

  /// Returns the value of a date, or `nil` if the control doesn't edit dates.
  func value(of date: Date) -> SettingsValue? {
    switch self {
    case .date: .date(date)
    case .timestamp: TimestampText.text(of: date).map { .string($0) }
    default: nil
    }
  }

  /// Returns a short text that differs if the fields differ.
  package static func fingerprint(of fields: [String: String]) -> String {
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

// MARK: Reading

/// A field whose text isn't a value of its control.
package struct FieldError: Error, Hashable, Sendable {
  /// The name of the field.
  package let field: String
  /// The reason as a sentence without a stop.
  package let message: String

  package init(field: String, message: String) {
    self.field = field
    self.message = message
  }
}

/// A change of the number of elements, made with a button beside them.
package enum ElementEdit: Hashable, Sendable {
  /// Appends an element to the list with a name.
  case add(String)
  /// Removes the element with a name.
  case remove(String)

  /// Returns whether the edit appends an element to a control with a name, or to a part of it.
  fileprivate func isAddition(to path: String) -> Bool {
    guard case .add(let list) = self else { return false }
    return list == path || list.hasPrefix("\(path)/")
  }
}

extension FormControl {
  /// Returns the value that fields show.
  ///
  /// A field can show less than its value has, such as a date without the fraction of a second. So a part whose field
  /// shows the current value keeps it. An empty field of a UUID stands for a new one.
  ///
  /// - Parameters:
  ///   - fields: The fields of a form.
  ///   - path: The name of the control.
  ///   - current: The value that the fields were made of, or `nil` if there is none.
  ///   - edit: A change of the number of elements.
  /// - Returns: The value.
  /// - Throws: ``FieldError`` if a field is missing or its text isn't a value.
  package func value(
    of fields: [String: String], at path: String, replacing current: SettingsValue? = nil, edit: ElementEdit? = nil
  ) throws(FieldError) -> SettingsValue {
    switch self {
    case .toggle: return .bool(fields[path] != nil)
    case .optional(let control):
      // A button adds an element to an absent list, too.
      let isPresent =
        control.isEmptiable
        ? fields[path] ?? "" != "" : fields[FieldName.presence(path)] != nil || edit?.isAddition(to: path) ?? false
      let current = current?.isNull ?? true ? nil : current
      return isPresent ? try control.value(of: fields, at: path, replacing: current, edit: edit) : .null
    case .list(let control, let ofUUIDs):
      return .array(try elements(control, ofUUIDs, of: fields, at: path, replacing: current, edit))
    case .map(let control, let ofUUIDs):
      return .dictionary(try members(control, ofUUIDs, of: fields, at: path, replacing: current, edit))
    case .group(let members):
      var values: [String: SettingsValue] = [:]
      for member in members {
        let path = FieldName.child(member.name, of: path)
        let current = current?.dictionary?[member.name]
        // With null: a property that's missing would have the value of the default.
        values[member.name] = try member.control.value(
          ofPart: fields, at: path, isUUID: member.isUUID, replacing: current, edit: edit)
      }
      return .dictionary(values)
    case .integer, .number, .choices, .text, .color, .date, .timestamp, .data, .document:
      guard let text = fields[path] else { throw FieldError(field: path, message: "The form has no value") }
      if let current, self.fields(of: current, at: path)[path] == text { return current }
      guard let value = value(ofText: text) else { throw FieldError(field: path, message: refusal(ofText: text)) }
      return value
    }
  }

  /// Returns the value that the fields of a part show.
  private func value(
    ofPart fields: [String: String], at path: String, isUUID: Bool, replacing current: SettingsValue?,
    edit: ElementEdit?
  ) throws(FieldError) -> SettingsValue {
    if isUUID, fields[path] == "" { return Self.newUUID }
    return try value(of: fields, at: path, replacing: current, edit: edit)
  }

  /// Returns the value of the text of a field, or `nil` if it has none.
  package func value(ofText text: String) -> SettingsValue? {
    let trimmed = text.trimmed
    switch self {
    case .integer:
      let digits = trimmed.first == "+" ? String(trimmed.dropFirst()) : trimmed
      // A number field also accepts whole numbers such as `1e3`.
      return TypedText.integer(digits)
    case .number: return TypedText.number(trimmed).flatMap { $0.isFinite ? .double($0) : nil }
    case .choices(let choices, _): return choices.first { Self.text(of: $0) == text }
    case .text: return .string(text)
    case .color: return SettingsValue.string(trimmed).isColor ? .string(trimmed) : nil
    case .date: return Self.date(ofField: trimmed).map { .date($0) }
    case .timestamp: return Self.date(ofField: trimmed).flatMap(TimestampText.text(of:)).map { .string($0) }
    case .data: return TypedText.data(trimmed).map { .data($0) }
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

  /// Returns the reason why text has no value, as a sentence without a stop.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - isSecret: A Boolean value that indicates whether the text must not be repeated.
  /// - Returns: The reason.
  package func refusal(ofText text: String, isSecret: Bool = false) -> String {
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
    return text.trimmed.isEmpty ? "A value is required" : "\(isSecret ? "The text" : text.quotedExcerpt) \(fault)"
  }
}

// MARK: Elements

extension FormControl {
  private static func count(of fields: [String: String], at path: String) throws(FieldError) -> Int {
    guard let count = fields[FieldName.count(path)].flatMap({ Int($0) }), 0...maximumElements ~= count else {
      throw FieldError(field: path, message: "The form has no valid number of elements")
    }
    return count
  }

  private func elements(
    _ control: FormControl, _ ofUUIDs: Bool, of fields: [String: String], at path: String,
    replacing current: SettingsValue?, _ edit: ElementEdit?
  ) throws(FieldError) -> [SettingsValue] {
    let parts = current.map { self.parts(of: $0) } ?? []
    let pending = PendingElement(in: fields, at: path)
    var values: [SettingsValue] = []
    for index in 0..<(try Self.count(of: fields, at: path)) {
      let child = FieldName.child(index, of: path)
      if edit == .remove(child) || pending?.isUnfilled(index, in: fields) ?? false { continue }
      let current = index < parts.count ? parts[index].value : nil
      values.append(
        try control.value(ofPart: fields, at: child, isUUID: ofUUIDs, replacing: current, edit: edit))
    }
    if edit == .add(path) { values.append(ofUUIDs ? Self.newUUID : control.newElement(besides: values)) }
    return values
  }

  private func members(
    _ control: FormControl, _ ofUUIDs: Bool, of fields: [String: String], at path: String,
    replacing current: SettingsValue?, _ edit: ElementEdit?
  ) throws(FieldError) -> [String: SettingsValue] {
    let parts = current.map { self.parts(of: $0) } ?? []
    let count = try Self.count(of: fields, at: path)
    let pending = PendingElement(in: fields, at: path)
    var values: [String: SettingsValue] = [:]
    for index in 0..<count {
      let child = FieldName.child(index, of: path)
      if edit == .remove(child) || pending?.isUnfilled(index, in: fields) ?? false { continue }
      let name = FieldName.child("key", of: child)
      guard let text = fields[name] else { throw FieldError(field: name, message: "The form has no name") }
      // A new element can have any place among the sorted names.
      let part = Self.part(named: text, at: index, of: parts)
      let key = part?.key ?? text
      guard values[key] == nil else {
        throw FieldError(field: name, message: "The name \(text.quotedExcerpt) is used twice")
      }
      let renamed = count == parts.count ? parts[index] : nil
      values[key] = try control.value(
        ofPart: fields, at: FieldName.child("value", of: child), isUUID: ofUUIDs,
        replacing: (part ?? renamed)?.value, edit: edit)
    }
    if edit == .add(path) { values[Self.newKey(in: values)] = ofUUIDs ? Self.newUUID : control.blank }
    return values
  }

  /// Returns the part of a dictionary whose key a field shows, preferably the one with an index.
  private static func part(named text: String, at index: Int, of parts: [Part]) -> Part? {
    let isNamed = { (part: Part) in part.key?.withLineFeeds == text }
    return index < parts.count && isNamed(parts[index]) ? parts[index] : parts.first(where: isNamed)
  }
}

extension String {
  /// The text with line feeds instead of other ends of lines, which is how a control shows it.
  package var withLineFeeds: String {
    utf8.contains(0x0D)
      ? split(omittingEmptySubsequences: false, whereSeparator: \.isReturn).joined(separator: "\n") : self
  }

  /// The text without surrounding white space.
  fileprivate var trimmed: String {
    let text = drop(while: \.isWhitespace)
    return String(text.dropLast(text.reversed().prefix(while: \.isWhitespace).count))
  }
}

extension Character {
  fileprivate var isReturn: Bool { self == "\r\n" || self == "\r" || self == "\n" }
}
