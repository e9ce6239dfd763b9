// Rules that do not fit a type end here, so that the compiler can say what the type lacks.

extension SettingValidation {
  /// Takes the place of `range(_:)` where values cannot be compared with the bounds.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: "'range' needs bounds of the setting's type, which must be 'Comparable', and whole numbers for '..<'"
  )
  public static func range<Bounds>(_ bounds: Bounds) -> SettingValidation { custom("") { _ in true } }

  /// Takes the place of `oneOf(_:)` where values cannot be compared with the choices.
  @_disfavoredOverload
  @available(*, unavailable, message: "'oneOf' needs choices of the setting's type, which must be 'Equatable'")
  public static func oneOf<Choice>(_ choices: [Choice]) -> SettingValidation { custom("") { _ in true } }

  /// Takes the place of `count(_:)` where values have no elements.
  @_disfavoredOverload
  @available(*, unavailable, message: "'count' is for texts and collections")
  public static func count<Bounds>(_ bounds: Bounds) -> SettingValidation { custom("") { _ in true } }

  /// Takes the place of `matches(_:pattern:)` where values are no texts.
  @_disfavoredOverload
  @available(*, unavailable, message: "'matches' is for texts")
  public static func matches<Expression>(_ regex: Expression, pattern: String? = nil) -> SettingValidation {
    custom("") { _ in true }
  }

  /// Takes the place of `each(_:)` where values have no elements that the rule is for.
  @_disfavoredOverload
  @available(*, unavailable, message: "'each' needs a collection, and a rule for its elements")
  public static func each<Element>(_ rule: SettingValidation<Element>) -> SettingValidation { custom("") { _ in true } }
}
