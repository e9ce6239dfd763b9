// swift-format-ignore-file: AlwaysUseLowerCamelCase

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension String: SettingsValueConvertible {
  /// The stored form, a ``SettingsValue/string(_:)``.
  public var settingsValue: SettingsValue { .string(self) }

  /// Returns `true`.
  public static var __isStandard: Bool { true }

  /// Creates a string from its stored form.
  public init(settingsValue: SettingsValue) throws(SettingsError) {
    guard case .string(let value) = settingsValue else { throw .undecodable(settingsValue, as: Self.self) }
    self = value
  }
}

extension Character: SettingsValueConvertible {
  /// The stored form, a string with one character.
  public var settingsValue: SettingsValue { .string(String(self)) }

  /// Returns `true`.
  public static var __isStandard: Bool { true }

  /// Creates a character from a string with one character.
  public init(settingsValue: SettingsValue) throws(SettingsError) {
    guard case .string(let text) = settingsValue, let character = text.first, text.dropFirst().isEmpty else {
      throw .undecodable(settingsValue, as: Self.self)
    }
    self = character
  }
}

extension Data: SettingsValueConvertible {
  /// The stored form, a ``SettingsValue/data(_:)``.
  public var settingsValue: SettingsValue { .data(self) }

  /// Returns `true`.
  public static var __isStandard: Bool { true }

  /// Creates data from its stored form.
  public init(settingsValue: SettingsValue) throws(SettingsError) {
    guard case .data(let value) = settingsValue else { throw .undecodable(settingsValue, as: Self.self) }
    self = value
  }
}

extension Date: SettingsValueConvertible {
  /// The stored form, a ``SettingsValue/date(_:)``.
  public var settingsValue: SettingsValue { .date(self) }

  /// Returns `true`.
  public static var __isStandard: Bool { true }

  /// Creates a date from its stored form.
  public init(settingsValue: SettingsValue) throws(SettingsError) {
    guard case .date(let value) = settingsValue else { throw .undecodable(settingsValue, as: Self.self) }
    self = value
  }
}

extension URL: SettingsValueConvertible {
  /// The stored form, the absolute URL as a string.
  public var settingsValue: SettingsValue { .string(absoluteString) }

  /// Returns `true`.
  public static var __isStandard: Bool { true }

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

  /// Returns `true`.
  public static var __isStandard: Bool { true }

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

  /// Returns `true`.
  public static var __isStandard: Bool { true }

  /// Creates a decimal number from a string of decimal digits or a number.
  public init(settingsValue: SettingsValue) throws(SettingsError) {
    let number: Decimal? =
      switch settingsValue {
      case .string(let text): Decimal(plainText: text)
      case .integer(let value): Decimal(value)
      case .unsigned(let value): Decimal(value)
      case .double(let value): Decimal(plainText: String(value))
      case .dictionary: settingsValue.numberText.flatMap { Decimal(plainText: $0) }
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
