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
