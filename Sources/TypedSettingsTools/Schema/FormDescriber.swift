internal import TypedSettings

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A description of the forms in which values of types are stored.
///
/// A type is recognized, or observed while it decodes itself. If its requests depend on the stored value, or if its
/// encoded default doesn't have the form that it requests, the form is opaque.
struct FormDescriber {
  /// The types that are being described, so that a recursive type ends.
  private var types: [Any.Type] = []

  /// Returns the form of a coding.
  ///
  /// - Parameters:
  ///   - description: The description of the coding.
  ///   - sample: A stored value, such as the encoded default.
  /// - Returns: The form.
  static func form(of description: CodingDescription, sample: SettingsValue?) -> SettingsSchema.Form {
    switch description {
    case .native(let type), .codable(let type): FormDescriber().form(of: type, sample: sample)
    case .timestamp(let isOptional): isOptional ? .optional(.string(.timestamp)) : .string(.timestamp)
    case .jsonText(let inner): .jsonText(form(of: inner, sample: nil))
    case .jsonData(let inner): .jsonData(form(of: inner, sample: nil))
    case .either(let current, _): form(of: current, sample: sample)
    case .opaque: .opaque
    }
  }

  /// Returns the older forms that a coding decodes too.
  static func olderForms(of description: CodingDescription) -> [SettingsSchema.Form] {
    guard case .either(let current, let older) = description else { return [] }
    return olderForms(of: current) + [form(of: older, sample: nil)] + olderForms(of: older)
  }

  /// Returns the form of a type.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - sample: A stored value of the type, or `nil` if none is known.
  /// - Returns: The form.
  func form(of type: Any.Type, sample: SettingsValue?) -> SettingsSchema.Form {
    let form = Self.basicForm(of: type) ?? composedForm(of: type, sample: sample)
    if let sample, !form.accepts(sample) { return .opaque }
    return form
  }

  private static func basicForm(of type: Any.Type) -> SettingsSchema.Form? {
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
    case let type as any FixedWidthInteger.Type: integer(type)
    case is any BinaryFloatingPoint.Type: .number
    default: nil
    }
  }

  private static func integer<Number: FixedWidthInteger>(_ type: Number.Type) -> SettingsSchema.Form {
    let minimum = SettingsValue(Number.min) ?? .integer(.min)
    return .integer(minimum: minimum, maximum: SettingsValue(Number.max) ?? .unsigned(.max))
  }

  private func composedForm(of type: Any.Type, sample: SettingsValue?) -> SettingsSchema.Form {
    // A recursive type, or one that is nested too deep.
    if types.contains(where: { $0 == type }) || types.count > RecordingDecoder.maximumDepth { return .opaque }
    var inner = self
    inner.types.append(type)
    switch type {
    case let type as any OptionalType.Type:
      // An optional of an optional has a form with a tag.
      if type.wrappedType is any OptionalType.Type { return .opaque }
      return .optional(inner.form(of: type.wrappedType, sample: sample?.isNull ?? true ? nil : sample))
    case let type as any ListType.Type:
      return .array(inner.form(of: type.elementType, samples: sample?.elements ?? []))
    case let type as any MapType.Type:
      guard type.keyType == String.self || type.keyType is any RawRepresentable.Type || type.keyType == Int.self else {
        return .opaque
      }
      return .dictionary(inner.form(of: type.elementType, samples: sample?.members.values.map(\.self) ?? []))
    case let type as any RawType.Type:
      if let choices = (type.representedType as? any CaseIterable.Type)?.storedCases(asRawValues: true) {
        return .choices(choices)
      }
      return inner.form(of: type.rawType, sample: sample)
    case let type as any CaseIterable.Type:
      if let choices = type.storedCases(asRawValues: !(type is any Encodable.Type)) { return .choices(choices) }
      return .opaque
    case let type as any Decodable.Type: return inner.observedForm(of: type, sample: sample)
    case let type as any RawRepresentable.Type: return inner.form(of: type.rawType, sample: sample)
    default: return .opaque
    }
  }

  /// Returns the form of elements.
  private func form(of type: Any.Type, samples: [SettingsValue]) -> SettingsSchema.Form {
    let form = form(of: type, sample: samples.first)
    return samples.allSatisfy(form.accepts) ? form : .opaque
  }

  /// Returns the form of a type that is observed while it decodes itself.
  private func observedForm<Value: Decodable>(of type: Value.Type, sample: SettingsValue?) -> SettingsSchema.Form {
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

  private func object(of requests: DecodingRequests, sample: SettingsValue?) -> SettingsSchema.Form {
    let members = sample?.members ?? [:]
    let properties = requests.properties.map { property in
      let member = members[property.name]
      let sample = member?.isNull ?? true ? Optional<SettingsValue>.none : member
      let form = property.isAmbiguous ? .opaque : form(of: property.type, sample: sample)
      return SettingsSchema.Property(
        name: property.name, form: property.isOptional ? .optional(form) : form, isRequired: !property.isOptional)
    }
    return .object(properties.sorted { $0.name < $1.name })
  }
}

extension SettingsValue {
  /// The elements of an array, or none.
  fileprivate var elements: [SettingsValue] { if case .array(let values) = self { values } else { [] } }

  /// The members of a dictionary, or none.
  var members: [String: SettingsValue] { if case .dictionary(let values) = self { values } else { [:] } }
}
