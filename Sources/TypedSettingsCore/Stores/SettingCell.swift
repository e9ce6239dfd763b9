/// A connection through which a record reads and writes the value of its key.
package protocol SettingConnection: AnyObject, Sendable {
  /// The store behind the connection.
  var store: any SettingsStore { get }

  /// A Boolean value that indicates whether the live value is the store's own, which all of its changes go through.
  var ownsValue: Bool { get }

  /// The older names that the connection resolves, because the store doesn't.
  var unresolvedAliases: [SettingsKey] { get }

  /// The draft that holds the changes of the setting, or `nil` if writes change a store.
  var draft: (any StagingStore)? { get }

  /// A Boolean value that indicates whether the value in effect can come from a layer other than the writable one, so
  /// that a write of it can still change the store; `nil` if only the layers of the key show it.
  var hasLayers: Bool? { get }

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
  /// Returns `true`.
  package var ownsValue: Bool { true }

  /// Returns no names.
  package var unresolvedAliases: [SettingsKey] { [] }

  /// Returns `nil`.
  package var draft: (any StagingStore)? { nil }

  /// Returns `false`.
  package var hasLayers: Bool? { false }

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
}

extension LiveSettingsStore {
  /// Returns the store itself.
  package var store: any SettingsStore { self }

  /// Returns the live value's own value, which is known because the store sets it.
  package func load(_ live: LiveValue) -> LiveValue.Snapshot {
    live.snapshot ?? LiveValue.Snapshot(value: nil, revision: .initial)
  }

  /// Returns the place of a setting, with the live value of its key unless it has older names.
  package func cell(of setting: SettingDeclaration) -> SettingCell {
    let aliases = setting.aliasKeys
    if aliases.isEmpty { return SettingCell(connection: self, live: liveValue(forKey: setting.key)) }
    return SettingCell(observing: self, forKey: setting.key, aliases: aliases, hasLayers: hasLayers)
  }
}

/// The place of one setting in a store.
///
/// A record reads, writes and observes its setting through the cell that ``SettingsStore/open(_:)`` returns.
public struct SettingCell: Sendable {
  /// The connection that reads and changes the value.
  package let connection: any SettingConnection

  /// The value that records of the setting share.
  package let live: LiveValue

  /// Creates the place of a setting in a store that is read, written and observed by key.
  ///
  /// The setting's older names are read and removed along with its key.
  ///
  /// - Parameters:
  ///   - setting: The setting's declaration.
  ///   - store: The store.
  public init(of setting: SettingDeclaration, in store: any SettingsStore) {
    self.init(observing: store, forKey: setting.key, aliases: setting.aliasKeys, hasLayers: nil)
  }

  /// Creates the place of a setting in a store that changes what another store does.
  ///
  /// The older names that the other store resolves aren't resolved again.
  ///
  /// - Parameters:
  ///   - cell: The place of the setting in the other store.
  ///   - store: The store.
  public init(around cell: SettingCell, in store: any SettingsStore) {
    // The store may add layers of its own.
    self.init(
      observing: store, forKey: cell.key, aliases: cell.connection.unresolvedAliases,
      hasLayers: cell.connection.hasLayers == true ? true : nil)
  }

  /// Creates the place of a setting whose changes the store reports to observers.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - key: The key of the setting.
  ///   - aliases: The older names that the store doesn't resolve.
  ///   - hasLayers: Whether the value in effect can come from a layer other than the writable one.
  ///   - draft: The store, if it's a draft.
  package init(
    observing store: any SettingsStore, forKey key: SettingsKey, aliases: [SettingsKey], hasLayers: Bool?,
    draft: (any StagingStore)? = nil
  ) {
    let live = LiveValue(unknown: key)
    let connection = ObservingConnection(store: store, live: live, aliases: aliases, hasLayers: hasLayers, draft: draft)
    self.init(connection: connection, live: live)
  }

  /// Creates the place of a setting from the parts of a store.
  package init(connection: any SettingConnection, live: LiveValue) {
    self.connection = connection
    self.live = live
  }

  /// The key of the setting.
  public var key: SettingsKey { live.key }

  /// The value in effect, or `nil` if there is none.
  public var value: SettingsValue? { connection.load(live).value }

  /// The values of the store's layers, in order of precedence.
  public var layers: [SettingsLayer.Value] { connection.layers(of: live) }

  /// The live value, if it's the store's own.
  package var ownValue: LiveValue? { connection.ownsValue ? live : nil }
}
