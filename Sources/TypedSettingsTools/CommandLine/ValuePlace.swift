internal import TypedSettingsCore
internal import TypedSettingsFormats

/// A setting, or a part of its value, as a user names it: `sensor.name`, `scores.bob` or `zones.0`.
struct ValuePlace {
  /// The setting and its name.
  let named: ToolSession.Named
  /// The names of properties and keys, and the indices of elements, from the outside inward; empty for the whole value.
  let path: [String]
  /// The form of the setting's values.
  private let whole: SettingsSchema.Form
  /// The form of the part.
  let form: SettingsSchema.Form
  /// The documentation of the part, or `nil` if it has none.
  let documentation: String?

  /// The name as the user types it.
  var name: String { ([named.name] + path).joined(separator: ".") }

  var setting: any Setting { named.setting }

  /// Creates the place of a value or of a part of it.
  ///
  /// - Parameters:
  ///   - named: The setting and its name.
  ///   - rest: The text after the name of the setting; empty for the whole value.
  /// - Throws: ``ToolFailure`` if the values of the setting have no such part.
  init(_ named: ToolSession.Named, _ rest: String) throws(ToolFailure) {
    self.named = named
    whole = SettingsSchema.Entry(of: named.setting, named: named.name).form
    var names: [String] = []
    var properties: [String] = []
    var form = whole
    var rest = rest[...]
    while !rest.isEmpty {
      // The keys of a dictionary can contain dots.
      let end = form.content.takesWholeRest ? rest.endIndex : rest.firstIndex(of: ".") ?? rest.endIndex
      let name = String(rest[..<end])
      if case .object = form.content { properties.append(name) }
      form = try form.content.part(name, of: ([named.name] + names).joined(separator: "."))
      names.append(name)
      rest = rest[end...].dropFirst()
    }
    path = names
    self.form = form
    documentation = named.setting.attributes.partDocumentation[properties.joined(separator: ".")]
  }

  /// Returns the part of the value of a setting as JSON, or `nil` if the value doesn't have it.
  func json(of value: SettingsValue?) -> SettingsValue? {
    guard let value else { return nil }
    return path.reduce(Optional(whole.json(of: value))) { $0?.part($1) }
  }

  /// Returns the JSON of a text that a user types for the part, or for an element or a key of it.
  func json(ofText text: String, isElement: Bool) -> SettingsValue {
    switch form.content {
    case .array(let element) where isElement: element.json(ofText: text)
    case .dictionary where isElement: .string(text)
    default: form.json(ofText: text)
    }
  }

  /// Returns the JSON of the setting's value with another part.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - edit: Returns the new part for the present one, either of which is `nil` if there is none.
  /// - Returns: The JSON of the whole value.
  /// - Throws: ``SettingsError`` if the value has no place for the part.
  func replacing(
    in value: SettingsValue?, _ edit: (SettingsValue?) throws(SettingsError) -> SettingsValue?
  ) throws(SettingsError) -> SettingsValue {
    let root = value.map { whole.json(of: $0) }
    return try SettingsValue.replacing(path[...], in: root, edit) ?? .null
  }
}

extension SettingsSchema.Form {
  /// The form inside of optionals, and of JSON in a text or in data.
  fileprivate var content: Self {
    switch self {
    case .optional(let form), .jsonText(let form), .jsonData(let form): form.content
    default: self
    }
  }

  /// A Boolean value that indicates whether everything after the name of the dictionary is one key.
  fileprivate var takesWholeRest: Bool {
    guard case .dictionary(let form, _) = self else { return false }
    return !form.content.hasParts
  }

  /// A Boolean value that indicates whether values of the form have parts.
  var hasParts: Bool {
    switch self {
    case .array, .dictionary, .object, .any, .opaque: true
    case .optional, .jsonText, .jsonData: content.hasParts
    case .boolean, .integer, .number, .string, .date, .data, .choices: false
    }
  }

  /// The names of the parts that all values of the form have.
  var partNames: [(name: String, form: Self)] {
    switch self {
    case .object(let properties): properties.map { ($0.name, $0.form) }
    case .dictionary(let form, let keys?): keys.map { ($0, form) }
    case .optional, .jsonText, .jsonData: content.partNames
    default: []
    }
  }

  /// Returns the form of a part.
  ///
  /// - Throws: ``ToolFailure`` if there is no such part.
  fileprivate func part(_ name: String, of owner: String) throws(ToolFailure) -> Self {
    switch self {
    case .object(let properties):
      if let property = properties.first(where: { $0.name == name }) { return property.form }
      throw .noPart(name, of: owner, among: properties.map(\.name))
    case .dictionary(let form, let keys):
      if let keys, !keys.contains(name) { throw .noPart(name, of: owner, among: keys) }
      return form
    case .array(let form):
      guard Int(name).map({ $0 >= 0 }) ?? false else {
        throw ToolFailure(.usage, "'\(owner)' is a list, whose elements are '\(owner).0', '\(owner).1', …")
      }
      return form
    case .any, .opaque: return .any
    default: throw ToolFailure(.usage, "'\(owner)' has no parts, such as '\(name)'")
    }
  }

  /// Returns a value of the form as JSON that a user can type.
  func json(of value: SettingsValue) -> SettingsValue {
    switch (self, value) {
    case (.optional(let form), _) where !value.isNull: return form.json(of: value)
    case (.jsonText, .string(let text)):
      return nilOnFailure { () throws(SettingsError) in try JSONReader.value(of: text) } ?? value
    case (.jsonData, .data(let data)):
      return nilOnFailure { () throws(SettingsError) in try JSONReader.value(of: data) } ?? value
    default: return DocumentFormat.json.canonical(value)
    }
  }

  /// Returns the text of a part, which is the name of a value that has one.
  func text(of json: SettingsValue) -> String {
    guard case .choices(let choices, let names?) = unwrapped,
      let index = choices.firstIndex(where: { DocumentFormat.json.canonical($0) == json })
    else { return json.typedText }
    return names[index]
  }

  /// The texts of the values, if they are listed.
  var listedTexts: [String] {
    switch unwrapped {
    case .boolean: ["true", "false"]
    case .choices(let choices, let names): names ?? choices.map(\.typedText)
    default: []
    }
  }

  /// Returns the JSON of a text that a user types for a value of the form.
  ///
  /// Text that isn't a value of the form is a string, which is refused with its own text.
  fileprivate func json(ofText text: String) -> SettingsValue {
    switch self {
    case .string, .date, .data: return .string(text)
    case .choices(let choices, _) where choices.contains(.string(text)): return .string(text)
    case .choices(let choices, let names?):
      guard let index = names.firstIndex(of: text) else { break }
      return DocumentFormat.json.canonical(choices[index])
    case .optional(let form): return text == .absentValue ? .null : form.json(ofText: text)
    default: break
    }
    return nilOnFailure { () throws(SettingsError) in try JSONReader.value(of: text) } ?? .string(text)
  }
}

extension SettingsValue {
  /// Returns a member of a dictionary or an element of an array, or `nil` if there is none.
  fileprivate func part(_ name: String) -> SettingsValue? {
    switch self {
    case .dictionary(let members): members[name]
    case .array(let elements): Int(name).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
    default: nil
    }
  }

  /// Returns a tree with another part at a path.
  fileprivate static func replacing(
    _ path: ArraySlice<String>, in tree: SettingsValue?,
    _ edit: (SettingsValue?) throws(SettingsError) -> SettingsValue?
  ) throws(SettingsError) -> SettingsValue? {
    guard let name = path.first else { return try edit(tree) }
    let new = try replacing(path.dropFirst(), in: tree?.part(name), edit)
    switch tree {
    case .array(var elements)?:
      guard let index = Int(name), index < elements.count || index == elements.count && new != nil else {
        throw .noElement(name, of: elements.count)
      }
      if index == elements.count {
        elements.append(new ?? .null)
      } else if let new {
        elements[index] = new
      } else {
        elements.remove(at: index)
      }
      return .array(elements)
    case .dictionary(var members)?:
      members[name] = new
      return .dictionary(members)
    default: return new.map { [name: $0] } ?? tree
    }
  }
}

/// A change of a part of a value.
enum PartEdit {
  /// Replaces the part.
  case assign(SettingsValue)
  /// Adds an element to a list, or a number to a number.
  case add(SettingsValue)
  /// Removes an element from a list or a key from a dictionary, or subtracts a number.
  case subtract(SettingsValue)
  /// Removes the part, or gives it its default.
  case reset(default: SettingsValue?)

  /// Applies the change to a part.
  ///
  /// - Parameter part: The present part, or `nil` if there is none.
  /// - Returns: The new part, or `nil` if there is to be none.
  /// - Throws: ``SettingsError`` if the part can't be changed in this way.
  func result(of part: SettingsValue?) throws(SettingsError) -> SettingsValue? {
    switch (self, part ?? .null) {
    case (.assign(let value), _): return value
    case (.reset(let value), _): return value
    case (.add(let element), .array(let elements)): return .array(elements + [element])
    case (.add(let element), .null): return [element]
    case (.subtract(let element), .array(let elements)): return .array(elements.filter { $0 != element })
    case (.subtract(let key), .dictionary(var members)):
      members[key.typedText] = nil
      return .dictionary(members)
    case (.subtract, .null): return part
    case (.add(let other), let number): return try number.sum(other, isNegative: false)
    case (.subtract(let other), let number): return try number.sum(other, isNegative: true)
    }
  }
}

extension SettingsValue {
  /// Returns the sum or the difference of two numbers.
  fileprivate func sum(_ other: SettingsValue, isNegative: Bool) throws(SettingsError) -> SettingsValue {
    switch (self, other) {
    case (.integer(let left), .integer(let right)):
      let sum = isNegative ? left.subtractingReportingOverflow(right) : left.addingReportingOverflow(right)
      if sum.overflow { throw .noSum("a sum that's out of range") }
      return .integer(sum.partialValue)
    case (.double(let left), .double(let right)): return .double(isNegative ? left - right : left + right)
    case (.double(let left), .integer(let right)):
      return .double(isNegative ? left - Double(right) : left + Double(right))
    case (.integer(let left), .double(let right)):
      return .double(isNegative ? Double(left) - right : Double(left) + right)
    default: throw .noSum("no list and no number")
    }
  }
}

extension SettingsError {
  fileprivate static func noSum(_ found: String) -> SettingsError {
    .undecodable(found: "\(found); '+=' and '-=' are for the elements of a list and for numbers")
  }

  fileprivate static func noElement(_ name: String, of count: Int) -> SettingsError {
    .undecodable(found: "no element \(name); the list has \(count == 1 ? "1 element" : "\(count) elements")")
  }
}

extension ToolFailure {
  fileprivate static func noPart(_ name: String, of owner: String, among names: [String]) -> ToolFailure {
    let nearest = NearestName.of(name, among: names).map { "; did you mean '\(owner).\($0)'?" } ?? ""
    return ToolFailure(.usage, "'\(owner)' has no part '\(name)'\(nearest)")
  }
}
