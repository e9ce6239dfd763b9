#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension String: SettingsValueConvertible {
  /// The stored form, a ``SettingsValue/string(_:)``.
  public var settingsValue: SettingsValue { .string(self) }

  /// Creates a string from its stored form.
  public init(settingsValue: SettingsValue) throws(SettingsError) {
    guard case .string(let value) = settingsValue else { throw .undecodable(settingsValue, as: Self.self) }
    self = value
  }
}

extension Character: SettingsValueConvertible {
  /// The stored form, a string with one character.
  public var settingsValue: SettingsValue { .string(String(self)) }

  /// Creates a character from a string with one character.
  public init(settingsValue: SettingsValue) throws(SettingsError) {
    guard case .string(let text) = settingsValue, let character = text.first, text.count == 1 else {
      throw .undecodable(settingsValue, as: Self.self)
    }
    self = character
  }
}

extension Data: SettingsValueConvertible {
  /// The stored form, a ``SettingsValue/data(_:)``.
  public var settingsValue: SettingsValue { .data(self) }

  /// Creates data from its stored form.
  public init(settingsValue: SettingsValue) throws(SettingsError) {
    guard case .data(let value) = settingsValue else { throw .undecodable(settingsValue, as: Self.self) }
    self = value
  }
}

extension Date: SettingsValueConvertible {
  /// The stored form, a ``SettingsValue/date(_:)``.
  public var settingsValue: SettingsValue { .date(self) }

  /// Creates a date from its stored form.
  public init(settingsValue: SettingsValue) throws(SettingsError) {
    guard case .date(let value) = settingsValue else { throw .undecodable(settingsValue, as: Self.self) }
    self = value
  }
}

extension URL: SettingsValueConvertible {
  /// The stored form, the absolute URL as a string.
  public var settingsValue: SettingsValue { .string(absoluteString) }

  /// Creates a URL from a string.
  public init(settingsValue: SettingsValue) throws(SettingsError) {
    guard case .string(let text) = settingsValue, let url = URL(string: text) else {
      throw .undecodable(settingsValue, as: Self.self)
    }
    self = url
  }
}

extension UUID: SettingsValueConvertible {
  /// The stored form, the standard string representation.
  public var settingsValue: SettingsValue { .string(uuidString) }

  /// Creates a UUID from its standard string representation.
  public init(settingsValue: SettingsValue) throws(SettingsError) {
    guard case .string(let text) = settingsValue, let uuid = UUID(uuidString: text) else {
      throw .undecodable(settingsValue, as: Self.self)
    }
    self = uuid
  }
}

extension Decimal: SettingsValueConvertible {
  /// The stored form, a string of decimal digits.
  public var settingsValue: SettingsValue { .string(description) }

  /// Creates a decimal number from a string of decimal digits or a number.
  public init(settingsValue: SettingsValue) throws(SettingsError) {
    let number: Decimal? =
      switch settingsValue {
      case .string(let text): Decimal(plainText: text)
      case .integer(let value): Decimal(value)
      case .unsigned(let value): Decimal(value)
      case .double(let value): Decimal(plainText: String(value))
      default: nil
      }
    guard let number else { throw .undecodable(settingsValue, as: Self.self) }
    self = number
  }

  /// Creates a decimal number from the exact format of `description`.
  ///
  /// Foundation's initializer also accepts strings with only a valid prefix.
  package init?(plainText text: String) {
    if text == "NaN" {
      self = .nan
      return
    }
    let digits = text.utf8.allSatisfy { byte in
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "+-.eE".utf8.contains(byte)
    }
    guard digits, Double(text) != nil, let number = Decimal(string: text) else { return nil }
    self = number
  }
}
