public import TypedSettingsCore
internal import TypedSettingsFormats

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension SettingsSchema {
  /// The contents of a settings file.
  public enum DocumentContents: Hashable, Sendable {
    /// All domains, as in a `FileSettingsStore` with one file.
    case domains
    /// The settings of one domain, as in a `FileSettingsStore` with a folder.
    case domain(String)
  }

  /// Returns a JSON Schema (2020-12) of the documents that a `FileSettingsStore` writes.
  ///
  /// An editor that is given the schema completes names and values, shows the documentation, and marks errors. The
  /// schema contains the additional words of Visual Studio Code, such as `markdownDescription`.
  ///
  /// An undeclared name is an error in the schema. The settings of other programs in the same file, which a store
  /// preserves, are therefore marked too, unless you pass `true` for `allowsUndeclared`.
  ///
  /// Apart from that, the schema accepts every value that the library writes. A rule that would mean something else to
  /// a validator is left out, such as a regular expression with `\w`.
  ///
  /// - Parameters:
  ///   - contents: The contents of the document. For a domain that the schema doesn't have, no setting is declared.
  ///   - title: The title of the schema, such as the name of the program.
  ///   - allowsUndeclared: Whether names that aren't declared are allowed.
  /// - Returns: The schema. The same declarations always produce the same bytes.
  /// - Throws: `SettingsError` if a default can't be represented in JSON.
  public func jsonSchema(
    of contents: DocumentContents = .domains, title: String? = nil, allowsUndeclared: Bool = false
  ) throws(SettingsError) -> Data {
    var schema: [String: SettingsValue]
    switch contents {
    case .domain(let name): schema = objectSchema(ofDomain: name, allowsUndeclared: allowsUndeclared)
    case .domains:
      var members = domains.keys.reduce(into: [String: SettingsValue]()) { members, name in
        members[name] = .dictionary(objectSchema(ofDomain: name, allowsUndeclared: allowsUndeclared))
      }
      members["$schema"] = ["type": "string"]
      schema = [
        "type": "object", "properties": .dictionary(members), "additionalProperties": .bool(allowsUndeclared),
      ]
    }
    if case .domain = contents, case .dictionary(var members)? = schema["properties"] {
      members["$schema"] = ["type": "string"]
      schema["properties"] = .dictionary(members)
    }
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    schema["title"] = title?.settingsValue
    return Data(try DocumentFormat.json.bytes(of: .dictionary(schema)))
  }

  private func objectSchema(ofDomain name: String, allowsUndeclared: Bool) -> [String: SettingsValue] {
    var members: [String: SettingsValue] = [
      SettingsMigration.versionKeyName: [
        "type": "integer", "minimum": 0, "description": "The version of the values, which the program maintains.",
      ]
    ]
    let own = entries.filter { $0.key.domain == name && !$0.traits.contains(.transient) }
    for entry in own {
      for alias in entry.aliases {
        var schema = entry.jsonSchema
        schema["deprecated"] = true
        schema["deprecationMessage"] =
          "Renamed; use '\(entry.key.name)'."
          .settingsValue
        schema["default"] = nil
        members[alias] = .dictionary(schema)
      }
    }
    for entry in own { members[entry.key.name] = .dictionary(entry.jsonSchema) }
    return ["type": "object", "properties": .dictionary(members), "additionalProperties": .bool(allowsUndeclared)]
  }
}

extension SettingsSchema.Entry {
  /// The JSON Schema of the setting's values.
  fileprivate var jsonSchema: [String: SettingsValue] {
    var schema = form.jsonSchema(isElement: false, documentation: partDocumentation)
    if let storedConstraint { schema.restrict(to: storedConstraint, form: form) }
    for older in olderForms { schema.allow(older.jsonSchema(isElement: false)) }
    schema["title"] = title?.settingsValue
    if let documentation {
      schema["description"] = .string(documentation)
      schema["markdownDescription"] = .string(documentation)
    }
    if let defaultValue { schema["default"] = DocumentFormat.json.canonical(defaultValue) }
    if !valueNames.isEmpty, case .array(let choices)? = schema["enum"] {
      schema["enumDescriptions"] = .array(choices.map { .string(text(of: $0)) })
    }
    if let deprecation {
      schema["deprecated"] = true
      schema["deprecationMessage"] = .string(deprecation)
    }
    return schema
  }
}

extension [String: SettingsValue] {
  /// Allows values of another schema too.
  fileprivate mutating func allow(_ other: [String: SettingsValue]) {
    self = ["anyOf": [.dictionary(self), .dictionary(other)]]
  }
}
