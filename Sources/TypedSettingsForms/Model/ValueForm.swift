package import TypedSettingsCore

/// The form of stored values, as far as it can be found without a guess.
package indirect enum ValueForm: Hashable, Sendable {
  /// `true` or `false`.
  case boolean
  /// An integer between two inclusive bounds.
  case integer(minimum: SettingsValue, maximum: SettingsValue)
  /// A number.
  case number
  /// A string, possibly in a format.
  case string(StringFormat?)
  /// A date.
  case date
  /// A sequence of bytes.
  case data
  /// One of the given values, such as the cases of an enumeration, with their names if the values aren't text.
  case choices([SettingsValue], names: [String]? = nil)
  /// Null, or a value of another form.
  case optional(ValueForm)
  /// An array of elements.
  case array(ValueForm)
  /// A dictionary with the given keys; `nil` for any keys.
  case dictionary(ValueForm, keys: [String]? = nil)
  /// A dictionary with the given properties.
  case object([Property])
  /// JSON of another form in a string.
  case jsonText(ValueForm)
  /// JSON of another form in data.
  case jsonData(ValueForm)
  /// Any value.
  case any
  /// A form that only the program knows, and that can't be described without a guess.
  case opaque

  /// The format of a string.
  package enum StringFormat: String, Hashable, Sendable {
    /// A single character.
    case character
    /// A URL.
    case url
    /// A UUID.
    case uuid
    /// A decimal number.
    case decimal
    /// ISO 8601 text.
    case timestamp
  }

  /// A property of a structure.
  package struct Property: Hashable, Sendable {
    /// The name of the property in the stored form.
    package let name: String

    /// The form of the property.
    package let form: ValueForm

    /// A Boolean value that indicates whether a value without the property can't be decoded by itself.
    ///
    /// In the value of a setting, a missing property falls back to the default's property.
    package let isRequired: Bool

    /// Creates a property.
    package init(name: String, form: ValueForm, isRequired: Bool) {
      self.name = name
      self.form = form
      self.isRequired = isRequired
    }
  }
}

extension ValueForm {
  /// Returns a Boolean value that indicates whether a stored value can have the form.
  package func accepts(_ value: SettingsValue) -> Bool {
    switch (self, value) {
    case (.any, _), (.opaque, _), (.boolean, .bool), (.string, .string), (.date, .date), (.data, .data): true
    case (.string(.timestamp), .date), (.optional, .null), (.jsonText, .string), (.jsonData, .data): true
    case (.integer, .integer), (.integer, .unsigned), (.number, .double), (.number, .integer): true
    case (.choices(let choices, _), _): choices.contains(value)
    case (.optional(let form), _): form.accepts(value)
    case (.array(let form), .array(let values)): values.allSatisfy(form.accepts)
    case (.dictionary(let form, let keys), .dictionary(let values)):
      values.values.allSatisfy(form.accepts) && values.keys.allSatisfy { keys?.contains($0) ?? true }
    case (.object(let properties), .dictionary(let values)):
      values.keys.allSatisfy { name in properties.contains { $0.name == name } }
        && properties.allSatisfy { values[$0.name].map($0.form.accepts) ?? !$0.isRequired }
    default: false
    }
  }

  /// A Boolean value that indicates whether the values have no elements.
  var isScalar: Bool {
    switch self {
    case .array, .dictionary, .object, .any, .opaque, .jsonText, .jsonData: false
    case .optional(let form): form.isScalar
    case .boolean, .integer, .number, .string, .date, .data, .choices: true
    }
  }
}
