#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension String: SettingsValueConvertible {
  /// The stored form, a string.
  public var settingsValue: SettingsValue { .string(self) }

  /// Reads a string.
  public init(settingsValue: SettingsValue) throws(SettingsError) {
    guard case .string(let value) = settingsValue else { throw .undecodable(settingsValue, as: Self.self) }
    self = value
  }
}

extension Character: SettingsValueConvertible {
  /// The stored form, a string of one character.
  public var settingsValue: SettingsValue { .string(String(self)) }

  /// Reads a string of one character.
  public init(settingsValue: SettingsValue) throws(SettingsError) {
    guard case .string(let text) = settingsValue, let character = text.first, text.count == 1 else {
      throw .undecodable(settingsValue, as: Self.self)
    }
    self = character
  }
}

extension Data: SettingsValueConvertible {
  /// The stored form, bytes.
  public var settingsValue: SettingsValue { .data(self) }

  /// Reads bytes.
  public init(settingsValue: SettingsValue) throws(SettingsError) {
    guard case .data(let value) = settingsValue else { throw .undecodable(settingsValue, as: Self.self) }
    self = value
  }
}

extension Date: SettingsValueConvertible {
  /// The stored form, a date.
  public var settingsValue: SettingsValue { .date(self) }

  /// Reads a date.
  public init(settingsValue: SettingsValue) throws(SettingsError) {
    guard case .date(let value) = settingsValue else { throw .undecodable(settingsValue, as: Self.self) }
    self = value
  }
}

extension URL: SettingsValueConvertible {
  /// The stored form, the absolute address as a string.
  public var settingsValue: SettingsValue { .string(absoluteString) }

  /// Reads an address.
  public init(settingsValue: SettingsValue) throws(SettingsError) {
    guard case .string(let text) = settingsValue, let url = URL(string: text) else {
      throw .undecodable(settingsValue, as: Self.self)
    }
    self = url
  }
}

extension UUID: SettingsValueConvertible {
  /// The stored form, the standard spelling as a string.
  public var settingsValue: SettingsValue { .string(uuidString) }

  /// Reads the standard spelling.
  public init(settingsValue: SettingsValue) throws(SettingsError) {
    guard case .string(let text) = settingsValue, let uuid = UUID(uuidString: text) else {
      throw .undecodable(settingsValue, as: Self.self)
    }
    self = uuid
  }
}

extension Decimal: SettingsValueConvertible {
  /// The stored form, the decimal digits as a string.
  public var settingsValue: SettingsValue { .string(description) }

  /// Reads decimal digits, or a number.
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

  /// Reads what `description` writes and nothing else; the initializer of Foundation takes whatever begins well.
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
