#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A type whose values are points in time, for ``SettingCoding/iso8601``: `Date`, and an optional one.
public protocol TimestampConvertible: Sendable {
  /// The point in time; `nil` if there is none.
  var timestamp: Date? { get }

  /// Makes the value of a point in time; fails if there is none and the type needs one.
  init?(timestamp: Date?)
}

extension Date: TimestampConvertible {
  /// The date itself.
  public var timestamp: Date? { self }

  /// Takes the date as it is.
  public init?(timestamp: Date?) {
    guard let timestamp else { return nil }
    self = timestamp
  }
}

extension Date?: TimestampConvertible {
  /// The date itself.
  public var timestamp: Date? { self }

  /// Takes the date as it is.
  public init?(timestamp: Date?) { self = timestamp }
}
