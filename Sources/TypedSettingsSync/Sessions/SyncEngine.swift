package import TypedSettingsCore

/// The synchronization of one replica as a state machine: each step returns effects, and performs none itself.
///
/// An engine knows settings by the keys of their messages. It has no clock, no randomness and no store of its own, so a
/// run with the same inputs has the same result.
package struct SyncEngine: Sendable {
  /// The progress of the exchange with a connected peer.
  struct Progress: Hashable, Sendable {
    /// The hash of the state whose summary was sent last.
    var summarizedRoot: UInt64?
    /// A Boolean value that indicates whether the peer still has to reply to a summary.
    var isAwaited = false
    /// A Boolean value that indicates whether a message has shown that the peer belongs to the account.
    var isMember = false
    /// The account of messages that were ignored while the exchange was stopped; `nil` if none were.
    var unansweredAccount: SyncAccount?
  }

  /// The state to save.
  package internal(set) var memory: SyncReplicaState
  /// The settings that this replica synchronizes.
  package internal(set) var declarations: [SettingsKey: SyncDeclaration]
  /// The reason why nothing is exchanged with any peer, or `nil`.
  package internal(set) var stop: SyncStop?

  let delivery: SyncDelivery
  let rules: SyncRules
  let configuredAccount: SyncAccount
  let renaming: SyncRenaming?
  var peers: [SyncPeer: Progress] = [:]
  /// The hash of the state that was last put into the mailbox.
  var putRoot: UInt64?
  /// The mailboxes that had an earlier message of this replica, which was replaced at once in this connection.
  var replacedMailboxes: Set<SyncPeer> = []
  /// The connected peers of other accounts, from which nothing is applied, and to which nothing is sent.
  var strangers: [SyncPeer: SyncAccount] = [:]
  /// The other accounts whose peers the program has decided to ignore.
  var ignoredAccounts: Set<SyncAccount> = []
  /// The greatest stamp by key that has lost against a write of this replica, and was reported or is going to be.
  var reportedLosers: [SettingsKey: SyncStamp]
  /// The entries that have lost against a write of this replica whose content can't be read, and aren't reported yet.
  var unreportedLosers: [SettingsKey: [SyncEntry]] = [:]
  /// A Boolean value that indicates whether the replica had a saved state.
  let isRestored: Bool
  /// A random number of this run.
  private let session: UInt32
  private var random: any RandomNumberGenerator & Sendable

  /// Creates an engine.
  ///
  /// - Parameters:
  ///   - memory: The saved state, or `nil` for a new replica.
  ///   - declarations: The settings to synchronize.
  ///   - account: The account that the replica belongs to.
  ///   - delivery: The way in which the transport delivers messages.
  ///   - rules: The rules; only tests leave out some.
  ///   - renaming: Finds the current keys of settings that were renamed; `nil` if none was.
  ///   - random: The generator of identities.
  package init(
    restoring memory: SyncReplicaState?, declarations: [SettingsKey: SyncDeclaration], account: SyncAccount,
    delivery: SyncDelivery, rules: SyncRules = .all, renaming: SyncRenaming? = nil,
    random: any RandomNumberGenerator & Sendable
  ) {
    self.declarations = declarations
    self.delivery = delivery
    self.rules = rules
    self.renaming = renaming
    self.random = random
    configuredAccount = account
    isRestored = memory != nil
    reportedLosers = memory?.reportedLosers ?? [:]
    session = UInt32(truncatingIfNeeded: self.random.next())
    if let memory {
      self.memory = memory
      if memory.account != account || memory.isAccountChanged, rules.contains(.accounts) { stop = .accountChanged }
    } else {
      self.memory = SyncReplicaState(replica: Self.identity(from: &self.random), account: account)
    }
  }

  private static func identity(
    from random: inout any RandomNumberGenerator & Sendable
  ) -> SyncReplicaIdentity {
    SyncReplicaIdentity(high: random.next(), low: random.next())
  }

  /// The writer of the stamps of this run.
  var writer: SyncWriter { SyncWriter(replica: memory.replica, session: session) }

  /// Takes a new identity, with which the replica signs its later writes.
  mutating func renew() {
    let former = memory.replica
    memory.lostStamps = [:]
    memory.replica = Self.identity(from: &random)
    // Later writes of this replica are based on the writes of its former identity.
    for (key, record) in memory.records where record.stamp?.replica == former {
      memory.records[key]?.basis = record.stamp
    }
  }

  /// Returns a message with the current state of the replica, without entries whose contents can't be read.
  package func message(_ body: SyncMessage.Body) -> SyncMessage {
    let readable: SyncMessage.Body =
      switch body {
      case .state(let entries): .state(entries.filter { !$0.value.content.isUnread })
      case .difference(let entries): .difference(entries.filter { !$0.value.content.isUnread })
      case .summary: body
      }
    return SyncMessage(account: memory.account, sender: memory.replica, root: memory.state.root, body: readable)
  }

  /// The phase of the exchange.
  package var phase: SyncPhase {
    if let stop = stop ?? unresolvedStranger.map(SyncStop.otherAccount) { return .stopped(stop) }
    if !memory.hasJoined { return .joining }
    switch delivery {
    case .latestState: return putRoot == memory.state.root ? .current : .waiting(nil)
    case .stream:
      if let late = peers.filter(\.value.isAwaited).keys.min(by: { $0.name < $1.name }) { return .waiting(late) }
      return peers.keys.allSatisfy { strangers[$0] != nil } ? .waiting(nil) : .current
    }
  }

  /// The keys whose entries aren't reflected by the store.
  var pendingKeys: [SettingsKey] {
    declarations.keys.filter { key in
      memory.state[key].map { $0.stamp != memory.records[key]?.stamp } ?? false
    }
  }
}

/// The phase of an exchange.
package enum SyncPhase: Hashable, Sendable {
  case joining
  case current
  case waiting(SyncPeer?)
  case stopped(SyncStop)
}
