internal import TypedSettingsCore

extension SettingsSchema.Form {
  /// The JSON Schema of the form.
  ///
  /// - Parameters:
  ///   - isElement: Whether the value is an element of an array or a dictionary. A property that is missing in such a
  ///     value has no default.
  ///   - documentation: The documentation of the parts, by their paths.
  /// - Returns: The members of the schema.
  func jsonSchema(isElement: Bool, documentation: [String: String] = [:]) -> [String: SettingsValue] {
    switch self {
    case .boolean: ["type": "boolean"]
    case .integer(let minimum, let maximum): ["type": "integer", "minimum": minimum, "maximum": maximum]
    // NaN and the infinities are stored by name.
    case .number: ["anyOf": [["type": "number"], Self.infinities]]
    case .string(let format): Self.string(format)
    // A date outside the years 1 to 9999 is stored as a number.
    case .date: ["anyOf": [Self.timestampText, ["type": "number"], Self.infinities]]
    case .data: ["type": "string", "contentEncoding": "base64", "pattern": .string(Self.base64)]
    case .choices(let values, let names):
      ["enum": .array(values.map(DocumentFormat.json.canonical))].merging(
        names.map { ["enumDescriptions": $0.settingsValue] } ?? [:]
      ) { first, _ in first }
    case .optional(let form): Self.nullable(form.jsonSchema(isElement: isElement, documentation: documentation))
    case .array(let form):
      ["type": "array", "items": .dictionary(form.jsonSchema(isElement: true, documentation: documentation))]
    // Other keys are allowed, because a setting preserves the entries of other versions.
    case .dictionary(let form, _):
      [
        "type": "object",
        "additionalProperties": .dictionary(form.jsonSchema(isElement: true, documentation: documentation)),
      ]
    case .object(let properties): Self.object(properties, isElement: isElement, documentation)
    case .jsonText: ["type": "string", "contentMediaType": "application/json"]
    case .jsonData: ["type": "string", "contentEncoding": "base64"]
    case .any, .opaque: [:]
    }
  }

  /// The JSON Schema of ISO 8601 text, which is more general than the format "date-time".
  private static var timestampText: SettingsValue {
    let date = "[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
    return ["type": "string", "pattern": .string("^\(date)([Tt]([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9].*)?$")]
  }

  /// The JSON Schema of numbers and dates that aren't finite.
  private static var infinities: SettingsValue { ["enum": ["Infinity", "-Infinity", "NaN"]] }

  /// The regular expression of base64 text with padding; see RFC 4648.
  private static var base64: String {
    let digit = "[A-Za-z0-9+/]"
    return "^(\(digit){4})*(\(digit){2}==|\(digit){3}=)?$"
  }

  private static func string(_ format: SettingsSchema.StringFormat?) -> [String: SettingsValue] {
    let hexadecimal = "[0-9A-Fa-f]"
    switch format {
    case nil: return ["type": "string"]
    // A character can consist of several Unicode scalars.
    case .character: return ["type": "string", "minLength": 1]
    // A URL can contain characters that the formats of JSON Schema require to be escaped.
    case .url: return ["type": "string"]
    case .uuid:
      let pattern = "^\(hexadecimal){8}(-\(hexadecimal){4}){3}-\(hexadecimal){12}$"
      return ["type": "string", "format": "uuid", "pattern": .string(pattern)]
    case .decimal:
      let pattern = "^([+-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([eE][+-]?[0-9]+)?|NaN)$"
      return ["anyOf": [["type": "string", "pattern": .string(pattern)], ["type": "number"]]]
    // A date outside the years 1 to 9999 is stored as the number of seconds since the start of 2001.
    case .timestamp:
      return [
        "anyOf": [
          timestampText, ["type": "number", "maximum": -63_000_000_000],
          ["type": "number", "minimum": 252_000_000_000],
        ]
      ]
    }
  }

  private static func nullable(_ schema: [String: SettingsValue]) -> [String: SettingsValue] {
    if schema.isEmpty { return [:] }
    var schema = schema
    if case .string(let type)? = schema["type"] {
      schema["type"] = [.string(type), "null"]
      return schema
    }
    if case .array(let choices)? = schema["enum"] {
      schema["enum"] = .array(choices + [.null])
      if case .array(let names)? = schema["enumDescriptions"] { schema["enumDescriptions"] = .array(names + ["none"]) }
      return schema
    }
    return ["anyOf": [.dictionary(schema), ["type": "null"]]]
  }

  private static func object(
    _ properties: [SettingsSchema.Property], isElement: Bool, _ documentation: [String: String]
  ) -> [String: SettingsValue] {
    let members = properties.map { property in
      var schema = property.form.jsonSchema(isElement: isElement, documentation: documentation.inside(property.name))
      schema["description"] = documentation[property.name].map(SettingsValue.string)
      return (property.name, SettingsValue.dictionary(schema))
    }
    // Unknown properties are allowed, because a setting preserves the properties of other versions.
    var schema: [String: SettingsValue] = [
      "type": "object", "properties": .dictionary(Dictionary(members) { first, _ in first }),
    ]
    let required = properties.filter(\.isRequired).map(\.name).sorted()
    if isElement, !required.isEmpty { schema["required"] = required.settingsValue }
    return schema
  }
}

extension [String: SettingsValue] {
  /// Adds a constraint to a schema; `nil` always meets it.
  mutating func restrict(to constraint: SettingConstraint, form: SettingsSchema.Form) {
    let isOptional = form != form.unwrapped
    let words = constraint.jsonSchema(form.unwrapped)
    if words.isEmpty { return }
    if form.unwrapped == .number, words["minimum"] != nil || words["maximum"] != nil {
      self = Self.number(hasMinimum: words["minimum"] != nil, hasMaximum: words["maximum"] != nil, isOptional)
    }
    // A word about another type of value doesn't apply to null, but the list of choices does.
    if isOptional, words["enum"] != nil || words["anyOf"] != nil || words["allOf"] != nil {
      self["allOf"] = [["anyOf": [.dictionary(words), ["type": "null"]]]]
    } else if words.keys.contains(where: { self[$0] != nil && !["minimum", "maximum", "enum"].contains($0) }) {
      self["allOf"] = [.dictionary(words)]
    } else {
      merge(words) { _, new in new }
    }
  }

  /// Returns the schema of numbers in a range, which excludes NaN and an infinity beyond a bound.
  private static func number(
    hasMinimum: Bool, hasMaximum: Bool, _ isOptional: Bool
  ) -> [String: SettingsValue] {
    let type: SettingsValue = isOptional ? ["number", "null"] : "number"
    if hasMinimum, hasMaximum { return ["type": type] }
    let infinity: SettingsValue = hasMinimum ? "Infinity" : "-Infinity"
    return ["anyOf": [["type": type], ["enum": [infinity]]]]
  }
}

extension SettingConstraint {
  /// The words of JSON Schema for the constraint; none for what JSON Schema can't express.
  fileprivate func jsonSchema(_ form: SettingsSchema.Form) -> [String: SettingsValue] {
    // The constraint applies to the value inside of JSON text, and not to the text.
    if form.isEncodedJSON { return [:] }
    switch self {
    case .range(let minimum, let maximum):
      // Bounds of other values, such as dates, can't be expressed.
      var words: [String: SettingsValue] = [:]
      if let minimum, minimum.isNumber { words["minimum"] = minimum }
      if let maximum, maximum.isNumber { words["maximum"] = maximum }
      return words
    case .choices(let values):
      // Another text, or another order of elements, can be the same value.
      guard form.hasOneText, values.allSatisfy(\.isScalar) else { return [:] }
      return ["enum": .array(values.map(DocumentFormat.json.canonical))]
    case .pattern(let pattern):
      guard form.isString, let pattern = pattern.flatMap(PortablePattern.init) else { return [:] }
      return ["pattern": .string(pattern.text)]
    case .count(let minimum, let maximum):
      var schema: [String: SettingsValue] = [:]
      if form.isString {
        // The maximum is left out: Swift counts characters, which can consist of several of the counted code points.
        schema["minLength"] = minimum?.settingsValue
      } else if case .array = form {
        schema["minItems"] = minimum?.settingsValue
        schema["maxItems"] = maximum?.settingsValue
      }
      return schema
    case .each(let constraint):
      guard case .array(let element) = form else { return [:] }
      let words = constraint.jsonSchema(element.unwrapped)
      return words.isEmpty ? [:] : ["allOf": [["items": .dictionary(words)]]]
    case .custom: return [:]
    case .all(let parts):
      let all = parts.map { $0.jsonSchema(form) }.filter { !$0.isEmpty }
      if all.count < 2 { return all.first ?? [:] }
      let merged = all.reduce(into: [:]) { $0.merge($1) { first, _ in first } }
      return merged.count == all.map(\.count).reduce(0, +) ? merged : ["allOf": .array(all.map { .dictionary($0) })]
    case .any(let parts):
      let any = parts.map { $0.jsonSchema(form) }
      // A part that can't be expressed may allow any value.
      return any.contains(where: \.isEmpty) ? [:] : ["anyOf": .array(any.map { .dictionary($0) })]
    }
  }
}

extension SettingsSchema.Form {
  fileprivate var isString: Bool {
    switch self {
    case .string, .choices: true
    default: false
    }
  }

  /// A Boolean value that indicates whether equal values have the same JSON, apart from the digits of numbers.
  fileprivate var hasOneText: Bool {
    switch self {
    case .boolean, .integer, .number, .string(nil), .string(.character), .choices, .any, .opaque: true
    case .string, .date, .data, .optional, .array, .dictionary, .object, .jsonText, .jsonData: false
    }
  }

  fileprivate var isEncodedJSON: Bool {
    switch self {
    case .jsonText, .jsonData: true
    default: false
    }
  }
}

extension SettingsValue {
  fileprivate var isNumber: Bool {
    switch self {
    case .integer, .unsigned: true
    case .double(let number): number.isFinite
    default: false
    }
  }
}
