package import TypedSettingsCore
internal import TypedSettingsFormats

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The settings that were created with a file store, and the reports of other names.
struct FileDeclarations: Sendable {
  var names = DeclaredNames()
  /// The domains whose undeclared names are reported; `nil` for all of the document.
  private(set) var reportedDomains: Set<String>? = []
  private(set) var layer: String?
  private(set) var isReporting = false
  /// The names that were reported and are still in the document.
  private var reported: Set<[String]> = []

  /// The maximum number of names that are reported after one reading.
  private static let maximumReports = 32

  /// Starts to report undeclared names.
  ///
  /// - Returns: `true` if nothing was reported before.
  mutating func startReporting(_ declared: DeclaredNames, inDomains domains: Set<String>?, layer: String?) -> Bool {
    defer { isReporting = true }
    names.merge(declared)
    if let domains { reportedDomains?.formUnion(domains) } else { reportedDomains = nil }
    self.layer = layer
    return !isReporting
  }

  /// Returns the names that weren't reported yet.
  mutating func takeUnreported(of found: [UndeclaredSetting]) -> [UndeclaredSetting] {
    let new = found.filter { !reported.contains($0.path) }.prefix(Self.maximumReports)
    reported.formIntersection(found.map(\.path))
    reported.formUnion(new.map(\.path))
    return Array(new)
  }
}

extension FileSettingsStore: DocumentSettingsStore {
  package func documentPath(forDomain domain: String) -> String? { file(forDomain: domain)?.path }

  package func lastWrite(inDomain domain: String) -> UInt64? { context(forDomain: domain)?.lastWrite }

  package func search(
    for value: SettingsValue, at path: [String], forKeys keys: [SettingsKey], isSecret: Bool
  ) -> (@Sendable () -> DocumentPlace.Found?)? {
    guard let file = keys.first.flatMap({ context(forDomain: $0.domain) }) else { return nil }
    let hash = value.hashValue
    return {
      guard let document = file.storedDocument else { return nil }
      for key in keys {
        guard let item = document.item(of: key), document.scan.value(of: item)?.hashValue == hash else { continue }
        return document.place(of: key, path, isSecret: isSecret)
      }
      return nil
    }
  }
}

extension FileSettingsStore {
  /// Returns the error for a domain in whose place the file has a value that isn't a dictionary; `nil` if it has none.
  package func domainError(_ domain: String) -> SettingsError? {
    nilOnFailure { try cores.core(forDomain: domain) }?.domainError(domain)
  }

  /// Returns the file that contains a domain; `nil` if no file can.
  func context(forDomain domain: String) -> FileContext? {
    nilOnFailure { try cores.core(forDomain: domain) }?.context
  }

  /// Returns the names of the document that no setting declares, in the order of the document.
  ///
  /// - Parameters:
  ///   - declared: Declared names besides the names of the settings that were created with the store.
  ///   - domains: The domains to search, or `nil` to search whole documents.
  ///   - layer: The name of the store's layer.
  /// - Returns: The names; those that aren't in the file yet are last.
  package func undeclaredNames(
    by declared: DeclaredNames, inDomains domains: Set<String>?, layer: String?
  ) -> [UndeclaredSetting] {
    var known = declarations.withLock { $0.names }
    known.merge(declared)
    var files: [(core: FileCore, domains: Set<String>?)] = []
    for domain in (domains ?? Set(known.domains.keys)).inOrder {
      guard let core = nilOnFailure({ try cores.core(forDomain: domain) }) else { continue }
      if let index = files.firstIndex(where: { $0.core === core }) {
        files[index].domains?.insert(domain)
      } else {
        files.append((core, [domain]))
      }
    }
    if domains == nil { files = cores.open.map { ($0, nil) } }
    return files.flatMap { undeclaredNames(in: $0.core, by: known, inDomains: $0.domains, layer: layer) }
  }

  private func undeclaredNames(
    in core: FileCore, by known: DeclaredNames, inDomains domains: Set<String>?, layer: String?
  ) -> [UndeclaredSetting] {
    let tree = core.contents.snapshot()
    var found: [UndeclaredSetting] = []
    if domains == nil, case .domains = core.context.layout {
      let candidates = known.domainCandidates
      let names = tree.domainNames + Array(tree.others.keys)
      for name in names where known.domains[name] == nil && name != DocumentTree.schemaName {
        found.append(UndeclaredSetting(path: [name], layer: layer, location: nil, candidates: candidates))
      }
    }
    for domain in tree.domainNames where domains?.contains(domain) ?? (known.domains[domain] != nil) {
      found += known.undeclared(among: tree.names(inDomain: domain), of: domain, in: self, layer: layer)
    }
    if found.isEmpty { return [] }
    let places = core.context.storedDocument?.locations(of: Set(found.map(\.path))) ?? []
    var ranks: [[String]: Int] = [:]
    for (rank, place) in places.enumerated() { ranks[place.path] = rank }
    return found.map { name in ranks[name.path].map { name.at(places[$0].location) } ?? name }.inOrder { left, right in
      let (first, second) = (ranks[left.path] ?? .max, ranks[right.path] ?? .max)
      return first == second ? left.path.lexicographicallyPrecedes(right.path) : first < second
    }
  }

  /// Reports undeclared names now, and again after each reading of a document.
  package func reportUndeclared(by declared: DeclaredNames, inDomains domains: Set<String>?, layer: String?) {
    let isFirst = declarations.withLock { $0.startReporting(declared, inDomains: domains, layer: layer) }
    if isFirst { _ = cores.documents.observe { [weak self] in self?.reportNewNames() } }
    reportNewNames()
  }

  private func reportNewNames() {
    let (domains, layer) = declarations.withLock { ($0.reportedDomains, $0.layer) }
    let found = undeclaredNames(by: DeclaredNames(), inDomains: domains, layer: layer)
    for name in declarations.withLock({ $0.takeUnreported(of: found) }) { SettingsDiagnostics.report(name.report) }
  }
}
