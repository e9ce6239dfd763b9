package import TypedSettingsCore

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
