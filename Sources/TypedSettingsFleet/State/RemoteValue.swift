package import TypedSettingsCore

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The bytes of values in an engine.
///
/// A value is JSON. A text that isn't JSON is read as a string, so that a value can be written by hand without
/// quotation marks.
package enum RemoteValue {
  /// Returns the value of bytes, which always have one: a setting that can't use it reports it.
  package static func value(of bytes: [UInt8]) -> SettingsValue {
    do throws(SettingsError) { return try JSONReader.value(of: bytes) } catch {
      if let text = String(validating: bytes, as: UTF8.self) { return .string(text) }
      return .data(Data(bytes))
    }
  }

  /// Returns the bytes of a value.
  ///
  /// - Throws: `SettingsError` if the value exceeds a limit.
  package static func bytes(of value: SettingsValue, limits: RemoteLimits) throws(SettingsError) -> [UInt8] {
    let bytes = Array(try JSONWriter.text(of: value).utf8)
    guard bytes.count <= limits.maximumValueSize else {
      throw .remoteTooLarge("a value of \(bytes.count) bytes, where \(limits.maximumValueSize) are allowed")
    }
    return bytes
  }

  /// Returns the bytes of the value of a key.
  ///
  /// - Throws: `SettingsError` if the key or the value exceeds a limit.
  package static func bytes(
    of value: SettingsValue, forKey key: RemoteKey, limits: RemoteLimits
  ) throws(SettingsError) -> [UInt8] {
    let length = key.text.utf8.count
    guard length <= limits.maximumKeyLength else {
      throw .remoteTooLarge("a key of \(length) bytes, where \(limits.maximumKeyLength) are allowed")
    }
    return try bytes(of: value, limits: limits)
  }

  /// Returns the reason why an entry is ignored, or `nil` if it isn't.
  ///
  /// The error has the key of the setting, unless that's too long.
  package static func issue(of key: RemoteKey, _ value: [UInt8], limits: RemoteLimits) -> SettingsError? {
    let length = key.text.utf8.count
    guard length <= limits.maximumKeyLength else {
      return .remoteTooLarge("a key of \(length) bytes, which is ignored; \(limits.maximumKeyLength) are allowed")
    }
    guard value.count > limits.maximumValueSize else { return nil }
    let error = SettingsError.remoteTooLarge(
      "a value of \(value.count) bytes, which is ignored; \(limits.maximumValueSize) are allowed")
    return key.setting.map(error.at) ?? error
  }
}
