/// A name in a store that no setting declares, such as a mistyped one.
///
/// ```swift
/// for unknown in settings.undeclared { print(unknown) }
/// // /etc/pomodoro/settings.json:4:5: no setting is named "TimerSettingsThem" (did you mean "TimerSettingsTheme"?)
/// ```
///
/// The value isn't part of it, because an undeclared value may be a misplaced secret.
public struct UndeclaredSetting: Sendable, Equatable, CustomStringConvertible {
  /// The names from the outermost dictionary of the document inward: a domain, or a domain and a key.
  public let path: [String]

  /// The name of the layer that holds the name, or `nil` if the store has no layers.
  public let layer: String?

  /// The place of the name in a settings file, or `nil` if the name isn't in a file yet.
  public private(set) var location: SettingsLocation?

  private let candidates: NameCandidates

  package init(path: [String], layer: String?, location: SettingsLocation?, candidates: NameCandidates) {
    self.path = path
    self.layer = layer
    self.location = location
    self.candidates = candidates
  }

  /// The undeclared key, or `nil` if the whole domain is undeclared.
  public var key: SettingsKey? { path.count > 1 ? SettingsKey(domain: path[0], name: path[1]) : nil }

  /// The declared name that was probably meant, or `nil` if none is similar.
  public var nearest: String? { path.last.flatMap(candidates.nearest) }

  /// The place, the name, and the declared name that was probably meant, on one line.
  public var description: String {
    let place = location.map { "\($0): " } ?? ""
    let subject = path.count > 1 ? "no setting is named" : "no settings have the domain"
    return "\(place)\(subject) \((path.last ?? "").debugDescription)\(suggestion)\(source)"
  }

  /// Returns whether two names are the same at the same place.
  public static func == (left: UndeclaredSetting, right: UndeclaredSetting) -> Bool {
    left.path == right.path && left.layer == right.layer && left.location == right.location
  }

  /// Returns a copy with a place.
  package func at(_ location: SettingsLocation) -> UndeclaredSetting {
    var copy = self
    copy.location = location
    return copy
  }

  private var suggestion: String { nearest.map { " (did you mean \($0.debugDescription)?)" } ?? "" }

  private var source: String { layer.map { "; in the layer '\($0)'" } ?? "" }

  /// The report for ``SettingsDiagnostics``, which doesn't contain text of the document.
  package var report: SettingsError {
    // Found once, because it's compared with every declared name.
    let suggestion = suggestion
    var place: DocumentPlace.Found?
    if let location {
      place = DocumentPlace.Found(at: TextPosition(line: location.line, column: location.column), in: location.file)
      place?.sentence = "no \(path.count > 1 ? "setting has this name" : "settings have this domain")\(suggestion)"
    }
    let words = path.count > 1 ? "a key that no setting declares" : "a domain that no setting declares"
    return SettingsError(
      .undeclared, key: key, layer: layer, problem: .words("\(words)\(suggestion)"),
      advice: "correct or remove it; it has no effect", place: place.map { DocumentPlace($0) })
  }
}

extension SettingsError.Code {
  /// A store holds a name that no setting declares; see ``UndeclaredSetting``.
  public static let undeclared = Self(rawValue: "undeclared")
}

/// The declared names that an undeclared one is compared with.
package struct NameCandidates: Sendable {
  /// The declared name for each name that a user may have typed.
  private(set) var names: [String: String] = [:]

  /// Returns the declared name that is most similar to another one, or `nil` if none is similar.
  func nearest(_ name: String) -> String? {
    NearestName.of(name, among: names.keys.inOrder).flatMap { names[$0] }
  }

  /// Adds a name.
  ///
  /// The name of a key takes precedence over the name of another setting's property.
  mutating func add(_ declared: String, typed name: String) {
    if names[name] == nil || name == declared { names[name] = declared }
  }
}

/// The names of settings that programs declare, by domain.
package struct DeclaredNames: Sendable {
  /// The names of a domain.
  package struct Domain: Sendable {
    /// The names of keys and their older names.
    fileprivate(set) var names: Set<String> = [SettingsMigration.versionKeyName]
    fileprivate(set) var candidates = NameCandidates()

    /// Returns whether a setting was added before.
    fileprivate func contains(_ name: String, property: String, aliases: [String]) -> Bool {
      candidates.names[name] == name && candidates.names[property] != nil && aliases.allSatisfy(names.contains)
    }
  }

  package private(set) var domains: [String: Domain] = [:]

  /// Creates an empty collection of names.
  package init() {}

  /// Adds a setting.
  ///
  /// - Parameters:
  ///   - key: The setting's key.
  ///   - property: The name of the property, which users type by mistake.
  ///   - aliases: The older names of the key.
  package mutating func add(_ key: SettingsKey, property: String, aliases: [String]) {
    if domains[key.domain]?.contains(key.name, property: property, aliases: aliases) ?? false { return }
    domains[key.domain, default: Domain()].names.formUnion(CollectionOfOne(key.name))
    domains[key.domain]?.names.formUnion(aliases)
    domains[key.domain]?.candidates.add(key.name, typed: key.name)
    domains[key.domain]?.candidates.add(key.name, typed: property)
  }

  package mutating func merge(_ other: DeclaredNames) {
    for (domain, added) in other.domains {
      domains[domain, default: Domain()].names.formUnion(added.names)
      for (typed, declared) in added.candidates.names { domains[domain]?.candidates.add(declared, typed: typed) }
    }
  }

  /// The names of the domains, and of keys outside of their domain, where users put them by mistake.
  package var domainCandidates: NameCandidates {
    domains.reduce(into: NameCandidates()) { candidates, domain in
      candidates.add(domain.key, typed: domain.key)
      for (typed, name) in domain.value.candidates.names {
        candidates.add("\(SettingsKey(domain: domain.key, name: name))", typed: typed)
      }
    }
  }
}

// MARK: Stores

extension SettingsStore {
  /// Returns the names that the store holds and no setting declares.
  ///
  /// - Parameters:
  ///   - declared: The names of the settings. Those of all other settings that were created with a file store are
  ///     added.
  ///   - domains: The domains to search, or `nil` to search whole documents.
  /// - Returns: The names by layer, in the order of the documents.
  func undeclared(by declared: DeclaredNames, inDomains domains: Set<String>?) -> [UndeclaredSetting] {
    leaves(belowWrappers: false).flatMap { layer, store in
      if let documents = store.documentStore {
        return documents.undeclaredNames(by: declared, inDomains: domains, layer: layer)
      }
      return (domains ?? Set(declared.domains.keys)).inOrder.flatMap { domain -> [UndeclaredSetting] in
        let names = (store.keys(inDomain: domain) ?? []).map(\.name).inOrder
        return declared.undeclared(among: names, of: domain, in: store, layer: layer)
      }
    }
  }

  /// Reports the names that the store holds and no setting declares, now and after each reading of a document.
  func reportUndeclared(by declared: DeclaredNames, inDomains domains: Set<String>?) {
    for (layer, store) in leaves(belowWrappers: false) {
      if let documents = store.documentStore {
        documents.reportUndeclared(by: declared, inDomains: domains, layer: layer)
      } else {
        for name in store.undeclared(by: declared, inDomains: domains) { SettingsDiagnostics.report(name.report) }
      }
    }
  }
}

extension DeclaredNames {
  /// Returns the names of a domain that no setting declares.
  ///
  /// - Parameters:
  ///   - names: The names that the store holds.
  ///   - domain: The domain.
  ///   - store: The store.
  ///   - layer: The name of the store's layer.
  /// - Returns: The undeclared names, in the order of `names`. There are none while the values wait for a migration,
  ///   which may read them.
  package func undeclared(
    among names: [String], of domain: String, in store: any SettingsStore, layer: String?
  ) -> [UndeclaredSetting] {
    let declared = domains[domain] ?? Domain()
    let unknown = names.filter { !declared.names.contains($0) }
    guard !unknown.isEmpty, let migrations = VersionedDomain.named(domain, in: store).migrationsOfCurrentValues else {
      return []
    }
    var values: [String: SettingsValue] = [:]
    if !migrations.isEmpty {
      for name in names { values[name] = store.value(forKey: SettingsKey(domain: domain, name: name)) }
      values[SettingsMigration.versionKeyName] = nil
    }
    return unknown.filter { !migrations.read($0, of: values) }.map { name in
      UndeclaredSetting(
        path: [domain, name], layer: layer, location: nil, candidates: declared.candidates)
    }
  }
}

extension [SettingsMigration] {
  /// Returns whether the migrations read a name, so that it's an older name of a setting.
  fileprivate func read(_ name: String, of values: [String: SettingsValue]) -> Bool {
    guard !isEmpty, let value = values[name] else { return false }
    // Beside the other values, a migration may prefer a newer name.
    return affects(name, values) || affects(name, [name: value])
  }

  private func affects(_ name: String, _ values: [String: SettingsValue]) -> Bool {
    var others = values
    others[name] = nil
    guard var result = migrated(values), let other = migrated(others) else { return true }
    return result.removeValue(forKey: name) == nil || result != other
  }

  /// Returns the values after all steps; `nil` if a step throws.
  private func migrated(_ values: [String: SettingsValue]) -> [String: SettingsValue]? {
    var values = values
    for step in self { if !succeeds({ try step.transform(&values) }) { return nil } }
    return values
  }
}
