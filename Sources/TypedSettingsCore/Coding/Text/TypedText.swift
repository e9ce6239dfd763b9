#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The values of scalars that a user typed.
package enum TypedText {
  /// Returns the integer that a text states, or `nil` if it's none.
  package static func integer(_ text: String) -> SettingsValue? {
    Int64(text: text).map { .integer($0) } ?? UInt64(text: text).map { .unsigned($0) }
  }

  /// Returns the number that a text states, or `nil` if it's none.
  package static func number(_ text: String) -> Double? { Double(text: text) }

  /// Returns the data that a text represents, or `nil` if it's none.
  package static func data(_ text: String) -> Data? { Data(text: text) }
}
