#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension SettingsValue: Codable {
  /// Writes the value as the plain value it stands for.
  ///
  /// The kinds of ``data(_:)`` and ``date(_:)`` take the form that the encoder gives `Data` and `Date`.
  ///
  /// - Throws: What the encoder throws, or ``SettingsError/Code/tooDeep`` below ``maximumDepth``.
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

  /// Reads whatever plain value the decoder holds.
  ///
  /// From a format of its own kinds (JSON) a date or data comes back as the number or text that the format has.
  ///
  /// - Throws: `DecodingError.dataCorrupted` when the decoder holds none of the kinds, or
  ///   ``SettingsError/Code/tooDeep`` below ``maximumDepth``.
  public init(from decoder: any Decoder) throws {
    if decoder.codingPath.count > Self.maximumDepth { throw SettingsError.tooDeep() }
    let container = try decoder.singleValueContainer()
    func read<Value: Decodable>(_ make: (Value) -> SettingsValue) -> SettingsValue? {
      do { return make(try container.decode(Value.self)) } catch { return nil }
    }
    if container.decodeNil() {
      self = .null
    } else if let value = read(SettingsValue.bool) ?? read(SettingsValue.integer) ?? read(SettingsValue.unsigned)
      ?? read(SettingsValue.double) ?? read(SettingsValue.string) ?? read(SettingsValue.array)
      ?? read(SettingsValue.dictionary)
    {
      self = value
    } else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a plain value")
    }
  }
}
