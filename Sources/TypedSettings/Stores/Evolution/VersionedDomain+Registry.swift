extension VersionedDomain {
  /// The domains of one store.
  private final class Domains: Sendable {
    private let domains = LockedState<[String: VersionedDomain]>([:])

    func domain(named name: String) -> VersionedDomain {
      domains.withLock { domains in
        if let domain = domains[name] { return domain }
        let domain = VersionedDomain(name: name)
        domains[name] = domain
        return domain
      }
    }
  }

  private static let domains = StoreTable<Domains>()

  /// Returns the domain of a name in a store, which is always the same as long as the store lives.
  static func named(_ name: String, in store: any SettingsStore) -> VersionedDomain {
    domains.element(of: store) { Domains() }.domain(named: name)
  }
}
