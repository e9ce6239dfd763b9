#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A type that holds a point in time or none, for ``SettingCoding/iso8601``: `Date` and `Date?`.
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
