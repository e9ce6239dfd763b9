public import TypedSettingsCore

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A description of the forms in which values of types are stored.
///
/// A type is recognized, or observed while it decodes itself. If its requests depend on the stored value, or if its
/// encoded default doesn't have the form that it requests, the form is opaque.
package struct FormDescriber {
  /// The types that are being described, so that a recursive type ends.
  private var types: [Any.Type] = []

  package init() {}

  /// Returns the form of a coding.
  ///
  /// - Parameters:
  ///   - description: The description of the coding.
  ///   - sample: A stored value, such as the encoded default.
  /// - Returns: The form.
  package static func form(of description: CodingDescription, sample: SettingsValue?) -> ValueForm {
    switch description {
    case .native(let type), .codable(let type): FormDescriber().form(of: type, sample: sample)
    case .timestamp(let isOptional): isOptional ? .optional(.string(.timestamp)) : .string(.timestamp)
    case .jsonText(let inner): .jsonText(form(of: inner, sample: nil))
    case .jsonData(let inner): .jsonData(form(of: inner, sample: nil))
    case .converted(let inner), .either(let inner, _): form(of: inner, sample: sample)
    case .opaque: .opaque
    }
  }

  /// Returns the older forms that a coding decodes too.
  package static func olderForms(of description: CodingDescription) -> [ValueForm] {
    switch description {
    case .either(let current, let older):
      olderForms(of: current) + [form(of: older, sample: nil)] + olderForms(of: older)
    case .converted(let inner): olderForms(of: inner)
    case .native, .codable, .timestamp, .jsonText, .jsonData, .opaque: []
    }
  }

  /// Returns the form of a type.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - sample: A stored value of the type, or `nil` if none is known.
  /// - Returns: The form.
  package func form(of type: Any.Type, sample: SettingsValue?) -> ValueForm {
    let form = Self.basicForm(of: type) ?? composedForm(of: type, sample: sample)
    if let sample, !form.accepts(sample) { return .opaque }
    return form
  }

  private static func basicForm(of type: Any.Type) -> ValueForm? {
    switch type {
    case is Bool.Type: .boolean
    case is String.Type: .string(nil)
    case is Character.Type: .string(.character)
    case is Date.Type: .date
    case is Data.Type: .data
    case is URL.Type: .string(.url)
    case is UUID.Type: .string(.uuid)
    case is Decimal.Type: .string(.decimal)
    case is SettingsValue.Type: .any
    case let type as any FixedWidthInteger.Type where type.bitWidth <= 64: integer(type)
    // An integer beyond 64 bits is stored as a string, and others as themselves.
    case is any FixedWidthInteger.Type: .opaque
    case is any BinaryFloatingPoint.Type: .number
    default: nil
    }
  }

  private static func integer<Number: FixedWidthInteger>(_ type: Number.Type) -> ValueForm {
    let minimum = SettingsValue(Number.min) ?? .integer(.min)
    return .integer(minimum: minimum, maximum: SettingsValue(Number.max) ?? .unsigned(.max))
  }

  private func composedForm(of type: Any.Type, sample: SettingsValue?) -> ValueForm {
    // A recursive type, or one that is nested too deep.
    if types.contains(where: { $0 == type }) || types.count > RecordingDecoder.maximumDepth { return .opaque }
    var inner = self
    inner.types.append(type)
    switch type {
    case let type as any OptionalValue.Type:
      // An optional of an optional has a form with a tag.
      if type.wrappedType is any OptionalValue.Type { return .opaque }
      return .optional(inner.form(of: type.wrappedType, sample: sample?.isNull ?? true ? nil : sample))
    case let type as any ListType.Type:
      return .array(inner.form(of: type.elementType, samples: sample?.elements ?? []))
    case let type as any MapType.Type:
      guard type.keyType == String.self || type.keyType is any RawRepresentable.Type || type.keyType == Int.self else {
        return .opaque
      }
      let elements = inner.form(of: type.elementType, samples: sample?.members.values.map(\.self) ?? [])
      return .dictionary(elements, keys: EnumerationCases.keyNames(of: type.representedKeyType))
    case let type as any RawType.Type:
      if let choices = Self.choices(of: type.representedType, asRawValues: true) { return choices }
      return inner.form(of: type.rawType, sample: sample)
    case let type as any CaseIterable.Type:
      if let choices = Self.choices(of: type, asRawValues: !(type is any Encodable.Type)) { return choices }
      return .opaque
    case let type as any Decodable.Type:
      if type is any RawRepresentable.Type, type is any Encodable.Type,
        let choices = Self.choices(of: type, asRawValues: false)
      {
        return choices
      }
      return inner.observedForm(of: type, sample: sample)
    case let type as any RawRepresentable.Type: return inner.form(of: type.rawType, sample: sample)
    default: return .opaque
    }
  }

  /// Returns the form of an enumeration, or `nil` if its cases aren't stored as scalars, or the type is another one.
  private static func choices(of type: Any.Type, asRawValues: Bool) -> ValueForm? {
    guard let forms = EnumerationCases.forms(of: type, asRawValues: asRawValues), forms.allSatisfy(\.isScalar) else {
      return nil
    }
    let isText = forms.allSatisfy { if case .string = $0 { true } else { false } }
    let names = EnumerationCases.values(of: type)?.map { "\($0)" }
    return .choices(forms, names: isText || Set(names ?? []).count != forms.count ? nil : names)
  }

  /// Returns the stored cases of an enumeration without associated values that doesn't list them.
  ///
  /// - Parameters:
  ///   - type: The type of the values.
  ///   - description: The description of their coding, which must be the one of the type.
  /// - Returns: The stored forms; none for other types and codings.
  package static func unlistedCases(of type: Any.Type, _ description: CodingDescription) -> [SettingsValue] {
    let type = (type as? any OptionalValue.Type)?.wrappedType ?? type
    if type is any CaseIterable.Type { return [] }
    switch description {
    case .codable(let stored) where stored == type:
      return EnumerationCases.forms(of: type, asRawValues: false) ?? []
    case .native(let stored):
      let stored = (stored as? any OptionalValue.Type)?.wrappedType ?? stored
      guard let type = type as? any RawRepresentable.Type, type.rawType == stored else { return [] }
      return EnumerationCases.forms(of: type, asRawValues: true) ?? []
    case .codable, .timestamp, .jsonText, .jsonData, .converted, .either, .opaque: return []
    }
  }

  /// Returns the form of elements.
  private func form(of type: Any.Type, samples: [SettingsValue]) -> ValueForm {
    let form = form(of: type, sample: samples.first)
    return samples.allSatisfy(form.accepts) ? form : .opaque
  }

  /// Returns the form of a type that is observed while it decodes itself.
  private func observedForm<Value: Decodable>(of type: Value.Type, sample: SettingsValue?) -> ValueForm {
    let requests = DecodingRequests()
    var isDecoded = false
    for answers in (sample.map { [.sample($0)] } ?? []) + [RecordingDecoder.Answers.madeUp, .failures] {
      do {
        _ = try Value(from: RecordingDecoder(answers: answers, requests: requests, depth: 0))
        if case .failures = answers { break }
        isDecoded = true
      } catch {
        continue
      }
    }
    if requests.isDynamic { return .opaque }
    if requests.isKeyed {
      // If no decoding succeeded, there may be properties after the one that failed.
      guard requests.singleTypes.isEmpty, isDecoded else { return .opaque }
      return object(of: requests, sample: sample)
    }
    guard requests.singleTypes.count == 1 else { return .opaque }
    return form(of: requests.singleTypes[0], sample: sample)
  }

  private func object(of requests: DecodingRequests, sample: SettingsValue?) -> ValueForm {
    let members = sample?.members ?? [:]
    let properties = requests.properties.map { property in
      let member = members[property.name]
      let sample = member?.isNull ?? true ? Optional<SettingsValue>.none : member
      let form = property.isAmbiguous ? .opaque : form(of: property.type, sample: sample)
      return ValueForm.Property(
        name: property.name, form: property.isOptional ? .optional(form) : form, isRequired: !property.isOptional)
    }
    return .object(properties)
  }
}

extension SettingsValue {
  /// The elements of an array, or none.
  fileprivate var elements: [SettingsValue] { if case .array(let values) = self { values } else { [] } }

  /// The members of a dictionary, or none.
  fileprivate var members: [String: SettingsValue] { if case .dictionary(let values) = self { values } else { [:] } }
}

// MARK: Parts of types

// Type-erased views of generic types, with which the parts of a type can be found without a value of it.

/// A dictionary.
protocol MapType {
  static var keyType: Any.Type { get }
  /// The type of the keys before they're stored.
  static var representedKeyType: Any.Type { get }
  static var elementType: Any.Type { get }
  static var emptyValue: Any { get }
}

extension Dictionary: MapType {
  static var keyType: Any.Type { Key.self }
  static var representedKeyType: Any.Type { Key.self }
  static var elementType: Any.Type { Value.self }
  static var emptyValue: Any { [:] as [Key: Value] }
}

extension __RawKeyedValues: MapType {
  static var keyType: Any.Type { String.self }
  static var representedKeyType: Any.Type { Key.self }
  static var elementType: Any.Type { Value.self }
  static var emptyValue: Any { [:] as [Key: Value] }
}

/// A type that is stored as its raw value.
protocol RawType {
  static var rawType: Any.Type { get }
  static var representedType: Any.Type { get }
}

extension __RawValueForm: RawType {
  static var rawType: Any.Type { Value.RawValue.self }
  static var representedType: Any.Type { Value.self }
}

extension RawRepresentable {
  /// The type of the raw values.
  static var rawType: Any.Type { RawValue.self }
}

extension SettingsValue {
  /// A Boolean value that indicates whether the value is neither an array nor a dictionary.
  fileprivate var isScalar: Bool {
    switch self {
    case .array, .dictionary: false
    case .null, .bool, .integer, .unsigned, .double, .string, .data, .date: true
    }
  }
}

/// A namespace for values of types about which nothing but the type is known.
enum MadeUpValue {
  /// Returns a value of a type, or `nil` if the type isn't one of the basic ones.
  static func value(of type: Any.Type) -> Any? {
    switch type {
    case is Bool.Type: false
    case is String.Type: ""
    case is Character.Type: Character(" ")
    case is Date.Type: Date(timeIntervalSinceReferenceDate: 0)
    case is Data.Type: Data()
    case is UUID.Type: UUID()
    case is URL.Type: URL(filePath: "/")
    case is Decimal.Type: Decimal(0)
    case is SettingsValue.Type: SettingsValue.null
    case let type as any OptionalValue.Type: type.absentValue
    case let type as any ListType.Type: type.emptyValue
    case let type as any MapType.Type: type.emptyValue
    case let type as any BinaryInteger.Type: zero(type)
    case let type as any BinaryFloatingPoint.Type: zero(type)
    case let type as any CaseIterable.Type: first(type)
    default: nil
    }
  }

  private static func zero<Number: BinaryInteger>(_ type: Number.Type) -> Any { Number(0) }

  private static func zero<Number: BinaryFloatingPoint>(_ type: Number.Type) -> Any { Number(0) }

  private static func first<Value: CaseIterable>(_ type: Value.Type) -> Any? { type.allCases.first }
}
