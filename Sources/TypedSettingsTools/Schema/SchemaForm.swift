public import TypedSettings

extension SettingsSchema {
  /// The form of stored values.
  public indirect enum Form: Hashable, Sendable {
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
    /// One of the given values, such as the cases of an enumeration.
    case choices([SettingsValue])
    /// Null, or a value of another form.
    case optional(Form)
    /// An array of elements.
    case array(Form)
    /// A dictionary with any keys.
    case dictionary(Form)
    /// A dictionary with the given keys.
    case object([Property])
    /// JSON of another form in a string.
    case jsonText(Form)
    /// JSON of another form in data.
    case jsonData(Form)
    /// Any value.
    case any
    /// A form that only the program knows, and that can't be described without a guess.
    case opaque
  }

  /// The format of a string.
  public enum StringFormat: String, Hashable, Sendable {
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
  public struct Property: Hashable, Sendable {
    /// The name of the property in the stored form.
    public let name: String

    /// The form of the property.
    public let form: Form

    /// A Boolean value that indicates whether a value without the property can't be decoded by itself.
    ///
    /// In the value of a setting, a missing property falls back to that of the default.
    public let isRequired: Bool

    /// Creates a property.
    public init(name: String, form: Form, isRequired: Bool) {
      self.name = name
      self.form = form
      self.isRequired = isRequired
    }
  }
}

extension SettingsSchema.Form {
  /// The form of 64-bit integers.
  static let integer = Self.integer(minimum: .integer(.min), maximum: .integer(.max))

  /// A Boolean value that indicates whether the form, or a part of it, can't be described.
  var isOpaque: Bool {
    switch self {
    case .opaque: true
    case .optional(let form), .array(let form), .dictionary(let form), .jsonText(let form), .jsonData(let form):
      form.isOpaque
    case .object(let properties): properties.contains { $0.form.isOpaque }
    case .boolean, .integer, .number, .string, .date, .data, .choices, .any: false
    }
  }

  /// The form without an optional.
  var unwrapped: Self { if case .optional(let form) = self { form } else { self } }

  /// Returns a Boolean value that indicates whether a stored value can have the form.
  package func accepts(_ value: SettingsValue) -> Bool {
    switch (self, value) {
    case (.any, _), (.opaque, _), (.boolean, .bool), (.string, .string), (.date, .date), (.data, .data): true
    case (.string(.timestamp), .date), (.optional, .null), (.jsonText, .string), (.jsonData, .data): true
    case (.integer, .integer), (.integer, .unsigned), (.number, .double), (.number, .integer): true
    case (.choices(let choices), _): choices.contains(value)
    case (.optional(let form), _): form.accepts(value)
    case (.array(let form), .array(let values)): values.allSatisfy(form.accepts)
    case (.dictionary(let form), .dictionary(let values)): values.values.allSatisfy(form.accepts)
    case (.object(let properties), .dictionary(let values)):
      values.keys.allSatisfy { name in properties.contains { $0.name == name } }
        && properties.allSatisfy { values[$0.name].map($0.form.accepts) ?? !$0.isRequired }
    default: false
    }
  }

  /// A short description, such as "integer" or "array of strings".
  public var summary: String {
    switch self {
    case .boolean: "boolean"
    case .integer(.integer(.min), .integer(.max)): "integer"
    case .integer(let minimum, let maximum): "integer from \(minimum) to \(maximum)"
    case .number: "number"
    case .string(nil): "string"
    case .string(let format?): format == .timestamp ? "ISO 8601 date" : format == .url ? "URL" : format.rawValue
    case .date: "date"
    case .data: "data"
    case .choices: "choice"
    case .optional(let form): "\(form.summary) or null"
    case .array(let form): "array of \(form.summary)"
    case .dictionary(let form): "dictionary of \(form.summary)"
    case .object(let properties): "object (\(properties.map(\.name).joined(separator: ", ")))"
    case .jsonText(let form): "JSON text of \(form.summary)"
    case .jsonData(let form): "JSON data of \(form.summary)"
    case .any: "any value"
    case .opaque: "a form that only the program knows"
    }
  }
}
