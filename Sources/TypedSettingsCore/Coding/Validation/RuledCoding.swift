/// A coding whose values pass rules.
///
/// Assigned values pass the rules before they're encoded, see ``SettingRecord/set(_:)``, and stored values after they
/// are decoded. Before a coding is combined with others, its rules are separated from it. They are then the last to
/// process a decoded value, and the first to process an assigned one.
@usableFromInline
final class RuledCoding<Value: Sendable>: Sendable {
  /// The coding without the rules.
  @usableFromInline let base: SettingCoding<Value>

  @usableFromInline let rules: ValueRules<Value>

  init(base: SettingCoding<Value>, rules: ValueRules<Value>) {
    self.base = base
    self.rules = rules
  }

  /// Decodes a stored value and applies the rules to it.
  ///
  /// - Returns: The value to use; its issues include the violation that a rule corrected.
  /// - Throws: ``SettingsError`` with ``SettingsError/Code/invalid`` if the value must not be used, or the error of the
  ///   base coding.
  func read(
    _ stored: SettingsValue, default defaultValue: Value?, collectsLeftovers: Bool
  ) throws(SettingsError) -> DecodingResult<Value> {
    let result = try base.decodingResult(stored, default: defaultValue, collectsLeftovers: collectsLeftovers)
    var value = result.value
    let violation: SettingViolation?
    do throws(SettingViolation) { violation = try rules.apply(&value) } catch { throw .invalid(error) }
    var validated = result.with(value)
    if let violation { validated.issues.append(.invalid(violation)) }
    // Compares the stored forms, so that the type doesn't need to be `Equatable`.
    validated.isChangedByRules = base.encodedOrNil(result.value) != base.encodedOrNil(value)
    return validated
  }

  /// Returns the stored form of a value that replaces another one; replacing an invalid value replaces an unreadable
  /// part.
  func form(
    of value: Value, over stored: SettingsValue, default defaultValue: Value, keepsDiscardedProperties: Bool
  ) throws(SettingsError) -> StoredForm {
    var form = try base.form(
      of: value, over: stored, default: defaultValue, keepsDiscardedProperties: keepsDiscardedProperties)
    if !rules.allows(base.decodingResult(stored, over: defaultValue).value) { form.replacesUnreadable = true }
    return form
  }

  /// Returns the value of a stored value in the current form that passes the rules unchanged; otherwise, `nil`.
  func strictValue(of stored: SettingsValue) -> Value? {
    do throws(SettingsError) {
      let result = try read(stored, default: nil, collectsLeftovers: true)
      return result.issues.isEmpty && !result.isOlderForm && !result.isChangedByRules ? result.value : nil
    } catch {
      return nil
    }
  }
}

extension SettingCoding {
  /// The coding without its rules.
  @inlinable var base: SettingCoding { ruled?.base ?? self }

  /// Returns a coding with additional rules.
  @usableFromInline
  func ruled(by rules: ValueRules<Value>) -> SettingCoding {
    SettingCoding(RuledCoding(base: base, rules: ruled?.rules.followed(by: rules) ?? rules))
  }

  /// Returns the coding that a closure makes of this one, with the same rules.
  func keepingRules(_ make: (SettingCoding) -> SettingCoding) -> SettingCoding {
    let coding = make(base)
    return ruled.map { coding.ruled(by: $0.rules) } ?? coding
  }
}
