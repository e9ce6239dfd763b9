import TypedSettings

/// A type of setting whose values a sequence of steps gives by their stored forms.
protocol ModelValue: Sendable {
  /// Creates the value with a current stored form.
  init(form: SettingsValue)

  /// The stored form of the value.
  var form: SettingsValue { get }

  /// Changes the value in place to one with another stored form.
  mutating func become(_ form: SettingsValue)
}

extension ModelValue {
  mutating func become(_ form: SettingsValue) { self = Self(form: form) }
}

extension Int: ModelValue {
  init(form: SettingsValue) {
    if case .integer(let number) = form { self = Int(number) } else { self = .min }
  }

  var form: SettingsValue { .integer(Int64(self)) }
}

extension String: ModelValue {
  init(form: SettingsValue) {
    if case .string(let text) = form { self = text } else { self = "not a string" }
  }

  var form: SettingsValue { .string(self) }
}

extension Optional: ModelValue where Wrapped: ModelValue {
  init(form: SettingsValue) { self = form == .null ? nil : Wrapped(form: form) }

  var form: SettingsValue { map(\.form) ?? .null }
}

extension [String]: ModelValue {
  init(form: SettingsValue) {
    if case .array(let elements) = form { self = elements.map(String.init(form:)) } else { self = ["not an array"] }
  }

  var form: SettingsValue { .array(map(\.form)) }

  mutating func become(_ form: SettingsValue) {
    removeAll(keepingCapacity: true)
    append(contentsOf: Self(form: form))
  }
}

/// A setting with several properties.
struct ModelProfile: ModelValue, Codable {
  var name = "n"
  var size = 1
  var note: String? = "x"

  init() {}

  init(form: SettingsValue) {
    guard case .dictionary(let members) = form else { return }
    name = String(form: members["name"] ?? "")
    size = Int(form: members["size"] ?? 0)
    note = String?(form: members["note"] ?? "")
  }

  var form: SettingsValue { ["name": name.form, "size": size.form, "note": note.form] }

  mutating func become(_ form: SettingsValue) {
    let other = Self(form: form)
    name = other.name
    size = other.size
    note = other.note
  }
}

/// The setting of an earlier program, which had fewer properties.
struct ModelEarlierProfile: ModelValue, Codable {
  var name = "n"

  init() {}

  init(form: SettingsValue) {
    if case .dictionary(let members) = form { name = String(form: members["name"] ?? "") }
  }

  var form: SettingsValue { ["name": name.form] }
}
