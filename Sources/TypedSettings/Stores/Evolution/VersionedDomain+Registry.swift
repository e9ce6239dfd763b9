extension VersionedDomain {
  private struct Entry {
    /// Tells a store from one that is gone and had the same identity.
    weak var store: (any SettingsStore)?
    var domains: [String: VersionedDomain] = [:]
  }

  /// What a look-up lets go of outside the lock: with it may go objects whose code makes a group.
  private struct Remains {
    var entries: [Entry] = []
    var stores: [any SettingsStore] = []
  }

  private static let entries = LockedState<[ObjectIdentifier: Entry]>([:])

  /// The domain of a name in a store: always the same one, as long as the store lives.
  static func named(_ name: String, in store: any SettingsStore) -> VersionedDomain {
    let identity = ObjectIdentifier(store)
    let (domain, remains) = entries.withLock { entries -> (VersionedDomain, Remains) in
      var remains = Remains()
      if entries[identity]?.store !== store {
        remains = removeStale(from: &entries)
        entries[identity] = Entry(store: store)
      }
      if let domain = entries[identity]?.domains[name] { return (domain, remains) }
      let domain = VersionedDomain(name: name)
      entries[identity]?.domains[name] = domain
      return (domain, remains)
    }
    withExtendedLifetime(remains) {}
    return domain
  }

  /// Removes the entries of stores that are gone; runs under the lock.
  private static func removeStale(from entries: inout [ObjectIdentifier: Entry]) -> Remains {
    var remains = Remains()
    for (identity, entry) in entries {
      if let store = entry.store {
        remains.stores.append(store)
      } else {
        remains.entries.append(entry)
        entries[identity] = nil
      }
    }
    return remains
  }
}
