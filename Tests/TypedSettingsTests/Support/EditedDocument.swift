import Testing
import TypedSettings

/// A document with changes of its values, and how it reads afterwards.
struct EditedDocument: Sendable, CustomTestStringConvertible {
  let old: String
  let changes: [String: SettingsValue?]
  let new: String
  var testDescription: String { old }

  /// Creates a row of a table of edits.
  ///
  /// - Parameters:
  ///   - old: The document before the changes.
  ///   - changes: The new values by name; `nil` removes a value.
  ///   - new: The document after the changes.
  init(_ old: String, _ changes: [String: SettingsValue?], _ new: String) {
    (self.old, self.changes, self.new) = (old, changes, new)
  }
}
