package import TypedSettingsCore

/// The structure of a document.
package enum DocumentLayout: Hashable, Sendable {
  /// The members are domains, whose members are keys.
  case domains
  /// The members are the keys of one domain.
  case domain(String)
}

extension DocumentLayout {
  /// The number of containers around the value of a setting.
  package var levels: Int {
    switch self {
    case .domains: 2
    case .domain: 1
    }
  }
}

/// The values of a document by domain and name, and its other members.
///
/// The values of a document that was read as text stay in its bytes until they're requested. The tree then contains the
/// changed values only.
package struct DocumentTree: Sendable {
  /// The document that the values change; `nil` if they are complete.
  private var base: JSONIndex?
  /// The values that differ from the base.
  private var values: [String: [String: SettingsValue]] = [:]
  /// The names of the base that were removed.
  ///
  /// A value with the same name overrides the removal.
  private var removed: [String: Set<String>] = [:]
  /// The values of the base that were decoded and would take long to decode again.
  private(set) var decoded: [SettingsKey: SettingsValue] = [:]
  /// The members that aren't settings, such as a schema, or additions of a user or of a newer version.
  package var others: [String: SettingsValue] = [:]

  /// The name of the member that refers to a schema for editors.
  package static let schemaName = "$schema"

  package init() {}

  /// Creates the tree of a document.
  ///
  /// - Throws: ``SettingsError`` with ``SettingsError/Code/malformed`` if the document is a list or a scalar.
  package init(_ document: SettingsValue, _ layout: DocumentLayout) throws(SettingsError) {
    guard case .dictionary(var members) = document, !document.isPreservedForm else {
      throw .notASettingsDocument(document)
    }
    switch layout {
    case .domain(let domain):
      others[Self.schemaName] = members.removeValue(forKey: Self.schemaName)
      values[domain] = members
    case .domains:
      values.reserveCapacity(members.count)
      for (name, member) in members {
        if name != Self.schemaName, case .dictionary(let members) = member, !member.isPreservedForm {
          values[name] = members
        } else {
          others[name] = member
        }
      }
    }
  }

  /// Creates the tree of the bytes of a document.
  ///
  /// - Throws: ``SettingsError`` if the document is malformed or exceeds the limits.
  package init(of bytes: [UInt8], _ format: DocumentFormat, _ layout: DocumentLayout) throws(SettingsError) {
    let domain: String? = if case .domain(let domain) = layout { domain } else { nil }
    if format == .json, let index = JSONIndex.index(of: bytes, domain: domain, reserved: Self.schemaName) {
      self.init()
      base = index
      others = index.parts.others
    } else {
      let document = try format.value(of: bytes)
      do throws(SettingsError) { try self.init(document, layout) } catch {
        throw error.placed(at: DocumentScan(bytes: bytes, format: format).place(ofDocument: document))
      }
    }
  }

  package subscript(key: SettingsKey) -> SettingsValue? {
    get {
      if let value = values[key.domain]?[key.name] { return value }
      if !decoded.isEmpty, let value = decoded[key] { return value }
      return entry(of: key).flatMap { base?.value(of: $0) }
    }
    set {
      if !decoded.isEmpty { decoded[key] = nil }
      if let newValue {
        values[key.domain, default: [:]][key.name] = newValue
      } else {
        values[key.domain]?[key.name] = nil
        if entry(of: key) != nil { removed[key.domain, default: []].insert(key.name) }
      }
    }
  }

  /// Returns the entry of the base with a key, unless it was removed.
  private func entry(of key: SettingsKey) -> JSONIndex.Entry? {
    guard let base, let entry = base.entry(named: key.name, inDomain: key.domain) else { return nil }
    return removed[key.domain]?.contains(key.name) ?? false ? nil : entry
  }

  /// Returns the value of a key, and keeps it if decoding it again would take long.
  package mutating func cachingValue(forKey key: SettingsKey) -> SettingsValue? {
    if let value = values[key.domain]?[key.name] { return value }
    if !decoded.isEmpty, let value = decoded[key] { return value }
    guard let base, let entry = entry(of: key), let (value, length) = base.read(entry) else { return nil }
    if length > Self.maximumDecodedLength { decoded[key] = value }
    return value
  }

  /// The maximum number of bytes of a value that is decoded at each request.
  private static let maximumDecodedLength = 512
}

// MARK: Domains

extension DocumentTree {
  /// All values by domain and name.
  var domains: [String: [String: SettingsValue]] {
    guard let base else { return values }
    var domains = values
    for domain in base.parts.domains { domains[domain.name] = self.values(inDomain: domain.name) }
    return domains
  }

  /// Sets the values and the other members of another tree.
  package mutating func merge(_ other: DocumentTree) {
    decoded = [:]
    for (domain, added) in other.domains { values[domain, default: [:]].merge(added) { $1 } }
    others.merge(other.others) { $1 }
  }

  /// A Boolean value that indicates whether there are no domains and no other members.
  package var isEmpty: Bool { values.isEmpty && others.isEmpty && base?.parts.domains.isEmpty ?? true }

  /// The names of the domains that have values.
  package var domainNames: [String] {
    var names = values.filter { !$0.value.isEmpty }.map(\.key)
    for domain in base?.parts.domains ?? []
    where values[domain.name]?.isEmpty ?? true && hasValues(inDomain: domain.name) {
      names.append(domain.name)
    }
    return names
  }

  /// Returns whether a domain has values.
  package func hasValues(inDomain domain: String) -> Bool {
    if values[domain]?.isEmpty == false { return true }
    guard let base, let index = base.domain(named: domain) else { return false }
    return base.parts.domains[index].count > removed[domain]?.count ?? 0
  }

  /// Returns the names of the values of a domain, in no particular order.
  package func names(inDomain domain: String) -> [String] {
    let changed = values[domain] ?? [:]
    guard let base else { return Array(changed.keys) }
    let removed = removed[domain] ?? []
    let names = base.entries(inDomain: domain).map { base.name(of: $0) }
    if changed.isEmpty, removed.isEmpty { return names }
    return names.filter { changed[$0] == nil && !removed.contains($0) } + changed.keys
  }

  private func values(inDomain domain: String) -> [String: SettingsValue] {
    var values = values[domain] ?? [:]
    guard let base else { return values }
    let entries = base.entries(inDomain: domain)
    let removed = removed[domain] ?? []
    values.reserveCapacity(entries.count)
    for entry in entries {
      let name = base.name(of: entry)
      if values[name] == nil, !removed.contains(name) { values[name] = base.value(of: entry) }
    }
    return values
  }
}

// MARK: Whole documents

extension DocumentTree {
  /// Returns the document of the tree.
  package func document(_ layout: DocumentLayout) -> SettingsValue {
    switch layout {
    case .domain(let domain): .dictionary(values(inDomain: domain).merging(others) { value, _ in value })
    case .domains: .dictionary(domains.mapValues { .dictionary($0) }.merging(others) { value, _ in value })
    }
  }

  /// Checks that the document is within the limits.
  ///
  /// - Returns: The number of values nested in the document.
  /// - Throws: ``SettingsError`` with the code ``SettingsError/Code/tooDeep`` or ``SettingsError/Code/tooLarge``.
  package func checkLimits(_ layout: DocumentLayout) throws(SettingsError) -> Int {
    guard let base else { return try document(layout).checkLimits() }
    var count = base.parts.count + (try checkOthers())
    for (domain, values) in values {
      if base.domain(named: domain) == nil {
        try ValueBudget.check(length: domain.utf8.count)
        count += 1
      }
      for (name, value) in values {
        try ValueBudget.check(length: name.utf8.count)
        count += 1 + (try value.checkLimits(depth: base.levels))
        if let entry = base.entry(named: name, inDomain: domain) { count -= try base.count(of: entry) }
      }
    }
    for (domain, names) in removed {
      for name in names where values[domain]?[name] == nil {
        if let entry = base.entry(named: name, inDomain: domain) { count -= try base.count(of: entry) }
      }
    }
    try ValueBudget.check(count: count + 1)
    return count
  }

  /// Returns the first key whose value no document can hold, whatever its other values are; `nil` if there is none.
  package func keyBeyondLimits(of format: DocumentFormat, _ layout: DocumentLayout) -> SettingsKey? {
    for (domain, members) in values.inOrder({ $0.key < $1.key }) {
      for (name, value) in members.inOrder({ $0.key < $1.key }) {
        let fits = succeeds { () throws(SettingsError) in
          try value.checkLimits(depth: layout.levels)
          _ = try format.check(value)
        }
        if !fits || !format.supports(key: name) { return SettingsKey(domain: domain, name: name) }
      }
    }
    return nil
  }

  /// The number of values in the document and an upper estimate of its length; `nil` if they aren't known.
  package var size: (count: Int, maximumLength: Int)? {
    guard let base, values.isEmpty, removed.isEmpty, let others = nilOnFailure({ try checkOthers() }) else {
      return nil
    }
    return (base.parts.count + others, base.parts.maximumLength)
  }

  /// Checks that the members that aren't settings are within the limits.
  ///
  /// - Returns: The number of values in them, including their own.
  /// - Throws: ``SettingsError`` with the code ``SettingsError/Code/tooDeep`` or ``SettingsError/Code/tooLarge``.
  private func checkOthers() throws(SettingsError) -> Int {
    var count = 0
    for (name, value) in others {
      try ValueBudget.check(length: name.utf8.count)
      count += 1 + (try value.checkLimits(depth: 1))
    }
    return count
  }

  /// Returns whether a key certainly has the same value in another tree, without decoding it.
  package func hasSameText(forKey key: SettingsKey, as other: DocumentTree) -> Bool {
    guard let base, let otherBase = other.base, values[key.domain]?[key.name] == nil,
      other.values[key.domain]?[key.name] == nil, let entry = entry(of: key), let otherEntry = other.entry(of: key)
    else { return false }
    return base.hasSameText(entry, as: otherBase, otherEntry)
  }

  /// Returns the changes that give keys their values in a document.
  package func changes(of keys: [SettingsKey], _ layout: DocumentLayout) -> [String: DocumentChange] {
    switch layout {
    case .domain:
      return Dictionary(keys.map { ($0.name, .value(self[$0])) }) { value, _ in value }
    case .domains:
      return Dictionary(grouping: keys, by: \.domain).mapValues { keys in
        .members(Dictionary(keys.map { ($0.name, .value(self[$0])) }) { value, _ in value })
      }
    }
  }

  /// Returns whether a key can be stored without a conflict with the document's other members.
  package func hasRoom(for key: SettingsKey, _ layout: DocumentLayout) -> Bool {
    // A dictionary that contains only such a key would be read as another value.
    if key.name == SettingsValue.numberKey || key.name == SettingsValue.spellingsKey { return false }
    return switch layout {
    case .domain(let domain): key.domain == domain && key.name != Self.schemaName
    case .domains: key.domain != Self.schemaName && valueInPlace(ofDomain: key.domain) == nil
    }
  }

  /// Returns the value that the document has in the place of a domain's settings; `nil` if there's none.
  ///
  /// Null counts as a domain without settings.
  package func valueInPlace(ofDomain domain: String) -> SettingsValue? {
    if others.isEmpty || domain == Self.schemaName { return nil }
    return others[domain].flatMap { $0.isNull ? nil : $0 }
  }
}

extension SettingsError {
  fileprivate static func notASettingsDocument(_ document: SettingsValue) -> SettingsError {
    SettingsError(
      .malformed, found: "a document that is \(document.kind) where named values are expected",
      advice: "correct the file; its bytes are kept as they are")
  }
}
