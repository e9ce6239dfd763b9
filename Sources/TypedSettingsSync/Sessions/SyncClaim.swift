internal import TypedSettingsCore

/// The right of a session to synchronize settings, which lasts as long as the claim.
///
/// Two sessions with a setting would take the values that the other one applies for changes by the program. Each would
/// stamp them again, and the devices would exchange old values forever.
final class SyncClaim: Sendable {
  /// A setting in the store of its writable layer.
  struct Place: Hashable, Sendable {
    /// The identity of the store or, if several stores share the value, of the value.
    private let owner: ObjectIdentifier
    private let key: SettingsKey

    init(_ key: SettingsKey, in store: any SettingsStore) {
      self.key = key
      // Stores of the same file, or of the same suite, share their values.
      owner = store.sharedValue(forKey: key).map { ObjectIdentifier($0) } ?? ObjectIdentifier(store)
    }
  }

  /// The settings that sessions of this process synchronize.
  private static let claimed = LockedState<Set<Place>>([])

  private let places: [Place: SettingsKey]

  /// Claims settings.
  ///
  /// - Parameter places: The settings by their places, which exist as long as the claim.
  /// - Throws: `SettingsError` with `SettingsError.Code.storeUnavailable` if another session has claimed one of them.
  init(_ places: [Place: SettingsKey]) throws(SettingsError) {
    let taken = Self.claimed.withLock { claimed -> [Place] in
      let taken = places.keys.filter { claimed.contains($0) }
      if taken.isEmpty { claimed.formUnion(places.keys) }
      return taken
    }
    self.places = taken.isEmpty ? places : [:]
    guard taken.isEmpty else { throw .claimed(taken.compactMap { places[$0] }.min(by: SettingsKey.isInSyncOrder)) }
  }

  deinit { Self.claimed.withLock { $0.subtract(places.keys) } }
}

extension SettingsError {
  fileprivate static func claimed(_ key: SettingsKey?) -> SettingsError {
    SettingsError(
      .storeUnavailable, key: key, found: "a setting that another 'SettingsSync' synchronizes in the same store",
      advice: "pass all groups and all transports to one 'SettingsSync'; nothing was sent or changed")
  }
}
