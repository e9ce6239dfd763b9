internal import TypedSettingsCore

/// The entry by which a device makes itself known to the others of its group.
///
/// It's forwarded like the entry of a setting that no device declares. A device that is forgotten has a reset instead.
package struct SyncDeviceEntry: Hashable, Sendable {
  package let replica: SyncReplicaIdentity
  package let name: String
  /// The time in milliseconds at which the device was last in use, to a day.
  package let lastUse: UInt64

  private static let prefix = "device."
  /// The length from which on a name is cut.
  private static let maximumNameLength = 100

  init(_ replica: SyncReplicaIdentity, name: String, lastUse: UInt64) {
    self.replica = replica
    self.name = String(name.prefix(Self.maximumNameLength))
    self.lastUse = lastUse
  }

  /// Creates the description of a device from its entry; `nil` if it was forgotten, or if it's another entry.
  init?(_ entry: SyncEntry, forKey key: SettingsKey) {
    guard let replica = Self.replica(of: key), case .value = entry.content else { return nil }
    let value: SettingsValue?
    // Another program can have written anything under the key.
    do throws(SettingsError) { value = try entry.content.value() } catch { return nil }
    guard case .dictionary(let members)? = value, case .string(let name)? = members["name"],
      case .integer(let lastUse)? = members["lastUse"]
    else { return nil }
    self.init(replica, name: name, lastUse: UInt64(max(lastUse, 0)))
  }

  /// Returns the key of a device's entry.
  static func key(of replica: SyncReplicaIdentity) -> SettingsKey {
    SettingsKey(domain: SyncState.deviceDomain, name: prefix + replica.description)
  }

  /// Returns the device whose entry has a key; `nil` for any other key.
  static func replica(of key: SettingsKey) -> SyncReplicaIdentity? {
    guard key.domain == SyncState.deviceDomain, key.name.hasPrefix(prefix) else { return nil }
    return SyncReplicaIdentity(digits: key.name.dropFirst(prefix.count))
  }

  var key: SettingsKey { Self.key(of: replica) }

  var content: SyncContent {
    SyncContent(.dictionary(["name": .string(name), "lastUse": .integer(Int64(clamping: lastUse))]))
  }
}
