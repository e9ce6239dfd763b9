/// A value with the name that users see and type instead of its stored form.
struct NamedValue<Value> {
  let name: String
  let value: Value
  let form: SettingsValue
}

extension SettingCoding {
  /// The values of the type that have a name, if they are stored in another form than text.
  ///
  /// These are the cases of an enumeration that's stored as numbers, the two values of a `Bool` that's converted to
  /// another type, and the `nil` of an optional that's converted. An enumeration that's stored as text has no names,
  /// because its stored forms are as readable.
  var namedValues: [NamedValue<Value>] {
    let type = (Value.self as? any OptionalValue.Type)?.wrappedType ?? Value.self
    var values: [NamedValue<Value>]
    if type == Bool.self {
      values = named([false, true], \.description)
      if values.contains(where: \.form.isBool) { values = [] }
    } else if let enumeration = type as? any CaseIterable.Type {
      values = namedCases(of: enumeration)
      if values.contains(where: \.form.isString) { values = [] }
    } else {
      return []
    }
    guard !values.isEmpty, Set(values.map(\.name)).count == values.count, Set(values.map(\.form)).count == values.count
    else { return [] }
    if let absent = Self.absentValue, let form = encodedOrNil(absent), !form.isNull {
      values.insert(NamedValue(name: .absentValue, value: absent, form: form), at: 0)
    }
    return values
  }

  /// The `nil` of an optional type, or `nil` if the type isn't optional.
  static var absentValue: Value? { (Value.self as? any OptionalValue.Type)?.absentValue(as: Value.self) }

  private func namedCases<Case: CaseIterable>(of type: Case.Type) -> [NamedValue<Value>] {
    let cases = Array(type.allCases.prefix(SettingsValue.maximumNamedCases + 1))
    return cases.count > SettingsValue.maximumNamedCases ? [] : named(cases) { CaseName.of($0) }
  }

  /// Returns values with their names and forms, or no values if one of them lacks a name or a form.
  private func named<Element>(_ elements: [Element], _ name: (Element) -> String?) -> [NamedValue<Value>] {
    var values: [NamedValue<Value>] = []
    for element in elements {
      guard let name = name(element), let value = element as? Value, let form = encodedOrNil(value) else { return [] }
      values.append(NamedValue(name: name, value: value, form: form))
    }
    return values
  }
}

/// A namespace for the names of cases.
enum CaseName {
  /// Returns the name of a case in its declaration, or `nil` if it isn't known.
  ///
  /// A type with a description of its own has a name only if the description can be converted back.
  static func of<Case>(_ value: Case) -> String? {
    if let value = value as? any LosslessStringConvertible { return value.description }
    if value is any CustomStringConvertible || value is any CustomDebugStringConvertible { return nil }
    guard Mirror(reflecting: value).displayStyle == .enum else { return nil }
    let name = "\(value)"
    let isIdentifier = name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    return isIdentifier && !(name.first?.isNumber ?? true) ? name : nil
  }
}

extension SettingsValue {
  /// The number of cases from which on an enumeration is rather a list of numbers.
  fileprivate static let maximumNamedCases = 1_000

  fileprivate var isBool: Bool { if case .bool = self { true } else { false } }
  fileprivate var isString: Bool { if case .string = self { true } else { false } }
}
