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
