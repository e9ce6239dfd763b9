// swift-format-ignore-file: AlwaysUseLowerCamelCase

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

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
