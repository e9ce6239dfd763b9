internal import TypedSettingsCore

extension SettingConstraint {
  /// Returns the part of the constraint that stored values meet too, or `nil` if there is none.
  ///
  /// A rule compares, counts, and matches values. Their stored forms can have another order, another count, and another
  /// text, unless the coding stores values of the type itself.
  ///
  /// - Parameters:
  ///   - type: The type of the values.
  ///   - description: The description of their coding.
  /// - Returns: The part.
  func storedPart(of type: Any.Type, _ description: CodingDescription) -> SettingConstraint? {
    storedPart(description.isForm(of: type) ? RuledValue(type) : .other)
  }

  private func storedPart(_ value: RuledValue, isElement: Bool = false) -> SettingConstraint? {
    switch (self, value) {
    case (.custom, _), (.choices, .scalar), (.range, .scalar), (.pattern, .scalar), (.count, .scalar), (.count, .list):
      return self
    // The coding of a setting encodes its choices, but not the choices of elements.
    case (.choices, _): return isElement ? nil : self
    // Stored elements can be repeated.
    case (.count(let minimum?, _), .set): return .count(minimum: minimum, maximum: nil)
    case (.each(let constraint), .list(let element)), (.each(let constraint), .set(let element)):
      return constraint.storedPart(element, isElement: true).map(SettingConstraint.each)
    case (.all(let parts), _):
      let stored = parts.compactMap { $0.storedPart(value, isElement: isElement) }
      return stored.count > 1 ? .all(stored) : stored.first
    case (.any(let parts), _):
      let stored = parts.compactMap { $0.storedPart(value, isElement: isElement) }
      // A value can meet only the part that stored values don't have to meet.
      return stored.count == parts.count ? .any(stored) : nil
    case (.range, _), (.pattern, _), (.count, _), (.each, _): return nil
    }
  }
}

/// The kinds of values that rules apply to.
private indirect enum RuledValue {
  /// A number, a text, or another value without elements, of a type whose stored form is known.
  case scalar
  /// A collection that is stored as an array of its elements.
  case list(RuledValue)
  /// A collection without repeated elements that is stored as an array.
  case set(RuledValue)
  /// A value of any other type.
  case other

  init(_ type: Any.Type) {
    self =
      switch type {
      case is Bool.Type, is String.Type, is Character.Type, is any FixedWidthInteger.Type,
        is any BinaryFloatingPoint.Type:
        .scalar
      case let type as any OptionalValue.Type: RuledValue(type.wrappedType)
      case let type as any RuledList.Type: .list(RuledValue(type.elementType))
      case let type as any RuledSet.Type: .set(RuledValue(type.elementType))
      default: .other
      }
  }
}

extension CodingDescription {
  /// Returns whether the coding stores values of a type in the type's own form.
  fileprivate func isForm(of type: Any.Type) -> Bool {
    switch self {
    case .native(let stored), .codable(let stored): stored == type
    case .either(let current, _): current.isForm(of: type)
    case .timestamp, .jsonText, .jsonData, .converted, .opaque: false
    }
  }
}

// MARK: Parts of types

private protocol RuledList { static var elementType: Any.Type { get } }

extension Array: RuledList { fileprivate static var elementType: Any.Type { Element.self } }

private protocol RuledSet { static var elementType: Any.Type { get } }

extension Set: RuledSet { fileprivate static var elementType: Any.Type { Element.self } }
