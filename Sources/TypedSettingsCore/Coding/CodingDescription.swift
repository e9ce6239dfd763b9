/// A description of the values that a coding stores, for schemas.
///
/// It names types instead of describing them, so that a coding doesn't compute anything until it's asked.
@usableFromInline
package indirect enum CodingDescription: Sendable {
  /// The native form of a type that defines its stored form.
  case native(Any.Type)
  /// The `Codable` form of a type.
  case codable(Any.Type)
  /// ISO 8601 text, and null if the value is optional.
  case timestamp(isOptional: Bool)
  /// A string that contains JSON of another form.
  case jsonText(CodingDescription)
  /// Data that contain JSON of another form.
  case jsonData(CodingDescription)
  /// The form of another type that values are converted to, even if it's the same type.
  case converted(CodingDescription)
  /// The first form; values in the second form are decoded too.
  case either(CodingDescription, older: CodingDescription)
  /// A form that only code knows.
  case opaque
}

extension CodingDescription {
  /// Returns the description of this form after another coding has encoded it.
  func encoded(by next: CodingDescription) -> CodingDescription {
    switch next {
    case .jsonText: .jsonText(self)
    case .jsonData: .jsonData(self)
    case .native, .codable, .timestamp, .converted, .either, .opaque: .opaque
    }
  }
}

extension SettingCoding {
  /// The description of the values that the coding stores.
  package var description: CodingDescription {
    switch implementation {
    case .scheme(let scheme): scheme.description
    case .custom(let coding): coding.description
    case .ruled(let coding): coding.base.description
    }
  }

  /// Returns the same coding with another description, if it consists of closures.
  func described(as description: CodingDescription) -> SettingCoding {
    guard case .custom(let coding) = implementation else { return self }
    return SettingCoding(coding.described(as: description))
  }
}

/// A collection of elements that is stored as an array.
package protocol ListType {
  static var elementType: Any.Type { get }
  static var emptyValue: Any { get }
}

extension Array: ListType {
  package static var elementType: Any.Type { Element.self }
  package static var emptyValue: Any { [] as [Element] }
}

extension Set: ListType {
  package static var elementType: Any.Type { Element.self }
  package static var emptyValue: Any { [] as Set<Element> }
}
