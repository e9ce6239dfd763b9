/// How the settings lie in a document.
package enum DocumentLayout: Hashable, Sendable {
  /// One member for each domain, and in it one for each key.
  case domains
  /// One member for each key of a domain.
  case domain(String)
}

extension DocumentLayout {
  /// How many containers of the document are around the value of a setting.
  var levels: Int {
    switch self {
    case .domains: 2
    case .domain: 1
    }
  }
}

/// The values of a document by domain and name, and what else is in it.
struct DocumentTree: Sendable {
  var domains: [String: [String: SettingsValue]] = [:]
  /// The members that are no settings: a schema, or whatever else a person or a newer version has put there.
  var others: [String: SettingsValue] = [:]

  /// The member that names a schema for editors.
  static let schemaName = "$schema"

  init() {}

  /// The tree of a document.
  ///
  /// - Throws: ``SettingsError`` with ``SettingsError/Code/malformed`` if the document holds a list or a scalar.
  init(_ document: SettingsValue, _ layout: DocumentLayout) throws(SettingsError) {
    guard case .dictionary(var members) = document, !document.isPreservedForm else {
      throw .notASettingsDocument(document)
    }
    switch layout {
    case .domain(let domain):
      others[Self.schemaName] = members.removeValue(forKey: Self.schemaName)
      domains[domain] = members
    case .domains:
      domains.reserveCapacity(members.count)
      for (name, member) in members {
        if name != Self.schemaName, case .dictionary(let values) = member, !member.isPreservedForm {
          domains[name] = values
        } else {
          others[name] = member
        }
      }
    }
  }

  /// The document of the tree.
  func document(_ layout: DocumentLayout) -> SettingsValue {
    switch layout {
    case .domain(let domain): .dictionary((domains[domain] ?? [:]).merging(others) { value, _ in value })
    case .domains: .dictionary(domains.mapValues { .dictionary($0) }.merging(others) { value, _ in value })
    }
  }

  subscript(key: SettingsKey) -> SettingsValue? {
    get { domains[key.domain]?[key.name] }
    set {
      if let newValue {
        domains[key.domain, default: [:]][key.name] = newValue
      } else {
        domains[key.domain]?[key.name] = nil
      }
    }
  }

  /// Returns whether a key can have a value beside what else is in the document.
  func hasRoom(for key: SettingsKey, _ layout: DocumentLayout) -> Bool {
    // A dictionary with such a key alone would be written as another entry.
    if key.name == SettingsValue.numberKey || key.name == SettingsValue.spellingsKey { return false }
    return switch layout {
    case .domain(let domain): key.domain == domain && key.name != Self.schemaName
    case .domains: key.domain != Self.schemaName && (others.isEmpty || others[key.domain] == nil)
    }
  }
}

extension SettingsError {
  fileprivate static func notASettingsDocument(_ document: SettingsValue) -> SettingsError {
    SettingsError(
      .malformed, found: "a document that is \(document.kind) where named values are expected",
      advice: "the bytes are kept as they are")
  }
}
