#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A type with one kind of stored value and with unambiguous older forms.
protocol ScalarForm: SettingsValueConvertible, Decodable {
  /// Creates a value from the current stored form, and from no other form.
  ///
  /// Types that try several kinds in turn depend on this: a value that decodes as a number must be a number.
  init?(native stored: SettingsValue)

  /// Creates a value from a form that other libraries or earlier versions may have stored.
  init?(older stored: SettingsValue)

  /// Creates a value from text that a user typed.
  init?(text: String)

  /// Creates a value from JSON that a user typed.
  init?(json value: SettingsValue)
}

extension Bool: ScalarForm {
  init?(native stored: SettingsValue) {
    guard case .bool(let value) = stored else { return nil }
    self = value
  }

  init?(older stored: SettingsValue) {
    switch stored {
    case .integer(0), .double(0): self = false
    case .integer(1), .double(1): self = true
    case .string(let text):
      switch text.lowercasedWord {
      case "no", "false", "0": self = false
      case "yes", "true", "1": self = true
      default: return nil
      }
    default: return nil
    }
  }
}

extension ScalarForm where Self: FixedWidthInteger {
  init?(native stored: SettingsValue) {
    switch stored {
    case .integer(let value): self.init(exactly: value)
    case .unsigned(let value): self.init(exactly: value)
    case .string(let digits) where Self.bitWidth > 64:
      guard let value = Self(digits), SettingsValue(value) == nil else { return nil }
      self = value
    default: return nil
    }
  }

  @_semantics("optimize.sil.specialize.generic.never")
  init?(older stored: SettingsValue) {
    switch stored {
    case .bool(let value): self = value ? 1 : 0
    case .double(let value): self.init(unambiguous: value)
    case .string(let text):
      guard let value = Self(text) ?? DecimalText(text)?.integer() else { return nil }
      self = value
    default: return nil
    }
  }
}

extension Int: ScalarForm {}
extension Int8: ScalarForm {}
extension Int16: ScalarForm {}
extension Int32: ScalarForm {}
extension Int64: ScalarForm {}
extension Int128: ScalarForm {}
extension UInt: ScalarForm {}
extension UInt8: ScalarForm {}
extension UInt16: ScalarForm {}
extension UInt32: ScalarForm {}
extension UInt64: ScalarForm {}
extension UInt128: ScalarForm {}

extension Double: ScalarForm {
  init?(native stored: SettingsValue) {
    switch stored {
    case .double(let value): self = value
    case .dictionary:
      guard let value = stored.nearestDouble else { return nil }
      self = value
    default: return nil
    }
  }

  init?(older stored: SettingsValue) {
    switch stored {
    case .bool(let value): self = value ? 1 : 0
    case .integer(let value): self.init(exactly: value)
    case .unsigned(let value): self.init(exactly: value)
    case .string(let text): self.init(decimal: text)
    default: return nil
    }
  }

  /// Creates a number from decimal digits, infinity, or NaN, but not from hexadecimal digits or out-of-range numbers.
  fileprivate init?(decimal text: String) {
    guard !text.utf8.contains(where: { $0 | 0x20 == UInt8(ascii: "x") }), let value = Double(text) else { return nil }
    if value.isInfinite, text.utf8.contains(where: { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
      return nil
    }
    self = value
  }
}

extension Float: ScalarForm {
  init?(native stored: SettingsValue) {
    guard let value = Double(native: stored) else { return nil }
    self.init(preservingPayloadOf: value)
    // Types that try `Float` before `Double` must not lose digits. Earlier versions stored the exact `Double`.
    if !value.isNaN, Double(self) != value, settingsValue != .double(value) { return nil }
  }

  init?(older stored: SettingsValue) {
    guard let value = Double(native: stored) ?? Double(older: stored) else { return nil }
    self.init(value)
    if isInfinite, value.isFinite { return nil }
  }
}

extension String: ScalarForm {
  init?(native stored: SettingsValue) {
    guard case .string(let value) = stored, !stored.isTooLong else { return nil }
    self = value
  }

  init?(older stored: SettingsValue) {
    switch stored {
    case .bool(let value): self = String(value)
    case .integer(let value): self = String(value)
    case .unsigned(let value): self = String(value)
    case .double(let value): self = String(value)
    default: return nil
    }
  }
}

extension Data: ScalarForm {
  init?(native stored: SettingsValue) {
    guard case .data(let value) = stored, !stored.isTooLong else { return nil }
    self = value
  }

  /// Creates data from base64 (RFC 4648) or an array of bytes, the two forms that JSON coders write.
  init?(older stored: SettingsValue) {
    switch stored {
    case .string(let text): self.init(base64Encoded: text)
    case .array(let values):
      var bytes: [UInt8] = []
      for value in values {
        guard let byte = UInt8(native: value) else { return nil }
        bytes.append(byte)
      }
      self.init(bytes)
    default: return nil
    }
  }
}

extension Date: ScalarForm {
  init?(native stored: SettingsValue) {
    guard case .date(let value) = stored else { return nil }
    self = value
  }

  /// Creates a date from an ISO 8601 string, or from seconds since the start of 2001, as `Date` encodes itself.
  init?(older stored: SettingsValue) {
    if case .string(let text) = stored, let date = TimestampText.date(of: text) {
      self = date
    } else if stored != true, stored != false, let interval = Double(native: stored) ?? Double(older: stored) {
      self.init(timeIntervalSinceReferenceDate: interval)
    } else {
      return nil
    }
  }
}

extension URL: ScalarForm {
  init?(native stored: SettingsValue) {
    guard case .string(let text) = stored else { return nil }
    self.init(string: text)
  }

  init?(older stored: SettingsValue) { return nil }
}

extension UUID: ScalarForm {
  init?(native stored: SettingsValue) {
    guard case .string(let text) = stored else { return nil }
    self.init(uuidString: text)
  }

  init?(older stored: SettingsValue) { return nil }
}

extension Decimal: ScalarForm {
  init?(native stored: SettingsValue) {
    guard case .string(let text) = stored else { return nil }
    self.init(plainText: text)
  }

  init?(older stored: SettingsValue) {
    guard !stored.isNull, let text = String(older: stored) else { return nil }
    self.init(plainText: text)
  }
}
