/// What must hold for a setting's value, as data: for forms, schemas and the help of command lines.
///
/// ```swift
/// if case .range(let minimum, let maximum)? = settings.$volume.validation {
///   print("from", minimum ?? .null, "to", maximum ?? .null)
/// }
/// ```
///
/// Values stand in it in their stored form.
public indirect enum SettingConstraint: Hashable, Sendable {
  /// The value lies between two bounds, which belong to it; `nil` where there is no bound.
  case range(minimum: SettingsValue?, maximum: SettingsValue?)
  /// The value is one of these.
  case choices([SettingsValue])
  /// The whole of a text matches a regular expression, whose source is given where it is known.
  case pattern(String?)
  /// A text has that many characters, or a collection that many elements; `nil` where there is no bound.
  case count(minimum: Int?, maximum: Int?)
  /// Each element meets the constraint.
  case each(SettingConstraint)
  /// What the sentence says holds, which only code can check.
  case custom(String)
  /// All of the constraints are met.
  case all([SettingConstraint])
  /// At least one of the constraints is met.
  case any([SettingConstraint])
}

extension SettingConstraint {
  /// The bounds of the value; `nil` where there are none, or where they depend on something else.
  public var range: (minimum: SettingsValue?, maximum: SettingsValue?)? {
    firstAnswer { constraint in
      guard case .range(let minimum, let maximum) = constraint else { return nil }
      return (minimum, maximum)
    }
  }

  /// The values that can be chosen from; `nil` where they are not listed.
  public var choices: [SettingsValue]? {
    firstAnswer { constraint in
      guard case .choices(let choices) = constraint else { return nil }
      return choices
    }
  }

  /// The source of the regular expression that a text must match; `nil` where there is none, or where it is not known.
  public var pattern: String? {
    firstAnswer { constraint in
      guard case .pattern(let pattern) = constraint else { return nil }
      return pattern
    }
  }

  /// What must hold, for people: "must be from 0 to 1".
  public var message: String { spelled(isPart: false) }

  /// What a value that doesn't meet the constraint has against it: "is not from 0 to 1".
  package var fault: String {
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
    case .range(nil, nil), .count(nil, nil), .each, .custom, .all, .any: "is not allowed: it \(message)"
    }
  }

  /// The most choices that an error lists.
  package static let maximumChoices = 20

  /// A list of choices for an error: `"light", "dark"`.
  package static func list(of choices: [SettingsValue]) -> String {
    let list = choices.prefix(maximumChoices).map(\.excerpt).joined(separator: ", ")
    return choices.count > maximumChoices ? "\(list), …" : list
  }

  /// The answer of the first constraint that has one, of all that must be met.
  private func firstAnswer<Answer>(_ answer: (SettingConstraint) -> Answer?) -> Answer? {
    guard case .all(let parts) = self else { return answer(self) }
    return parts.compactMap { $0.firstAnswer(answer) }.first
  }

  private func spelled(isPart: Bool) -> String {
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
    case .each(let constraint): "each element \(constraint.spelled(isPart: true))"
    case .custom(let sentence): sentence
    case .all(let parts): Self.spelled(parts, separator: ", and ", isPart: isPart)
    case .any(let parts): Self.spelled(parts, separator: ", or ", isPart: isPart)
    }
  }

  private static func spelled(_ parts: [SettingConstraint], separator: String, isPart: Bool) -> String {
    let text = parts.map { $0.spelled(isPart: true) }.joined(separator: separator)
    return isPart ? "(\(text))" : text
  }
}
