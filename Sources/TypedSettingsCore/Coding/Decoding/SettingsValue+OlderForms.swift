#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

// Forms that other libraries, other coders, and earlier versions of a type store. They're accepted only if the current
// form can't be decoded, and only if they're unambiguous.

extension SettingsValue {
  /// Returns the dictionary that is equivalent to a value stored before its type had properties or payloads.
  ///
  /// - Parameters:
  ///   - type: The coding keys of the type, which determine whether a raw value becomes a case name or a `rawValue`.
  ///   - depth: The number of containers around the value.
  /// - Returns: The dictionary, or `nil` if the value isn't equivalent to one.
  func olderDictionary<Key: CodingKey>(for type: Key.Type, depth: Int) -> [String: SettingsValue]? {
    if let unpacked = unpacked(depth: depth) {
      if unpacked.isPreservedForm { return nil }
      if case .dictionary(let values) = unpacked { return values }
      // Unpacks data at most once, because data can be nested in data without limit.
      if case .data = unpacked { return nil }
      return unpacked.isScalar ? unpacked.olderDictionary(for: type, depth: depth) : nil
    }
    guard !type.acceptsAnyText else { return nil }
    if case .string(let name) = self, type.init(stringValue: name) != nil { return [name: .dictionary([:])] }
    if isScalar, type.init(stringValue: Self.rawValueName) != nil { return [Self.rawValueName: self] }
    return nil
  }

  /// Returns the array that is packed in this string or data, or an array with this value as its only element.
  func olderArray(depth: Int) -> [SettingsValue]? {
    switch unpacked(depth: depth) {
    case .array(let values)?: values
    case let value?: [value]
    case nil: isNull ? nil : [self]
    }
  }

  /// Returns the scalar that is equivalent to this value.
  @_semantics("optimize.sil.specialize.generic.never")
  func olderScalar<Scalar: ScalarForm>(_ type: Scalar.Type, depth: Int) -> Scalar? {
    if let scalar = Scalar(older: self) { return scalar }
    if let numberText { return Scalar(numberText: numberText, nearest: nearestDouble) }
    switch self {
    case .dictionary(let values):
      guard values.count == 1, let (name, value) = values.first else { return nil }
      if name == Self.rawValueName { return Scalar(native: value) ?? Scalar(older: value) }
      return value == .dictionary([:]) ? Scalar(native: .string(name)) : nil
    case .data:
      guard let value = unpacked(depth: depth) else { return nil }
      return Scalar(native: value) ?? Scalar(older: value)
    default: return nil
    }
  }

  /// The coding key of a type that encodes its raw value as a property.
  private static let rawValueName = "rawValue"

  private var isScalar: Bool {
    switch self {
    case .bool, .integer, .unsigned, .double, .string, .data, .date: true
    case .dictionary: numberText != nil
    case .null, .array: false
    }
  }

  /// Returns the JSON value of a string or data, or the property list of data.
  ///
  /// The depth includes the containers around the value, so that decoding stays within the stack limit.
  private func unpacked(depth: Int) -> SettingsValue? {
    switch self {
    case .data(let data): SettingsValue(unpacking: data, depth: depth)
    case .string(let text):
      // Only a container is unpacked; a string with a word or a number remains a string.
      text.utf8.first { !$0.isWhitespace }.flatMap {
        $0.opensContainer ? SettingsValue(unpacking: Data(text.utf8), depth: depth) : nil
      }
    default: nil
    }
  }

  private init?(unpacking data: Data, depth: Int) {
    do throws(SettingsError) {
      self =
        PropertyListReader.isPropertyList(data)
        ? try PropertyListReader.value(of: data, depth: depth) : try JSONReader.value(of: data, depth: depth)
    } catch {
      return nil
    }
  }
}

extension ScalarForm {
  /// Creates a scalar from the text of a number, or from the nearest floating-point number if the type isn't a number
  /// or a string.
  fileprivate init?(numberText text: String, nearest number: Double?) {
    if Self.self is any Numeric.Type || Self.self == String.self {
      guard let scalar = Self(native: .string(text)) ?? Self(older: .string(text)) else { return nil }
      self = scalar
    } else if let number {
      self.init(older: .double(number))
    } else {
      return nil
    }
  }
}

extension UInt8 {
  fileprivate var isWhitespace: Bool { self == 0x20 || (0x09...0x0d).contains(self) }
  fileprivate var opensContainer: Bool { self == UInt8(ascii: "{") || self == UInt8(ascii: "[") }
}
