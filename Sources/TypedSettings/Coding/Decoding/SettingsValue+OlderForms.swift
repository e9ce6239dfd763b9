#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

// The forms in which other libraries, other coders and earlier versions of a type have stored what is expected here.
// They are read only where the present form did not fit, and only if they can mean nothing else.

extension SettingsValue {
  /// The dictionary that this value stood for before its type had properties or payloads.
  ///
  /// - Parameters:
  ///   - type: The keys that the type knows; a raw value becomes a case or `rawValue` only if it is one.
  ///   - depth: The number of containers around it.
  /// - Returns: The dictionary; `nil` if the value cannot have stood for one.
  func olderDictionary<Key: CodingKey>(for type: Key.Type, depth: Int) -> [String: SettingsValue]? {
    if let unpacked = unpacked(depth: depth) {
      if unpacked.isPreservedForm { return nil }
      if case .dictionary(let values) = unpacked { return values }
      // No further than to text: data can hold data that holds data.
      if case .data = unpacked { return nil }
      return unpacked.isScalar ? unpacked.olderDictionary(for: type, depth: depth) : nil
    }
    guard !type.acceptsAnyText else { return nil }
    if case .string(let name) = self, type.init(stringValue: name) != nil { return [name: .dictionary([:])] }
    if isScalar, type.init(stringValue: Self.rawValueName) != nil { return [Self.rawValueName: self] }
    return nil
  }

  /// The array that this value stood for: the one that it holds as text or data, or one of it alone.
  func olderArray(depth: Int) -> [SettingsValue]? {
    switch unpacked(depth: depth) {
    case .array(let values)?: values
    case let value?: [value]
    case nil: isNull ? nil : [self]
    }
  }

  /// The scalar that this value stood for.
  func olderScalar<Scalar: ScalarForm>(_ type: Scalar.Type, depth: Int) -> Scalar? {
    if let scalar = Scalar(older: self) { return scalar }
    if let numberText { return Scalar(numberOutOfRange: numberText) }
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

  /// The name under which a type with one property and no raw value of its own keeps it.
  private static let rawValueName = "rawValue"

  private var isScalar: Bool {
    switch self {
    case .bool, .integer, .unsigned, .double, .string, .data, .date: true
    case .null, .array, .dictionary: false
    }
  }

  /// What text or data holds as JSON, or data as a property list.
  ///
  /// The containers around it count, so that reading it takes no more of the stack than the limit allows for.
  private func unpacked(depth: Int) -> SettingsValue? {
    switch self {
    case .data(let data): SettingsValue(unpacking: data, depth: depth)
    case .string(let text):
      // A container or nothing: a word or a number in text is the text.
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
  /// Reads a number that no kind of value holds; `nil` unless the type is one of numbers or text.
  fileprivate init?(numberOutOfRange text: String) {
    guard Self.self is any Numeric.Type || Self.self == String.self else { return nil }
    guard let scalar = Self(native: .string(text)) ?? Self(older: .string(text)) else { return nil }
    self = scalar
  }
}

extension UInt8 {
  fileprivate var isWhitespace: Bool { self == 0x20 || (0x09...0x0d).contains(self) }
  fileprivate var opensContainer: Bool { self == UInt8(ascii: "{") || self == UInt8(ascii: "[") }
}
