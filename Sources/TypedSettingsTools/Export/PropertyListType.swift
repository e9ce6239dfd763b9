internal import TypedSettingsCore

/// The type of values in a property list.
enum PropertyListType: String {
  case boolean, integer, real, string, date, data, array, dictionary

  /// Creates the type of a value; `nil` for null, which a property list lacks.
  init?(of value: SettingsValue) {
    switch value {
    case .null: return nil
    case .bool: self = .boolean
    case .integer, .unsigned: self = .integer
    case .double: self = .real
    case .string: self = .string
    case .date: self = .date
    case .data: self = .data
    case .array: self = .array
    case .dictionary: self = .dictionary
    }
  }

  /// Returns a value in the type, or `nil` if it has another type or contains null.
  func converted(_ value: SettingsValue) -> SettingsValue? {
    if case .integer(let number) = value, self == .real { return .double(Double(number)) }
    // The literal nil would be null.
    guard PropertyListType(of: value) == self, !value.containsNull else { return Optional.none }
    return value
  }

  /// Returns a bound in the type, or `nil` if it has another type or bounds nothing.
  func finite(_ bound: SettingsValue) -> SettingsValue? {
    if case .double(let number) = bound, !number.isFinite { return Optional.none }
    return converted(bound)
  }
}

extension SettingsValue {
  /// A Boolean value that indicates whether the value is or contains null.
  fileprivate var containsNull: Bool {
    switch self {
    case .null: true
    case .array(let values): values.contains(where: \.containsNull)
    case .dictionary(let values): values.values.contains(where: \.containsNull)
    case .bool, .integer, .unsigned, .double, .string, .data, .date: false
    }
  }
}

extension SettingsSchema.Form {
  /// The type of the values in a property list, without null; `nil` if values of several types are possible.
  var propertyListType: PropertyListType? {
    switch self {
    case .boolean: .boolean
    case .integer: .integer
    case .number: .real
    case .string, .jsonText: .string
    case .date: .date
    case .data, .jsonData: .data
    case .array: .array
    case .dictionary, .object: .dictionary
    case .optional(let form): form.propertyListType
    case .choices(let values, _):
      Set(values.map(PropertyListType.init)).count == 1 ? values.first.flatMap(PropertyListType.init) : nil
    case .any, .opaque: nil
    }
  }
}

extension SettingsSchema.Entry {
  /// A Boolean value that indicates whether the setting is part of the documents of stores.
  var isStored: Bool { !traits.contains(.transient) }

  /// The type of the values in a property list; the type of the default if several types are possible.
  var propertyListType: PropertyListType? {
    form.propertyListType ?? defaultValue.flatMap(PropertyListType.init)
  }

  /// The default as a value of a property list, or `nil` if there is none.
  var propertyListDefault: SettingsValue? {
    guard !isSecret, let defaultValue else { return Optional.none }
    return propertyListType?.converted(defaultValue)
  }

  /// The bounds of a number, without the bounds of the integer type if they aren't within 64 bits.
  var bounds: (minimum: SettingsValue?, maximum: SettingsValue?) {
    guard let type = propertyListType, type == .integer || type == .real else { return (nil, nil) }
    var (minimum, maximum): (SettingsValue?, SettingsValue?) = (nil, nil)
    if case .integer(let least, let most) = form.unwrapped {
      if least != .integer(.min) { minimum = least }
      if case .integer(let most) = most, most != .max { maximum = .integer(most) }
    }
    if let range = storedConstraint?.range {
      minimum = range.minimum ?? minimum
      maximum = range.maximum ?? maximum
    }
    return (minimum.flatMap(type.finite), maximum.flatMap(type.finite))
  }

  /// The regular expression that the whole string must match, or `nil` if there is none that other programs understand.
  var portablePattern: String? {
    // The text of another form, such as JSON, isn't the string that the pattern applies to.
    guard case .string = form.unwrapped else { return nil }
    return storedConstraint?.pattern.flatMap(PortablePattern.init)?.text
  }

  /// The title of the setting: the attribute, or else the words of the name.
  var displayTitle: String { title ?? Self.words(of: name.split(separator: ".").last.map(String.init) ?? name) }

  /// Returns the words of an identifier, such as "Session Length" for `sessionLength`.
  static func words(of name: String) -> String {
    var words = ""
    var previous: Character = "_"
    for character in name {
      if previous == "_" || previous == "-" {
        words += character.uppercased()
      } else {
        if character.isUppercase, !previous.isUppercase { words += " " }
        words.append(character == "_" || character == "-" ? " " : character)
      }
      previous = character
    }
    return words
  }

  /// The title of one of the choices.
  static func title(ofChoice value: SettingsValue) -> String {
    if case .string(let text) = value, !text.isEmpty { words(of: text) } else { value.typedText }
  }
}
