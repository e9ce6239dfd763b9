package import TypedSettingsCore

/// A message between two replicas.
package struct SyncMessage: Hashable, Sendable {
  /// The content of a message.
  package enum Body: Hashable, Sendable {
    /// All entries of the sender.
    case state([SettingsKey: SyncEntry])
    /// Entries that the recipient doesn't have.
    case difference([SettingsKey: SyncEntry])
    /// The hash of each entry by the hash of its key; the recipient replies with the differences.
    case summary([UInt64: UInt64])
  }

  /// The account of the sender.
  package var account: SyncAccount
  /// The replica that sent the message.
  package var sender: SyncReplicaIdentity
  /// The hash of all entries of the sender.
  package var root: UInt64
  /// A Boolean value that indicates whether more messages of the same difference follow.
  package var hasMore = false
  /// The content.
  package var body: Body

  package init(
    account: SyncAccount, sender: SyncReplicaIdentity, root: UInt64, hasMore: Bool = false, body: Body
  ) {
    self.account = account
    self.sender = sender
    self.root = root
    self.hasMore = hasMore
    self.body = body
  }

  /// The entries in the message.
  package var entries: [SettingsKey: SyncEntry] {
    switch body {
    case .state(let entries), .difference(let entries): entries
    case .summary: [:]
    }
  }
}

/// The limits of messages, which are checked before memory is allocated.
package enum SyncLimits {
  /// The maximum size of a message in bytes.
  package static let messageSize = 8 << 20
  /// The maximum number of entries in a message, and in the state of a replica.
  package static let entryCount = 20_000
  /// The number of entries in the state of a replica from which on it keeps none of further unknown keys.
  ///
  /// The rest is left for the settings that the replica declares, because a state with more than ``entryCount`` entries
  /// could be neither sent nor read again.
  package static let forwardedEntryCount = entryCount / 2
  /// The size of a state in bytes from which on a replica keeps no further entries of unknown keys.
  package static let forwardedSize = messageSize / 2
  /// The maximum length of a domain or a name in bytes.
  static let nameLength = 1_024
}
