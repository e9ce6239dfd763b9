#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension SettingsValue: Codable {
  /// Encodes the value as plain data.
  ///
  /// ``data(_:)`` and ``date(_:)`` are encoded as the encoder encodes `Data` and `Date`.
  ///
  /// - Throws: Any error that the encoder throws, or a ``SettingsError`` with the code
  ///   ``SettingsError/Code/tooDeep`` if the value is nested deeper than ``maximumDepth``.
  public func encode(to encoder: any Encoder) throws {
    if encoder.codingPath.count > Self.maximumDepth { throw SettingsError.tooDeep() }
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .unsigned(let value): try container.encode(value)
    case .double(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .data(let value): try container.encode(value)
    case .date(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .dictionary(let value): try container.encode(value)
    }
  }

  /// Decodes a value of any kind.
  ///
  /// A format without dates or data, such as JSON, returns the number or string that it uses instead.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if the data isn't of any kind that a value can be, or a ``SettingsError``
  ///   with the code ``SettingsError/Code/tooDeep`` if it's nested deeper than ``maximumDepth``.
  public init(from decoder: any Decoder) throws {
    if decoder.codingPath.count > Self.maximumDepth { throw SettingsError.tooDeep() }
    let container = try decoder.singleValueContainer()
    func read<Value: Decodable>(_ make: (Value) -> SettingsValue) -> SettingsValue? {
      nilOnFailure { make(try container.decode(Value.self)) }
    }
    if container.decodeNil() {
      self = .null
    } else if let value = read(SettingsValue.bool) ?? read(SettingsValue.integer) ?? read(SettingsValue.unsigned)
      ?? read(SettingsValue.double) ?? read(SettingsValue.string) ?? read(SettingsValue.array)
      ?? read(SettingsValue.dictionary)
    {
      self = value
    } else if let value = read(SettingsValue.date) ?? read(SettingsValue.data) {
      // Last, because a format without dates or data decodes them from numbers and strings.
      self = value
    } else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a settings value")
    }
  }
}
