#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

// The forms in which a user types a scalar. JSON has fewer kinds of values than a store: it has text instead of
// dates, of data, and of numbers that aren't finite.

extension ScalarForm {
  init?(text: String) { self.init(storedText: text) }

  init?(json value: SettingsValue) { self.init(native: value) }

  /// Creates a value from the form that text has in a store.
  private init?(storedText text: String) {
    guard let value = Self(native: .string(text)) ?? Self(older: .string(text)) else { return nil }
    self = value
  }

  /// Creates a number from any number, or from the digits of one out of range.
  fileprivate init?(number value: SettingsValue) {
    switch value {
    case .integer, .unsigned, .double:
      guard let number = Self(native: value) ?? Self(older: value) else { return nil }
      self = number
    case .dictionary:
      guard let number = value.numberText.flatMap(Self.init(storedText:)) else { return nil }
      self = number
    case .null, .bool, .string, .data, .date, .array: return nil
    }
  }
}

extension ScalarForm where Self: FixedWidthInteger {
  init?(json value: SettingsValue) {
    guard let number = Self(native: value) ?? Self(number: value) else { return nil }
    self = number
  }
}

extension ScalarForm where Self: BinaryFloatingPoint {
  init?(json value: SettingsValue) {
    if let number = Self(native: value) ?? Self(number: value) {
      self = number
    } else if case .string = value, let number = Self(older: value), !number.isFinite {
      self = number
    } else {
      return nil
    }
  }
}

extension Decimal {
  init?(json value: SettingsValue) {
    guard let number = Decimal(native: value) ?? Decimal(number: value) else { return nil }
    self = number
  }
}

extension Data {
  init?(json value: SettingsValue) {
    guard case .string = value, let data = Data(older: value) else { return nil }
    self = data
  }
}

extension Date {
  /// Creates a date from ISO 8601 text, or from seconds since 1970 after an at sign, such as `@1700000000`.
  ///
  /// A number without the sign is refused, because it could be meant as seconds since 1970 or since 2001. It's accepted
  /// for a date that has no text.
  init?(text: String) {
    if text.utf8.first == UInt8(ascii: "@") {
      guard let seconds = Double(text: String(text.dropFirst())), seconds.isFinite else { return nil }
      self.init(timeIntervalSince1970: seconds)
    } else if let date = Date(json: .string(text)) ?? Double(text: text).flatMap({ Date(json: .double($0)) }) {
      self = date
    } else {
      return nil
    }
  }

  init?(json value: SettingsValue) {
    switch value {
    case .date(let date): self = date
    case .string(let text):
      // A date that isn't finite has the name of its seconds.
      let name = Double(older: value).flatMap { $0.isFinite ? nil : Date(timeIntervalSinceReferenceDate: $0) }
      guard let date = TimestampText.date(of: text) ?? name else { return nil }
      self = date
    case .integer, .unsigned, .double:
      guard let date = Date(older: value), TimestampText.text(of: date) == nil else { return nil }
      self = date
    case .null, .bool, .data, .array, .dictionary: return nil
    }
  }
}
