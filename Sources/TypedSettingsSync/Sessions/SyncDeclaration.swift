package import TypedSettingsCore

/// The properties of a synchronized setting that the engine depends on.
package struct SyncDeclaration: Hashable, Sendable {
  /// The version of the domain's values; zero for an unversioned domain.
  package var version: UInt32
  /// A Boolean value that indicates whether the value is secret.
  package var isSecret: Bool
  /// The keys that are stamped together with this one, including itself; empty if there are no others.
  package var unit: [SettingsKey] { didSet { unitTag = SyncUnitTag(of: unit) } }
  /// The tag of the entries of the unit.
  private(set) var unitTag: SyncUnitTag?

  package init(version: UInt32 = 0, isSecret: Bool = false, unit: [SettingsKey] = []) {
    self.version = version
    self.isSecret = isSecret
    self.unit = unit
    unitTag = SyncUnitTag(of: unit)
  }
}

/// The outcome of applying an entry to the store.
package enum SyncOutcome: Hashable, Sendable {
  /// The store now has a value with this digest.
  case applied(digest: UInt64)
  /// The value can't be applied, and is kept apart.
  case held
}

/// An effect of a step of the engine, in the order in which effects have to be performed.
///
/// The state is saved before an entry is applied or sent, so that a process that crashes in between continues where it
/// stopped.
package enum SyncEffect: Hashable, Sendable {
  /// Save the state of the replica.
  case save
  /// Apply entries to the store, all of them in one transaction, and pass the outcomes to the engine.
  case apply([SettingsKey: SyncEntry])
  /// Remove the values of settings, and pass the outcomes to the engine.
  case clear([SettingsKey])
  /// Send a message.
  case send(SyncMessage.Body, to: SyncDestination)
  /// Report a conflict.
  case conflict(SyncCollision)
  /// Report that a peer belongs to another account.
  case refuse(SyncPeer)
  /// Connect the mailbox of a transport again, because the identity of the replica has changed, or to read all messages
  /// again.
  case reconnect(Int)
  /// Connect the mailbox of a transport again after a pause, and put the state into it.
  case reconnectLater(Int)
  /// Remove the mailbox of another replica, which was forgotten, from a transport.
  case removeMailbox(SyncReplicaIdentity, on: Int)
  /// Report that an entry was dropped.
  case drop(SettingsKey, SyncDrop)
}

/// The reason why a received entry is dropped.
package enum SyncDrop: Hashable, Sendable {
  /// There are too many entries of settings that aren't declared.
  case tooMany
  /// Its time is so far in the future that no device can have it, and no later write could replace it.
  case implausibleTime
}

/// Two writes of one key, neither of which had seen the other one.
package struct SyncCollision: Hashable, Sendable {
  package let key: SettingsKey
  package let winner: SyncEntry
  package let loser: SyncEntry
}

/// The reason why the exchange with all peers, or with one of them, has stopped.
package enum SyncStop: Hashable, Sendable {
  /// The transport or the program has another account than the saved state.
  case accountChanged
  /// A peer belongs to another account.
  case otherAccount(SyncPeer)
}
