internal import TypedSettingsCore

// Forms and constraints in the canonical document. A form without parameters is its name; another one is a dictionary
// with one member, which has the name of the form.

extension SettingsSchema.Form {
  private static let simple: [(name: String, form: Self)] = [
    ("boolean", .boolean), ("integer", .integer), ("number", .number), ("string", .string(nil)), ("date", .date),
    ("data", .data), ("any", .any), ("opaque", .opaque), ("character", .string(.character)), ("url", .string(.url)),
    ("uuid", .string(.uuid)), ("decimal", .string(.decimal)), ("timestamp", .string(.timestamp)),
  ]

  /// The form as a value.
  var document: SettingsValue {
    if let simple = Self.simple.first(where: { $0.form == self }) { return .string(simple.name) }
    return switch self {
    case .integer(let minimum, let maximum): ["integer": [minimum, maximum]]
    case .choices(let values, nil): ["choices": .array(values.map(\.tagged))]
    case .choices(let values, let names?):
      ["namedChoices": .array(zip(names, values).map { [.string($0), $1.tagged] })]
    case .optional(let form): ["optional": form.document]
    case .array(let form): ["array": form.document]
    case .dictionary(let form, nil): ["dictionary": form.document]
    case .dictionary(let form, let keys?):
      ["dictionaryByChoice": ["keys": keys.settingsValue, "values": form.document]]
    case .jsonText(let form): ["jsonText": form.document]
    case .jsonData(let form): ["jsonData": form.document]
    case .object(let properties):
      ["object": .dictionary(Dictionary(properties.map { ($0.name, $0.document) }) { first, _ in first })]
    case .boolean, .number, .string, .date, .data, .any, .opaque: .string("opaque")
    }
  }

  /// Creates a form from its document; `nil` if there is none, or if it isn't one.
  init?(_ document: SettingsValue?) {
    guard let document else { return nil }
    if let name = document.text {
      guard let simple = Self.simple.first(where: { $0.name == name }) else { return nil }
      self = simple.form
      return
    }
    guard document.members.count == 1, let (name, value) = document.members.first else { return nil }
    let inner = Self(value)
    switch (name, inner) {
    case ("integer", _) where value.list.count == 2: self = .integer(minimum: value.list[0], maximum: value.list[1])
    case ("namedChoices", _):
      let pairs = value.list.map(\.list).filter { $0.count == 2 }
      self = .choices(pairs.compactMap { SettingsValue(tagged: $0[1]) }, names: pairs.compactMap { $0[0].text })
    case ("choices", _): self = .choices(value.list.compactMap(SettingsValue.init(tagged:)))
    case ("optional", let inner?): self = .optional(inner)
    case ("array", let inner?): self = .array(inner)
    case ("dictionary", let inner?): self = .dictionary(inner)
    case ("dictionaryByChoice", _):
      guard let values = Self(value.members["values"]) else { return nil }
      self = .dictionary(values, keys: value.members["keys"]?.list.compactMap(\.text))
    case ("jsonText", let inner?): self = .jsonText(inner)
    case ("jsonData", let inner?): self = .jsonData(inner)
    case ("object", _):
      let members = value.members.sorted { $0.key < $1.key }
      self = .object(members.compactMap { SettingsSchema.Property($0.key, $0.value) })
    default: return nil
    }
  }
}

extension SettingsSchema.Property {
  fileprivate var document: SettingsValue {
    isRequired ? ["form": form.document, "required": true] : ["form": form.document]
  }

  fileprivate init?(_ name: String, _ document: SettingsValue) {
    guard let form = SettingsSchema.Form(document.members["form"]) else { return nil }
    self.init(name: name, form: form, isRequired: document.members["required"] == true)
  }
}

extension SettingConstraint {
  /// The constraint as a value.
  var document: SettingsValue {
    switch self {
    case .range(let minimum, let maximum): .bounds("range", minimum?.tagged, maximum?.tagged)
    case .choices(let values): ["choices": .array(values.map(\.tagged))]
    case .pattern(let pattern): ["pattern": pattern?.settingsValue ?? .null]
    case .count(let minimum, let maximum): .bounds("count", minimum?.settingsValue, maximum?.settingsValue)
    case .each(let constraint): ["each": constraint.document]
    case .custom(let phrase): ["custom": .string(phrase)]
    case .all(let parts): ["all": .array(parts.map(\.document))]
    case .any(let parts): ["any": .array(parts.map(\.document))]
    }
  }

  /// Creates a constraint from its document; `nil` if it isn't one.
  init?(document: SettingsValue) {
    guard document.members.count == 1, let (name, value) = document.members.first else { return nil }
    let minimum = value.members["minimum"]
    let maximum = value.members["maximum"]
    switch name {
    case "range":
      self = .range(
        minimum: minimum.flatMap(SettingsValue.init(tagged:)), maximum: maximum.flatMap(SettingsValue.init(tagged:)))
    case "choices": self = .choices(value.list.compactMap(SettingsValue.init(tagged:)))
    case "pattern": self = .pattern(value.text)
    case "count": self = .count(minimum: minimum?.int, maximum: maximum?.int)
    case "each":
      guard let inner = SettingConstraint(document: value) else { return nil }
      self = .each(inner)
    case "custom": self = .custom(value.text ?? "")
    case "all": self = .all(value.list.compactMap(SettingConstraint.init(document:)))
    case "any": self = .any(value.list.compactMap(SettingConstraint.init(document:)))
    default: return nil
    }
  }
}

extension SettingsValue {
  fileprivate static func bounds(_ name: String, _ minimum: SettingsValue?, _ maximum: SettingsValue?) -> SettingsValue
  {
    var members: [String: SettingsValue] = [:]
    members["minimum"] = minimum
    members["maximum"] = maximum
    return [name: .dictionary(members)]
  }
}
