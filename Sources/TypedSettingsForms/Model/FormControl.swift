package import TypedSettingsCore

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A control that edits the stored form of a value.
///
/// Each value of a setting has a control: its kind follows from the form of the stored values and the constraint, and a
/// form that only the program knows is edited as JSON.
package indirect enum FormControl: Hashable, Sendable {
  /// A switch.
  case toggle
  /// A whole number between two bounds.
  case integer(minimum: SettingsValue?, maximum: SettingsValue?)
  /// A number between two bounds.
  case number(minimum: SettingsValue?, maximum: SettingsValue?)
  /// One of several values, of which some have titles.
  case choices([SettingsValue], titles: [SettingsValue: String] = [:])
  /// Text.
  case text
  /// A color as six hexadecimal digits after a number sign.
  case color
  /// A date between two bounds.
  case date(minimum: SettingsValue? = nil, maximum: SettingsValue? = nil)
  /// A date between two bounds that is stored as ISO 8601 text.
  case timestamp(minimum: SettingsValue? = nil, maximum: SettingsValue? = nil)
  /// Bytes, which are edited as Base64.
  case data
  /// Elements of one kind, which may be UUIDs.
  case list(FormControl, ofUUIDs: Bool = false)
  /// Names with values of one kind, which may be UUIDs.
  case map(FormControl, ofUUIDs: Bool = false)
  /// The properties of a structure.
  case group([Member])
  /// A value, or null.
  case optional(FormControl)
  /// Any value, which is edited as JSON.
  case document

  /// A property of a structure.
  package struct Member: Hashable, Sendable {
    package let name: String
    package let control: FormControl
    /// A Boolean value that indicates whether the property is a UUID.
    var isUUID = false
    /// The documentation of the property.
    package internal(set) var documentation: String?
  }

  /// The maximum number of elements that have controls of their own.
  package static let maximumElements = 200
}

extension FormControl {
  /// Creates the control of a setting.
  ///
  /// - Parameters:
  ///   - form: The form of the stored values.
  ///   - constraint: The constraint on the stored values.
  ///   - value: The current value.
  ///   - defaultValue: The default, which distinguishes colors from other text.
  ///   - documentation: The documentation of the parts, by their paths.
  package init(
    of form: ValueForm, constraint: SettingConstraint?, value: SettingsValue?, defaultValue: SettingsValue?,
    documentation: [String: String] = [:]
  ) {
    let control = FormControl(form, constraint, sample: defaultValue, documentation)
    // A value with another form than the declared one is edited as it is.
    self = value.map { form.accepts($0) && control.canEdit($0) } ?? true ? control : .document
  }

  private init(
    _ form: ValueForm, _ constraint: SettingConstraint?, sample: SettingsValue?, _ documentation: [String: String]
  ) {
    if let choices = constraint?.choices, form.isScalar {
      // A rule allows null in an optional value.
      if case .optional = form, !choices.contains(.null) {
        self = .choices([.null] + choices)
      } else {
        self = .choices(choices)
      }
      return
    }
    let range = constraint?.range
    switch form {
    case .boolean: self = .toggle
    case .integer(let minimum, let maximum):
      self = .integer(minimum: range?.minimum ?? minimum, maximum: range?.maximum ?? maximum)
    case .number: self = .number(minimum: range?.minimum, maximum: range?.maximum)
    case .string(.timestamp): self = .timestamp(minimum: range?.minimum, maximum: range?.maximum)
    case .string(nil): self = sample?.isColor ?? false ? .color : .text
    case .string, .jsonText: self = .text
    case .date: self = .date(minimum: range?.minimum, maximum: range?.maximum)
    case .data, .jsonData: self = .data
    case .choices(let choices, let names):
      let titles = zip(choices, names ?? []).map { ($0, FormTitle.title(ofName: $1)) }
      self = .choices(choices, titles: Dictionary(titles) { first, _ in first })
    case .optional(.boolean): self = .choices([.null, true, false])
    case .optional(let form):
      let control = FormControl(form, constraint, sample: sample, documentation)
      if case .choices(let choices, let titles) = control {
        self = .choices(choices.contains(.null) ? choices : [.null] + choices, titles: titles)
      } else {
        self = control == .document ? .document : .optional(control)
      }
    case .array(let form):
      let control = FormControl(form, constraint?.element, sample: sample?.firstElement, documentation)
      self = .list(control, ofUUIDs: control.editsUUIDs(of: form))
    case .dictionary(let form, _):
      let control = FormControl(form, constraint?.element, sample: nil, documentation)
      self = .map(control, ofUUIDs: control.editsUUIDs(of: form))
    case .object(let properties):
      let members = sample?.dictionary ?? [:]
      self = .group(
        properties.map { property in
          let name = property.name
          let control = FormControl(property.form, nil, sample: members[name], documentation.inside(name))
          return Member(
            name: name, control: control, isUUID: control.editsUUIDs(of: property.form),
            documentation: documentation[name])
        })
    case .any, .opaque: self = .document
    }
  }

  /// Returns whether the control is a text field for UUIDs, which a user can't make up.
  private func editsUUIDs(of form: ValueForm) -> Bool { self == .text && form == .string(.uuid) }

  /// Returns whether a value that has the declared form can be edited without a loss.
  private func canEdit(_ value: SettingsValue) -> Bool {
    switch (self, value) {
    case (.color, _): value.isColor
    case (.number, .double(let number)): number.isFinite
    case (.date, .date(let date)), (.timestamp, .date(let date)): FormControl.text(of: date) != nil
    case (.timestamp, .string(let text)): FormControl.date(ofTimestamp: text) != nil
    case (.optional(let control), _): value.isNull || control.canEdit(value)
    case (.list(let control, _), .array(let values)):
      values.count <= Self.maximumElements && values.allSatisfy(control.canEdit)
    case (.map(let control, _), .dictionary(let values)):
      values.count <= Self.maximumElements && values.values.allSatisfy(control.canEdit)
    case (.group(let members), .dictionary(let values)):
      members.allSatisfy { member in values[member.name].map(member.control.canEdit) ?? true }
    default: true
    }
  }

  /// The value of a new element, in which each UUID is a new one.
  var blank: SettingsValue { emptyValue { Self.newUUID } }

  /// Returns the value of a new element of a list: of several choices, the first one that no other element has.
  ///
  /// A set would ignore an element that it already has.
  func newElement(besides elements: [SettingsValue]) -> SettingsValue {
    guard case .choices(let choices, _) = self else { return blank }
    return choices.first { !elements.contains($0) } ?? blank
  }

  /// The value that the fields show while there is none, which is the same each time.
  var placeholder: SettingsValue { emptyValue { "" } }

  private func emptyValue(_ makeUUID: () -> SettingsValue) -> SettingsValue {
    switch self {
    case .toggle: false
    case .integer(let minimum, let maximum), .number(let minimum, let maximum):
      if let minimum, minimum.number ?? 0 > 0 {
        minimum
      } else if let maximum, maximum.number ?? 0 < 0 {
        maximum
      } else {
        0
      }
    case .choices(let choices, _): choices.first ?? .null
    case .text: ""
    case .color: "#000000"
    case .date, .timestamp: newDate
    case .data: FormControl.noData
    case .list: []
    case .map: [:]
    case .group(let members):
      .dictionary(
        members.reduce(into: [:]) { values, member in
          values[member.name] = member.isUUID ? makeUUID() : member.control.emptyValue(makeUUID)
        })
    case .optional, .document: .null
    }
  }
}

// MARK: Parts

extension FormControl {
  /// A part of a composed value, which has a control of its own.
  struct Part: Hashable, Identifiable, Sendable {
    /// The name of a property, the key of a value in a dictionary, or the index of an element.
    let id: String
    let control: FormControl
    let value: SettingsValue
    /// The key of the value in a dictionary; `nil` in other values.
    var key: String?
    /// The documentation of a property.
    var documentation: String?

    /// Returns the title of the part in a value with a title.
    func title(in whole: ControlTitle) -> ControlTitle {
      if let key { return ControlTitle(key, isVerbatim: true) }
      guard let index = Int(id) else { return ControlTitle(SettingTitle.words(of: id)) }
      return ControlTitle("\(whole.text) \(index + 1)", isVerbatim: whole.isVerbatim)
    }
  }

  /// A Boolean value that indicates whether the control consists of several.
  package var isComposed: Bool {
    switch self {
    case .list, .map, .group: true
    case .optional(let control): control.isComposed
    default: false
    }
  }

  /// Returns the stored form of a value that the control edits, which differs from it only for JSON.
  ///
  /// - Throws: ``SettingsError`` if JSON that was typed isn't a value of the setting.
  package func typedForm(of value: SettingsValue, for setting: any Setting) throws(SettingsError) -> SettingsValue {
    guard self == .document, let linked = setting as? any LinkedSetting else { return value }
    return try linked.value(ofJSON: value)
  }

  /// A Boolean value that indicates whether elements can be added and removed.
  var isExtensible: Bool {
    switch self {
    case .list, .map: true
    default: false
    }
  }

  /// The range that a value can be changed in step by step, or `nil` if it has none but the range of its type.
  var steps: ClosedRange<Int64>? {
    guard case .integer(.integer(let minimum)?, .integer(let maximum)?) = self, minimum <= maximum,
      maximum < .max, minimum > .min
    else { return nil }
    return minimum...maximum
  }

  /// Returns the parts of a value; none if it has no parts.
  func parts(of value: SettingsValue) -> [Part] {
    switch (self, value) {
    case (.list(let control, _), .array(let values)):
      values.enumerated().map { Part(id: "\($0.offset)", control: control, value: $0.element) }
    case (.map(let control, _), .dictionary(let values)):
      values.sorted { $0.key < $1.key }.map { Part(id: $0.key, control: control, value: $0.value, key: $0.key) }
    case (.group(let members), _):
      members.map { member in
        Part(
          id: member.name, control: member.control, value: value.dictionary?[member.name] ?? .null,
          documentation: member.documentation)
      }
    default: []
    }
  }

  /// Returns the part of another value that has the place of a part, or `nil` if there is none.
  func counterpart(of part: Part, in value: SettingsValue) -> Part? { parts(of: value).first { $0.id == part.id } }

  /// Returns a value one of whose parts was edited; a value without that part stays the same.
  ///
  /// - Parameters:
  ///   - part: The part, possibly of an earlier value.
  ///   - value: The current value.
  ///   - edit: A function that returns the new value of the part for the current one.
  /// - Returns: The edited value.
  func editing(_ part: Part, in value: SettingsValue, _ edit: (SettingsValue) -> SettingsValue) -> SettingsValue {
    guard let current = counterpart(of: part, in: value) else { return value }
    let newValue = edit(current.value)
    return newValue == current.value ? value : replacing(current, with: newValue, in: value)
  }

  /// Returns a value with another value of one of its parts.
  func replacing(_ part: Part, with newValue: SettingsValue, in value: SettingsValue) -> SettingsValue {
    switch (self, value) {
    case (.list, .array(var values)):
      guard let index = Int(part.id), values.indices.contains(index) else { return value }
      values[index] = newValue
      return .array(values)
    case (.map, .dictionary(var values)):
      guard let key = part.key else { return value }
      values[key] = newValue
      return .dictionary(values)
    case (.group, _):
      var values = value.dictionary ?? [:]
      // A property that's missing would have the value of the default.
      values[part.id] = newValue
      return .dictionary(values)
    default: return value
    }
  }

  /// Returns a dictionary with another key of one of its parts, or `nil` if the key is taken.
  func renaming(_ part: Part, to key: String, in value: SettingsValue) -> SettingsValue? {
    guard case .dictionary(var values) = value, let oldKey = part.key else { return nil }
    if key == oldKey { return value }
    guard values[key] == nil else { return nil }
    values[key] = values.removeValue(forKey: oldKey)
    return .dictionary(values)
  }

  /// Returns a list or a dictionary without one of its parts.
  func removing(_ part: Part, from value: SettingsValue) -> SettingsValue {
    switch value {
    case .array(var values):
      guard let index = Int(part.id), values.indices.contains(index) else { return value }
      values.remove(at: index)
      return .array(values)
    case .dictionary(var values):
      if let key = part.key { values[key] = nil }
      return .dictionary(values)
    default: return value
    }
  }

  /// Returns a list or a dictionary with one more element.
  func appending(to value: SettingsValue) -> SettingsValue {
    switch self {
    case .list(let control, let ofUUIDs):
      let values: [SettingsValue] = if case .array(let values) = value { values } else { [] }
      return .array(values + [ofUUIDs ? Self.newUUID : control.newElement(besides: values)])
    case .map(let control, let ofUUIDs):
      var values = value.dictionary ?? [:]
      values[Self.newKey(in: values)] = ofUUIDs ? Self.newUUID : control.blank
      return .dictionary(values)
    default: return value
    }
  }

  /// Returns a key that a dictionary doesn't have.
  static func newKey(in values: [String: SettingsValue]) -> String {
    var number = 1
    while values[number == 1 ? "new" : "new \(number)"] != nil { number += 1 }
    return number == 1 ? "new" : "new \(number)"
  }
}

// MARK: Dates

extension FormControl {
  /// The range of the dates that are allowed, or `nil` if all are.
  ///
  /// A bound that is missing is the distant past or the distant future.
  var dates: ClosedRange<Date>? {
    switch self {
    case .date(let minimum, let maximum), .timestamp(let minimum, let maximum):
      let first = minimum.flatMap { date(of: $0) }
      let last = maximum.flatMap { date(of: $0) }
      if first == nil, last == nil { return nil }
      let (start, end) = (first ?? .distantPast, last ?? .distantFuture)
      return start <= end ? start...end : nil
    default: return nil
    }
  }

  /// The value of a new date: the start of the century in UTC, or the nearest date that is allowed.
  private var newDate: SettingsValue {
    let date = dates.map { max($0.lowerBound, min($0.upperBound, Self.blankDate)) } ?? Self.blankDate
    return value(of: date) ?? .date(date)
  }
}

// MARK: Colors

extension FormControl {
  /// Returns the components of a color, from 0 to 1, or `nil` if the value isn't one.
  static func components(ofColor value: SettingsValue) -> (red: Double, green: Double, blue: Double)? {
    guard value.isColor, let number = Int(text(of: value).dropFirst(), radix: 16) else { return nil }
    return (Double(number >> 16) / 255, Double(number >> 8 & 0xFF) / 255, Double(number & 0xFF) / 255)
  }

  /// Returns the value of a color with components from 0 to 1; other components are clamped.
  static func color(red: Double, green: Double, blue: Double) -> SettingsValue {
    let digits = [red, green, blue].map { component -> String in
      let number = component.isNaN ? 0 : Int((min(1, max(0, component)) * 255).rounded())
      return (number < 16 ? "0" : "") + String(number, radix: 16)
    }
    return .string("#\(digits.joined())")
  }
}

extension SettingsValue {
  /// A Boolean value that indicates whether the value is a color such as `#FF8000`.
  var isColor: Bool {
    guard case .string(let text) = self, text.utf8.count == 7, text.first == "#" else { return false }
    return text.dropFirst().allSatisfy { $0.isASCII && $0.isHexDigit }
  }

  fileprivate var firstElement: SettingsValue? { if case .array(let values) = self { values.first } else { nil } }

  /// The members of a dictionary, or `nil` if the value is another one.
  var dictionary: [String: SettingsValue]? { if case .dictionary(let values) = self { values } else { nil } }

  /// The number, or `nil` if the value is none.
  package var number: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .unsigned(let number): Double(number)
    case .double(let number): number
    default: nil
    }
  }
}
