import Foundation
import TypedSettingsCore
import TypedSettingsFiles
import TypedSettingsFormats

/// Documents as an editor or a failing disk leaves them, and values as files hold them.
enum Documents {
  private static let formats: [DocumentFormat] = [.json, .xmlPropertyList, .binaryPropertyList]

  /// Checks that a value read in a format can be written in it and reads back the same.
  static func read(_ reader: inout ByteReader) {
    let format = formats[reader.below(formats.count)]
    let bytes = [UInt8](reader.rest())
    guard let value = attempt({ () throws(SettingsError) in try format.value(of: bytes) }) else { return }
    check(value, format, keeping: bytes)
  }

  /// Checks that a format reads back every value that it accepts.
  static func write(_ reader: inout ByteReader) {
    let format = formats[reader.below(formats.count)]
    check(reader.tree(), format, keeping: nil)
  }

  private static func check(_ value: SettingsValue, _ format: DocumentFormat, keeping old: [UInt8]?) {
    guard let bytes = attempt({ () throws(SettingsError) in try format.bytes(of: value, keeping: old) }) else { return }
    let found = attempt { () throws(SettingsError) in try format.value(of: bytes) }
    precondition(found == format.canonical(value), "a document does not give back what was written")
    precondition(format.canonical(format.canonical(value)) == format.canonical(value), "two readings differ")
  }

  private static func attempt<Value>(_ body: () throws(SettingsError) -> Value) -> Value? {
    do throws(SettingsError) { return try body() } catch { return nil }
  }
}
