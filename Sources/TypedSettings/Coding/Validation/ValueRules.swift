/// What becomes of a setting's values on their way in.
protocol ValueRules<Value>: Sendable {
  associatedtype Value: Sendable

  /// What the rules ask for, as data; `nil` where nothing can be said.
  var constraint: SettingConstraint? { get }

  /// Whether the values are kept in memory and never stored.
  var isTransient: Bool { get }

  /// What is used in the place of a value.
  ///
  /// - Throws: What the value has against the rules, if it must not be used.
  func admit(_ value: Value) throws(SettingViolation) -> Admission<Value>
}

extension ValueRules {
  /// What the rules make of a value that was read.
  ///
  /// - Parameters:
  ///   - reading: What was read.
  ///   - coding: How values are stored.
  /// - Returns: What is to be used, with what it had to be changed for among its issues.
  /// - Throws: ``SettingsError`` with ``SettingsError/Code/invalid`` if the value must not be used.
  func admitted(_ reading: Reading<Value>, with coding: SettingCoding<Value>) throws(SettingsError) -> Reading<Value> {
    let admission: Admission<Value>
    do throws(SettingViolation) { admission = try admit(reading.value) } catch { throw .invalid(error) }
    var admitted = reading.with(admission.value)
    if let violation = admission.violation { admitted.issues.append(.invalid(violation)) }
    // Asked of the forms, so that the type need not be `Equatable`.
    admitted.isChangedByRules = coding.encodedOrNil(reading.value) != coding.encodedOrNil(admission.value)
    return admitted
  }

  /// Whether a value may be used, be it changed.
  func allows(_ value: Value) -> Bool {
    do throws(SettingViolation) {
      _ = try admit(value)
      return true
    } catch {
      return false
    }
  }
}
