public import TypedSettingsCore
internal import TypedSettingsFiles
internal import TypedSettingsFormats
internal import TypedSettingsForms

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
    ///
    /// The values have names if they aren't text.
    case choices([SettingsValue], names: [String]? = nil)
    /// Null, or a value of another form.
    case optional(Form)
    /// An array of elements.
    case array(Form)
    /// A dictionary with the given keys, such as the cases of an enumeration; `nil` for any keys.
    case dictionary(Form, keys: [String]? = nil)
    /// A dictionary with the given properties.
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
    /// In the value of a setting, a missing property falls back to the default's property.
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
  /// Creates the form from the one that the library's forms use.
  init(_ form: ValueForm) {
    self =
      switch form {
      case .boolean: .boolean
      case .integer(let minimum, let maximum): .integer(minimum: minimum, maximum: maximum)
      case .number: .number
      case .string(let format): .string(format.flatMap { SettingsSchema.StringFormat(rawValue: $0.rawValue) })
      case .date: .date
      case .data: .data
      case .choices(let values, let names): .choices(values, names: names)
      case .optional(let form): .optional(Self(form))
      case .array(let form): .array(Self(form))
      case .dictionary(let form, let keys): .dictionary(Self(form), keys: keys)
      case .object(let properties):
        // The order has no meaning for stored values.
        .object(
          properties.sorted { $0.name < $1.name }.map {
            SettingsSchema.Property(name: $0.name, form: Self($0.form), isRequired: $0.isRequired)
          })
      case .jsonText(let form): .jsonText(Self(form))
      case .jsonData(let form): .jsonData(Self(form))
      case .any: .any
      case .opaque: .opaque
      }
  }

  /// The form of 64-bit integers.
  static let integer = Self.integer(minimum: .integer(.min), maximum: .integer(.max))

  /// A Boolean value that indicates whether the form, or a part of it, can't be described.
  var isOpaque: Bool {
    switch self {
    case .opaque: true
    case .optional(let form), .array(let form), .dictionary(let form, _), .jsonText(let form), .jsonData(let form):
      form.isOpaque
    case .object(let properties): properties.contains { $0.form.isOpaque }
    case .boolean, .integer, .number, .string, .date, .data, .choices, .any: false
    }
  }

  /// The form without an optional.
  var unwrapped: Self { if case .optional(let form) = self { form } else { self } }

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
    case .dictionary(let form, _): "dictionary of \(form.summary)"
    case .object(let properties): "object (\(properties.map(\.name).joined(separator: ", ")))"
    case .jsonText(let form): "JSON text of \(form.summary)"
    case .jsonData(let form): "JSON data of \(form.summary)"
    case .any: "any value"
    case .opaque: "a form that only the program knows"
    }
  }
}
