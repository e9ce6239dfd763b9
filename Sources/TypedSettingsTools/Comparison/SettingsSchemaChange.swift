public import TypedSettingsCore

/// A change of a declaration between two schemas.
public struct SettingsSchemaChange: Hashable, Sendable {
  /// The effect of a change on the stored values of users.
  public enum Category: String, Hashable, Sendable, Comparable, CaseIterable {
    /// Stored values are no longer read, or are read as something else.
    case breaking
    /// A migration has to convert the stored values.
    case needsMigration = "needs a migration"
    /// Stored values keep their meaning, but the program behaves differently for some users.
    case behavior
    /// Nothing changes for stored values.
    case compatible
    /// Only a text that users read changes, such as the documentation.
    case wording

    /// Returns whether a category is more severe than another one.
    public static func < (left: Category, right: Category) -> Bool {
      left.severity < right.severity
    }

    private var severity: Int { Self.allCases.firstIndex(of: self) ?? 0 }
  }

  /// The effect of the change.
  public let category: Category

  /// The key of the setting, or `nil` for a change of a whole domain.
  public let key: SettingsKey?

  /// The name of the setting's property, or the domain.
  public let name: String

  /// A description of the change, such as "the default changed from 25 to 30".
  public let summary: String

  /// A suggestion for keeping the stored values of users.
  public let advice: String

  init(_ category: Category, _ entry: SettingsSchema.Entry, _ summary: String, _ advice: String) {
    self.category = category
    key = entry.key
    name = entry.name
    self.summary = summary
    self.advice = advice
  }

  init(_ category: Category, domain: String, _ summary: String, _ advice: String) {
    self.category = category
    key = nil
    name = domain
    self.summary = summary
    self.advice = advice
  }
}

extension SettingsSchemaChange: CustomStringConvertible {
  /// The category, the name, the change, and the suggestion.
  public var description: String { "\(category.rawValue): \(name): \(summary); \(advice)" }
}

extension SettingsSchema {
  /// Returns the changes of the declarations since another schema, the most severe ones first.
  ///
  /// ```swift
  /// let old = try SettingsSchema(json: Data(contentsOf: URL(filePath: "Schema/settings.json")))
  /// for change in SettingsSchema(of: settings).changes(since: old) { print(change) }
  /// ```
  ///
  /// If this schema was made of declarations, values that the earlier ones can have stored are read with them, and the
  /// changes say what becomes of such values.
  ///
  /// - Parameter old: The earlier schema.
  /// - Returns: The changes; empty if the schemas have the same document.
  public func changes(since old: SettingsSchema) -> [SettingsSchemaChange] {
    var comparison = SchemaComparison(old: old, new: self)
    comparison.compare()
    return comparison.changes.enumerated().sorted {
      ($0.element.category, $0.offset) < ($1.element.category, $1.offset)
    }.map(\.element)
  }
}
