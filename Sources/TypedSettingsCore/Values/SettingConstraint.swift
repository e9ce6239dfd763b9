/// A constraint on a setting's value, as data for forms, schemas, and command-line help.
///
/// ```swift
/// if case .range(let minimum, let maximum)? = settings.$volume.validation {
///   print("from", minimum ?? .null, "to", maximum ?? .null)
/// }
/// ```
///
/// Constraints contain values in their stored form.
public indirect enum SettingConstraint: Hashable, Sendable {
  /// The value is between two inclusive bounds; `nil` means unbounded.
  case range(minimum: SettingsValue?, maximum: SettingsValue?)
  /// The value is one of these.
  case choices([SettingsValue])
  /// The whole string matches a regular expression, whose source is given if it's known.
  case pattern(String?)
  /// The number of characters of a string or elements of a collection is between two inclusive bounds; `nil` means
  /// unbounded.
  case count(minimum: Int?, maximum: Int?)
  /// Each element meets the constraint.
  case each(SettingConstraint)
  /// A condition that only code can check, described by a phrase such as "must be even".
  case custom(String)
  /// All of the constraints are met.
  case all([SettingConstraint])
  /// At least one of the constraints is met.
  case any([SettingConstraint])
}

extension SettingConstraint {
  /// The bounds of the value, or `nil` if there are none or they're conditional.
  public var range: (minimum: SettingsValue?, maximum: SettingsValue?)? {
    firstResult { constraint in
      guard case .range(let minimum, let maximum) = constraint else { return nil }
      return (minimum, maximum)
    }
  }

  /// The allowed values, or `nil` if they aren't enumerated.
  public var choices: [SettingsValue]? {
    firstResult { constraint in
      guard case .choices(let choices) = constraint else { return nil }
      return choices
    }
  }

  /// The source of the regular expression that a string must match, or `nil` if there is none or it isn't known.
  public var pattern: String? {
    firstResult { constraint in
      guard case .pattern(let pattern) = constraint else { return nil }
      return pattern
    }
  }

  /// A readable description of the constraint, such as "must be from 0 to 1".
  public var message: String { description(isNested: false) }

  /// Returns the description as a clause about a subject, such as "the value must be from 0 to 1".
  ///
  /// A constraint on elements has a subject already, as in "each element must be from 0 to 1".
  package func message(about subject: String) -> String { isAboutElements ? message : "\(subject) \(message)" }

  /// A Boolean value that indicates whether the description begins with the elements of the value.
  private var isAboutElements: Bool {
    switch self {
    case .each: true
    case .all(let parts), .any(let parts): parts.first?.isAboutElements ?? false
    case .range, .choices, .pattern, .count, .custom: false
    }
  }

  /// A description of a value that violates the constraint, such as "is not from 0 to 1".
  package var violationDescription: String {
    switch self {
    case .range(let minimum?, let maximum?): "is not from \(minimum) to \(maximum)"
    case .range(let minimum?, nil): "is not \(minimum) or more"
    case .range(nil, let maximum?): "is not \(maximum) or less"
    case .choices(let choices) where choices.count == 1: "is not \(choices[0])"
    case .choices(let choices): "is not one of \(Self.list(of: choices))"
    case .pattern(let pattern?): "does not match /\(pattern)/"
    case .pattern(nil): "does not match a pattern"
    case .count(let minimum?, let maximum?): "does not have a length from \(minimum) to \(maximum)"
    case .count(let minimum?, nil): "does not have a length of \(minimum) or more"
    case .count(nil, let maximum?): "does not have a length of \(maximum) or less"
    case .range(nil, nil), .count(nil, nil), .each, .custom, .all, .any: "is not allowed: \(message(about: "it"))"
    }
  }

  /// The maximum number of choices that an error lists.
  static let maximumChoices = 20

  /// Returns a list of choices for an error, such as `"light", "dark"`.
  package static func list(of choices: [SettingsValue]) -> String {
    let list = choices.prefix(maximumChoices).map(\.excerpt).joined(separator: ", ")
    return choices.count > maximumChoices ? "\(list), …" : list
  }

  /// Returns the constraint with other values.
  func replacingValues(_ transform: (SettingsValue) -> SettingsValue) -> SettingConstraint {
    switch self {
    case .range(let minimum, let maximum): .range(minimum: minimum.map(transform), maximum: maximum.map(transform))
    case .choices(let choices): .choices(choices.map(transform))
    case .each(let constraint): .each(constraint.replacingValues(transform))
    case .all(let parts): .all(parts.map { $0.replacingValues(transform) })
    case .any(let parts): .any(parts.map { $0.replacingValues(transform) })
    case .pattern, .count, .custom: self
    }
  }

  /// Returns the first non-`nil` result of a closure for the constraints that must all be met.
  @_semantics("optimize.sil.specialize.generic.never")
  private func firstResult<Result>(_ transform: (SettingConstraint) -> Result?) -> Result? {
    guard case .all(let parts) = self else { return transform(self) }
    return parts.compactMap { $0.firstResult(transform) }.first
  }

  private func description(isNested: Bool) -> String {
    switch self {
    case .range(let minimum?, let maximum?): "must be from \(minimum) to \(maximum)"
    case .range(let minimum?, nil): "must be \(minimum) or more"
    case .range(nil, let maximum?): "must be \(maximum) or less"
    case .choices(let choices) where choices.count == 1: "must be \(choices[0])"
    case .choices(let choices): "must be one of \(choices.map(\.description).joined(separator: ", "))"
    case .pattern(let pattern?): "must match /\(pattern)/"
    case .pattern(nil): "must match a pattern"
    case .count(let minimum?, let maximum?): "must have a length from \(minimum) to \(maximum)"
    case .count(let minimum?, nil): "must have a length of \(minimum) or more"
    case .count(nil, let maximum?): "must have a length of \(maximum) or less"
    case .range(nil, nil), .count(nil, nil): "can be anything"
    case .each(let constraint): "each element \(constraint.description(isNested: true))"
    case .custom(let phrase): phrase
    case .all(let parts): Self.description(of: parts, separator: ", and ", isNested: isNested)
    case .any(let parts): Self.description(of: parts, separator: ", or ", isNested: isNested)
    }
  }

  private static func description(
    of parts: [SettingConstraint], separator: String, isNested: Bool
  ) -> String {
    let text = parts.map { $0.description(isNested: true) }.joined(separator: separator)
    return isNested ? "(\(text))" : text
  }
}
