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
    }.described(as: .codable(Value.self))
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
  public static var jsonString: SettingCoding {
    .custom { value in
      .string(try JSONWriter.text(of: value))
    } decode: { stored in
      guard case .string(let text) = stored else { return stored }
      return try SettingsValue.parsed { () throws(SettingsError) in try JSONReader.value(of: text) }
    }.described(as: .jsonText(.native(SettingsValue.self)))
  }

  /// A coding that stores the value as JSON data; a stored value of another kind is decoded unchanged.
  ///
  /// Stored data may also be a property list.
  public static var jsonData: SettingCoding {
    .custom { value in
      .data(try JSONWriter.data(of: value))
    } decode: { stored in
      guard case .data(let data) = stored else { return stored }
      return try SettingsValue.parsed { () throws(SettingsError) in
        try PropertyListReader.isPropertyList(data) ? PropertyListReader.value(of: data) : JSONReader.value(of: data)
      }
    }.described(as: .jsonData(.native(SettingsValue.self)))
  }
}

extension SettingsValue {
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
    .custom { value in
      guard let date = value.__timestamp else { return .null }
      return TimestampText.text(of: date).map(SettingsValue.string) ?? .date(date)
    } decode: { stored in
      let date = stored.isNull ? nil : try SettingCoding<Date>.automatic.decode(stored)
      guard let value = Value(__timestamp: date) else { throw SettingsError.undecodable(stored, as: Value.self) }
      return value
    }.described(as: .timestamp(isOptional: Value(__timestamp: nil) != nil))
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
