#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The decoder that a type's `init(from:)` sees at one place of the tree.
struct ValueDecoder: Decoder {
  let value: SettingsValue
  let codingPath: [any CodingKey]
  let userInfo: [CodingUserInfoKey: Any]

  init(value: SettingsValue, codingPath: [any CodingKey], userInfo: [CodingUserInfoKey: Any]) {
    self.value = value
    self.codingPath = codingPath
    self.userInfo = userInfo
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .dictionary(let values) = value else { throw mismatch([String: SettingsValue].self) }
    return KeyedDecodingContainer(KeyedValueDecoder<Key>(decoder: self, values: values))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let values) = value else { throw mismatch([SettingsValue].self) }
    return UnkeyedValueDecoder(decoder: self, values: values)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { SingleValueDecoder(decoder: self) }

  /// The decoder of a place below this one.
  func nested(_ value: SettingsValue, _ key: any CodingKey) -> ValueDecoder {
    ValueDecoder(value: value, codingPath: codingPath + [key], userInfo: userInfo)
  }

  /// Decodes the value here: natively if the type has a native kind, and otherwise by the type's own code.
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    guard codingPath.count <= SettingsValue.maximumDepth else {
      throw SettingsError.tooDeep(at: codingPath.map(\.nameInErrors))
    }
    let native: Any? =
      switch type {
      case is Date.Type: try scalar(Date.self)
      case is Data.Type: try scalar(Data.self)
      case is URL.Type: try scalar(URL.self)
      case is UUID.Type: try scalar(UUID.self)
      case is SettingsValue.Type: value
      default: nil
      }
    return try native as? Value ?? type.init(from: self)
  }

  /// Reads a scalar, naming this place when it is of another kind.
  func scalar<Scalar: SettingsValueConvertible>(_ type: Scalar.Type) throws -> Scalar {
    do throws(SettingsError) { return try Scalar(settingsValue: value) } catch { throw mismatch(type) }
  }

  /// What a type's own code may catch, with what the library tells its callers underneath.
  private func mismatch(_ type: Any.Type) -> DecodingError {
    let context = context(.undecodable(value, as: type, at: codingPath.map(\.nameInErrors)))
    return value == .null ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }

  /// The context of an error at this place.
  func context(_ error: SettingsError) -> DecodingError.Context {
    DecodingError.Context(codingPath: codingPath, debugDescription: error.found, underlyingError: error)
  }

  /// The error of a place that lacks something.
  func missing(_ found: String) -> SettingsError {
    SettingsError(
      .undecodable, codingPath: codingPath.map(\.nameInErrors), found: found,
      advice: "the stored value is kept; assign the setting or reset it")
  }
}
