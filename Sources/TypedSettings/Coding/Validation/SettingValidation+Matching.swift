extension SettingValidation where Value: StringProtocol {
  /// A text that matches a regular expression as a whole.
  ///
  /// ```swift
  /// let words = SettingValidation<String>.matches(/[a-z-]+/)
  /// ```
  ///
  /// - Parameters:
  ///   - regex: The regular expression; evaluated when the first value is checked. Values are checked one at a time.
  ///   - pattern: Its source, for ``SettingConstraint``; the macro passes that of a literal.
  /// - Returns: The rule.
  public static func matches<Output>(
    _ regex: @autoclosure @escaping @Sendable () -> Regex<Output>, pattern: String? = nil
  ) -> SettingValidation {
    let compiled = CompiledExpression(regex)
    return SettingValidation(constraint: { _ in .pattern(pattern) }) { compiled.matches(String($0)) }
  }
}
