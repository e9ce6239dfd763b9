extension SettingValidation {
  /// What both rules allow.
  ///
  /// The nearest value is the first rule's, and of that the second's.
  public static func && (first: SettingValidation, second: SettingValidation) -> SettingValidation {
    SettingValidation { encode in
      .all(first.constraint(encode).parts(ofAll: true) + second.constraint(encode).parts(ofAll: true))
    } violation: { value, encode in
      first.violation(value, encode) ?? second.violation(value, encode)
    } nearest: { value in
      let nearer = first.nearest(value)
      return second.nearest(nearer ?? value) ?? nearer
    }
  }

  /// What at least one of the rules allows.
  ///
  /// The nearest value is the first that one of them names.
  public static func || (first: SettingValidation, second: SettingValidation) -> SettingValidation {
    let constraint: @Sendable (Encode) -> SettingConstraint = { encode in
      .any(first.constraint(encode).parts(ofAll: false) + second.constraint(encode).parts(ofAll: false))
    }
    return SettingValidation(constraint: constraint) { value, encode in
      guard first.violation(value, encode) != nil, second.violation(value, encode) != nil else { return nil }
      return SettingViolation(constraint: constraint(encode))
    } nearest: { value in
      first.nearest(value) ?? second.nearest(value)
    }
  }

  /// Makes a rule for values that may be absent: `nil` is allowed.
  init<Wrapped>(lifting rule: SettingValidation<Wrapped>) where Value == Wrapped? {
    self.init { encode in
      rule.constraint { encode($0) }
    } violation: { value, encode in
      value.flatMap { value in rule.violation(value) { encode($0) } }
    } nearest: { value in
      value.flatMap { rule.nearest($0) }
    }
  }
}

extension SettingConstraint {
  /// The constraints that this one is made of, if it is of a kind; or else itself.
  fileprivate func parts(ofAll isAll: Bool) -> [SettingConstraint] {
    switch self {
    case .all(let parts) where isAll: parts
    case .any(let parts) where !isAll: parts
    default: [self]
    }
  }
}
