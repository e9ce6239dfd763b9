#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension SettingCoding where Value: Codable {
  /// The `Codable` form of the type, also where `automatic` would take a raw value or a native form.
  public static var codable: SettingCoding { SettingCoding(scheme: CodableScheme<Value>.self) }

  /// The `Codable` form of the type, with another answer to what does not fit it.
  ///
  /// - Parameters:
  ///   - unknownProperties: What becomes of stored properties that the type does not have.
  ///   - undecodableElements: What becomes of elements that do not decode.
  /// - Returns: The coding.
  public static func codable(
    unknownProperties: UnknownProperties = .keep,
    undecodableElements: MigratingDecoder.UndecodableElements = .failContainer
  ) -> SettingCoding {
    var decoder = MigratingDecoder()
    decoder.undecodableElements = undecodableElements
    return SettingCoding(keepsUnknown: unknownProperties == .keep) { value throws(SettingsError) in
      try MigratingEncoder().encode(value)
    } read: { [decoder] stored, defaultValue, looksForLeftovers throws(SettingsError) in
      try decoder.reading(
        Value.self, from: stored, default: defaultValue, looksForLeftovers: looksForLeftovers)
    }
  }

  /// The `Codable` form of the type as one text of JSON.
  ///
  /// For a store that other programs read, or whose values were written that way. Names are sorted; data becomes base64,
  /// a date ISO 8601 text where it has one, NaN and the infinities their names. Also reads the form of `codable`.
  public static var jsonString: SettingCoding {
    codable.followed(by: .jsonString).or(.codable, readsItsOlderForms: false)
  }

  /// The `Codable` form of the type as JSON in data.
  ///
  /// For values that were written that way. Also reads the form of `codable`, and property lists.
  public static var jsonData: SettingCoding { codable.followed(by: .jsonData).or(.codable, readsItsOlderForms: false) }
}

extension SettingCoding where Value: RawRepresentable, Value.RawValue: SettingsValueConvertible {
  /// The raw value of the type, also where `automatic` would take a native form.
  public static var rawValue: SettingCoding { SettingCoding(scheme: RawValueScheme<Value>.self) }
}

extension SettingCoding where Value: TimestampConvertible {
  /// ISO 8601 text in UTC, with as many fraction digits as the date needs, such as `2026-11-21T08:15:30.25Z`.
  ///
  /// A date outside the years 1 to 9999 is stored as a date, and `nil` as null. Reads both, and also a number of seconds
  /// since the beginning of 2001.
  public static var iso8601: SettingCoding {
    .custom { value in
      guard let date = value.timestamp else { return .null }
      return TimestampText.text(of: date).map(SettingsValue.string) ?? .date(date)
    } decode: { stored in
      let date = stored.isNull ? nil : try SettingCoding<Date>.automatic.decode(stored)
      guard let value = Value(timestamp: date) else { throw SettingsError.undecodable(stored, as: Value.self) }
      return value
    }
  }
}

extension SettingCoding<SettingsValue> {
  /// The value as one text of JSON; any other value is read as it is.
  public static var jsonString: SettingCoding {
    .custom { value in
      .string(try JSONWriter.text(of: value))
    } decode: { stored in
      guard case .string(let text) = stored else { return stored }
      return try JSONReader.value(of: text)
    }
  }

  /// The value as JSON in data; any other value is read as it is, and data may also be a property list.
  public static var jsonData: SettingCoding {
    .custom { value in
      .data(try JSONWriter.data(of: value))
    } decode: { stored in
      guard case .data(let data) = stored else { return stored }
      return try PropertyListReader.isPropertyList(data)
        ? PropertyListReader.value(of: data) : JSONReader.value(of: data)
    }
  }
}

/// What to do, when a setting is written, with stored properties that its type does not have.
public enum UnknownProperties: Hashable, Sendable {
  /// They stay: an earlier or a later version of the type may have them.
  case keep
  /// They go.
  case discard
}

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
