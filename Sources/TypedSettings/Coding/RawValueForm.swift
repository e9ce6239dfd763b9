/// A value of a type with a raw value, coded as its raw value.
///
/// - Warning: The type exists for the overloads of ``SettingCoding/automatic`` alone.
public struct __RawValueForm<Value: RawRepresentable>: Codable where Value.RawValue: Codable {
  let value: Value

  init(_ value: Value) { self.value = value }

  /// Reads the raw value.
  public init(from decoder: any Decoder) throws {
    let rawValue: Value.RawValue
    do { rawValue = try decoder.singleValueContainer().decode(Value.RawValue.self) } catch {
      // Without a list of the cases, the kind that the raw value needs says more.
      guard Value.self is any CaseIterable.Type else { throw error }
      throw decoder.refusal(by: Value.self)
    }
    guard let value = Value(rawValue: rawValue) else { throw decoder.refusal(by: Value.self) }
    self.value = value
  }

  /// Writes the raw value.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value.rawValue)
  }
}

extension __RawValueForm: Equatable where Value: Equatable {}
extension __RawValueForm: Hashable where Value: Hashable {}
