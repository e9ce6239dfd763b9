/// A connection through which a record reads and writes the value of its key.
package protocol SettingConnection: AnyObject, Sendable {
  /// The store behind the connection.
  var store: any SettingsStore { get }

  /// Returns the current value, which it reads from the store if it isn't cached.
  func load(_ live: LiveValue) -> LiveValue.Snapshot

  /// Sets or removes the value, unless the key already has it.
  ///
  /// In a store with layers, an equal value is written too, because the current value can come from another layer.
  ///
  /// - Parameters:
  ///   - value: The value, or `nil` to remove the key.
  ///   - live: The live value of the key.
  ///   - origin: The origin of the change.
  ///   - onCommit: A closure that receives the revision number after the commit, before observers are notified.
  /// - Returns: The revision of the change, or `nil` if the key already had the value or has since changed again.
  /// - Throws: The error of the store.
  func write(
    _ value: SettingsValue?, to live: LiveValue, origin: SettingsChange.Origin, onCommit: (UInt64) -> Void
  ) throws -> SettingsRevision?

  /// Replaces the value if it's the expected one.
  ///
  /// - Returns: `true` if the key had the expected value.
  func compareExchange(
    expected: SettingsValue?, desired value: SettingsValue?, of live: LiveValue, onCommit: (UInt64) -> Void
  ) throws -> Bool

  /// Returns whether the setting has the given value, including changes of the store that the connection hasn't been
  /// notified of yet.
  func holds(_ value: SettingsValue?, of live: LiveValue) -> Bool

  /// Returns whether the current value is saved, as far as the store and the last write show.
  func isSaved(_ live: LiveValue) -> Bool

  /// Returns the value that each layer of the store holds for the setting.
  func layers(of live: LiveValue) -> [SettingsLayer.Value]

  /// Returns a Boolean value that indicates whether the store's format represents two values in the same way.
  func isSame(_ left: SettingsValue?, _ right: SettingsValue?, of live: LiveValue) -> Bool

  /// Updates the connection after a batch of the store has written the value.
  func didWrite(_ value: SettingsValue?, to live: LiveValue)

  /// Discards the cached value, unless the live value is the store's own.
  func invalidate(_ live: LiveValue)
}

extension SettingConnection {
  /// Sets or removes the value, for a caller without a cache of its own.
  @discardableResult
  package func write(
    _ value: SettingsValue?, to live: LiveValue, origin: SettingsChange.Origin
  ) throws -> SettingsRevision? {
    try write(value, to: live, origin: origin) { _ in }
  }

  /// Compares the live value, which is correct if it's the store's own.
  package func holds(_ value: SettingsValue?, of live: LiveValue) -> Bool { live.holds(value) }

  /// Asks the store.
  package func isSaved(_ live: LiveValue) -> Bool { store.isSaved(live.key) }

  /// Returns the store's layers for the key.
  package func layers(of live: LiveValue) -> [SettingsLayer.Value] { store.layers(forKey: live.key) }

  /// Returns `true` if the values are equal.
  package func isSame(_ left: SettingsValue?, _ right: SettingsValue?, of live: LiveValue) -> Bool { left == right }

  /// Does nothing, which is correct if the live value is the store's own.
  package func didWrite(_ value: SettingsValue?, to live: LiveValue) {}

  /// Does nothing, which is correct if the live value is the store's own.
  package func invalidate(_ live: LiveValue) {}
}

/// A store whose records share the live value of a key and write to it without a lookup.
package protocol LiveSettingsStore: SettingsStore, SettingConnection {
  /// Returns the live value of a key.
  func liveValue(forKey key: SettingsKey) -> LiveValue

  /// The store itself if it decides between the values of several sources; otherwise `nil`.
  var resolvingStore: (any ResolvingStore)? { get }
}

extension LiveSettingsStore {
  /// Returns the store itself.
  package var store: any SettingsStore { self }

  /// Returns the live value's own value, which is known because the store sets it.
  package func load(_ live: LiveValue) -> LiveValue.Snapshot {
    live.snapshot ?? LiveValue.Snapshot(value: nil, revision: .initial)
  }

  /// Returns `nil`.
  package var resolvingStore: (any ResolvingStore)? { nil }
}

/// The class of the store that was cast last, and whether it has live values.
///
/// The settings of a group are linked one by one. Casting an object to a protocol takes as long as looking up its live
/// value, and casting it to a known class doesn't.
enum LiveStoreClass {
  private struct Answer {
    let storeClass: ObjectIdentifier
    /// The class, or `nil` if its stores have no live values.
    let liveClass: (any LiveSettingsStore.Type)?
  }

  private static let last = LockedState<Answer?>(nil)

  /// Returns the store if it has live values; otherwise `nil`.
  static func cast(_ store: any SettingsStore) -> (any LiveSettingsStore)? {
    let storeClass = ObjectIdentifier(type(of: store))
    if let last = last.withLock({ $0 }), last.storeClass == storeClass {
      return last.liveClass.flatMap { cast(store, to: $0) }
    }
    let result = store as? any LiveSettingsStore
    let answer = Answer(storeClass: storeClass, liveClass: result.map { type(of: $0) })
    last.withLock { $0 = answer }
    return result
  }

  private static func cast<Store: LiveSettingsStore>(
    _ store: any SettingsStore, to liveClass: Store.Type
  ) -> (any LiveSettingsStore)? {
    store as? Store
  }
}
