// swift-format-ignore-file: AlwaysUseLowerCamelCase

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension SettingCoding where Value: Codable {
  /// A coding that uses the `Codable` form even if `automatic` would use a raw value or a native form.
  public static var codable: SettingCoding { SettingCoding(scheme: CodableScheme<Value>.self) }

  /// Returns a coding that uses the `Codable` form, with custom handling of data that doesn't match the type.
  ///
  /// - Parameters:
  ///   - unknownProperties: The handling of stored properties that the type doesn't have.
  ///   - undecodableElements: The handling of elements that can't be decoded.
  /// - Returns: The coding.
  public static func codable(
    unknownProperties: MigratingDecoder.UnknownProperties = .keep,
    undecodableElements: MigratingDecoder.UndecodableElements = .failContainer
  ) -> SettingCoding {
    var decoder = MigratingDecoder()
    decoder.undecodableElements = undecodableElements
    return SettingCoding(keepsUnknown: unknownProperties == .keep) { value throws(SettingsError) in
      try MigratingEncoder().encode(value)
    } read: { [decoder] stored, defaultValue, collectsLeftovers throws(SettingsError) in
      try decoder.decodingResult(
        Value.self, from: stored, default: defaultValue, collectsLeftovers: collectsLeftovers)
    } recording: { value, places throws(SettingsError) in
      try MigratingEncoder().encode(value, recording: places)
    }.described(as: .codable(Value.self)).typed(read: codable.typedValue)
  }

  /// A coding that stores the `Codable` form of the type as a JSON string.
  ///
  /// Use it for stores that other programs read, or for values that were stored this way. Names are sorted. Data is
  /// stored as base64, and a date as ISO 8601 text if it has such a text; NaN and the infinities are stored by name.
  /// The coding also decodes the form of `codable`.
  public static var jsonString: SettingCoding {
    codable.followed(by: .jsonString).or(.codable, readsItsOlderForms: false)
  }

  /// A coding that stores the `Codable` form of the type as JSON data.
  ///
  /// Use it for values that were stored this way. The coding also decodes the form of `codable`, and property lists.
  public static var jsonData: SettingCoding { codable.followed(by: .jsonData).or(.codable, readsItsOlderForms: false) }
}

extension SettingCoding where Value: RawRepresentable, Value.RawValue: SettingsValueConvertible {
  /// A coding that uses the raw value of the type even if `automatic` would use a native form.
  public static var rawValue: SettingCoding { SettingCoding(scheme: RawValueScheme<Value>.self) }
}

extension SettingCoding<SettingsValue> {
  /// A coding that stores the value as a JSON string; a stored value of another kind is decoded unchanged.
  ///
  /// Data, dates, NaN and the infinities are stored with the name of their kind, as in `{"$data": "AQI="}`.
  public static var jsonString: SettingCoding { jsonString(.tagged) }

  /// A coding that stores the value as JSON data; a stored value of another kind is decoded unchanged.
  ///
  /// Stored data may also be a property list, and it may be stored as a base64 string, the form of data in JSON. Data,
  /// dates, NaN and the infinities are stored with the name of their kind, as in `{"$data": "AQI="}`.
  public static var jsonData: SettingCoding { jsonData(.tagged) }

  private static func jsonString(_ kinds: KindsInJSON) -> SettingCoding {
    .plain { value in
      .string(try JSONWriter.text(of: value, tagging: kinds.add))
    } decode: { stored in
      guard case .string(let text) = stored else { return kinds.remove(stored) }
      return try SettingsValue.parsed { () throws(SettingsError) in
        try JSONReader.value(of: text, untagging: kinds.remove)
      }
    }.described(as: .jsonText(.native(SettingsValue.self)))
  }

  private static func jsonData(_ kinds: KindsInJSON) -> SettingCoding {
    .plain { value in
      .data(try JSONWriter.data(of: value, tagging: kinds.add))
    } decode: { stored in
      switch stored {
      case .data(let data):
        try SettingsValue.parsed { () throws(SettingsError) in try SettingsValue(parsing: data, kinds) }
      case .string(let text):
        Data(base64Encoded: text).flatMap { data in
          nilOnFailure { () throws(SettingsError) in try SettingsValue(parsing: data, kinds) }
        } ?? kinds.remove(stored)
      default: kinds.remove(stored)
      }
    }.described(as: .jsonData(.native(SettingsValue.self)))
  }

  /// The same coding without tags, if it's one of those above.
  var withoutKindTags: SettingCoding {
    switch description {
    case .jsonText(.native): .jsonString(.untagged)
    case .jsonData(.native): .jsonData(.untagged)
    default: self
    }
  }
}

/// How JSON represents kinds of values that it lacks.
private struct KindsInJSON: Sendable {
  /// Returns a value with what represents the kinds.
  let add: (@Sendable (SettingsValue) -> SettingsValue)?
  /// Returns a value with the kinds.
  let remove: @Sendable (SettingsValue) -> SettingsValue

  static let tagged = KindsInJSON(add: { $0.withKindTags }, remove: { $0.withoutKindTags })
  static let untagged = KindsInJSON(add: nil, remove: { $0 })
}

extension SettingsValue {
  /// Creates the value of JSON or a property list.
  fileprivate init(parsing data: Data, _ kinds: KindsInJSON) throws(SettingsError) {
    self =
      try PropertyListReader.isPropertyList(data)
      ? kinds.remove(PropertyListReader.value(of: data)) : JSONReader.value(of: data, untagging: kinds.remove)
  }

  /// Parses a stored string or stored data.
  ///
  /// - Parameter parse: The closure that parses it.
  /// - Returns: The result of the closure.
  /// - Throws: The error of the closure, with the advice for a stored value.
  fileprivate static func parsed(
    _ parse: () throws(SettingsError) -> SettingsValue
  ) throws(SettingsError) -> SettingsValue {
    do throws(SettingsError) { return try parse() } catch {
      throw error.replacing(advice: "the stored value is kept; assign the setting or reset it")
    }
  }
}

extension MigratingDecoder {
  /// A policy for stored properties that a setting's type doesn't have, applied when the setting is written.
  public enum UnknownProperties: Hashable, Sendable {
    /// Keeps the properties, because an earlier or a later version of the type may have them.
    case keep
    /// Removes the properties.
    case discard
  }
}

// MARK: Timestamps

extension SettingCoding where Value: __TimestampConvertible {
  /// A coding that stores ISO 8601 text in UTC, such as `2026-11-21T08:15:30.25Z`, with the fraction digits it needs.
  ///
  /// A date outside the years 1 to 9999 is stored as a date, and `nil` as null. The coding decodes both, and also a
  /// number of seconds since the start of 2001.
  public static var iso8601: SettingCoding {
    .plain { value in
      guard let date = value.__timestamp else { return .null }
      return TimestampText.text(of: date).map(SettingsValue.string) ?? .date(date)
    } decode: { stored in
      let date = stored.isNull ? nil : try SettingCoding<Date>.automatic.decode(stored)
      guard let value = Value(__timestamp: date) else { throw SettingsError.undecodable(stored, as: Value.self) }
      return value
    }.described(as: .timestamp(isOptional: Value(__timestamp: nil) != nil)).typed { input, _ throws(SettingsError) in
      guard let value = Value(__timestamp: try Date(typed: input)) else {
        throw .undecodable(input.root, as: Value.self)
      }
      return value
    }
  }
}

/// A type that represents an optional point in time, for ``SettingCoding/iso8601``: `Date` or `Date?`.
///
/// - Warning: This protocol is an implementation detail; don't conform your own types to it.
public protocol __TimestampConvertible: Sendable {
  /// The point in time, or `nil` if there is none.
  var __timestamp: Date? { get }

  /// Creates a value from a point in time; fails if `timestamp` is `nil` and the type requires a date.
  init?(__timestamp timestamp: Date?)
}

extension Date: __TimestampConvertible {
  /// The date itself.
  public var __timestamp: Date? { self }

  /// Creates a date from a point in time.
  public init?(__timestamp timestamp: Date?) {
    guard let timestamp else { return nil }
    self = timestamp
  }
}

extension Date?: __TimestampConvertible {
  /// The date itself.
  public var __timestamp: Date? { self }

  /// Creates an optional date from a point in time.
  public init?(__timestamp timestamp: Date?) { self = timestamp }
}

// These placeholders let the compiler report why a coding doesn't fit a type.

extension SettingCoding {
  /// A placeholder for `iso8601` with values that aren't dates.
  @_disfavoredOverload
  @available(*, unavailable, message: "'iso8601' requires a 'Date' or a 'Date?'")
  public static var iso8601: SettingCoding { SettingCoding(scheme: RefusingScheme<Value>.self) }

  /// A placeholder for `rawValue` with values that have no raw value.
  @_disfavoredOverload
  @available(*, unavailable, message: "'rawValue' requires a type with a raw value that can be stored")
  public static var rawValue: SettingCoding { SettingCoding(scheme: RefusingScheme<Value>.self) }

  /// A placeholder for `jsonString` with values that can't be encoded.
  @_disfavoredOverload
  @available(*, unavailable, message: "'jsonString' requires a type that conforms to 'Codable'")
  public static var jsonString: SettingCoding { SettingCoding(scheme: RefusingScheme<Value>.self) }

  /// A placeholder for `jsonData` with values that can't be encoded.
  @_disfavoredOverload
  @available(*, unavailable, message: "'jsonData' requires a type that conforms to 'Codable'")
  public static var jsonData: SettingCoding { SettingCoding(scheme: RefusingScheme<Value>.self) }
}
