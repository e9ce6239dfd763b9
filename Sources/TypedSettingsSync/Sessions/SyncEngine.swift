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
    /// A Boolean value that indicates whether the peer gets all entries once it's known to belong to the account.
    var isOwedState = false
    /// The replica that sends the messages, or `nil` before the first of them.
    var replica: SyncReplicaIdentity?
    /// The differences in the hash of the state by which the latest messages to the peer have changed it, in order.
    var sentDifferences: [UInt64] = []
    /// The account of messages that were ignored while the exchange was stopped; `nil` if none were.
    var unansweredAccount: SyncAccount?
  }

  /// The state to save.
  package internal(set) var memory: SyncReplicaState
  /// The settings that this replica synchronizes.
  package internal(set) var declarations: [SettingsKey: SyncDeclaration]
  /// The reason why nothing is exchanged with any peer, or `nil`.
  package internal(set) var stop: SyncStop?

  /// The ways in which the transports deliver messages.
  let deliveries: [SyncDelivery]
  let rules: SyncRules
  let configuredAccount: SyncAccount
  let renaming: SyncRenaming?
  var peers: [SyncPeer: Progress] = [:]
  /// The hashes of the states that were last put into the mailboxes, by transport.
  var putRoots: [Int: UInt64] = [:]
  /// The hash of the state that was last published.
  private var publishedRoot: UInt64 = 0
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
  /// The name by which the device makes itself known; `nil` if it doesn't.
  package var deviceName: String?
  /// The time in milliseconds after which a device that isn't in use is forgotten; `nil` for never.
  package var deviceExpiry: UInt64?
  /// The devices that this run has forgotten because they weren't in use.
  var expiredDevices: Set<SyncReplicaIdentity> = []
  /// A Boolean value that indicates whether the replica had a saved state.
  let isRestored: Bool
  /// A random number of this run.
  let session: UInt32
  private var random: any RandomNumberGenerator & Sendable

  /// Creates an engine.
  ///
  /// - Parameters:
  ///   - memory: The saved state, or `nil` for a new replica.
  ///   - declarations: The settings to synchronize.
  ///   - account: The account that the replica belongs to.
  ///   - deliveries: The ways in which the transports deliver messages.
  ///   - rules: The rules; only tests leave out some.
  ///   - renaming: Finds the current keys of settings that were renamed; `nil` if none was.
  ///   - random: The generator of identities.
  package init(
    restoring memory: SyncReplicaState?, declarations: [SettingsKey: SyncDeclaration], account: SyncAccount,
    over deliveries: [SyncDelivery], rules: SyncRules = .all, renaming: SyncRenaming? = nil,
    random: any RandomNumberGenerator & Sendable
  ) {
    self.declarations = declarations
    self.deliveries = deliveries
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
    self.memory.startRun(session)
  }

  /// Removes and returns the keys whose entries or records were changed since the last call.
  package mutating func takeChangedKeys() -> Set<SettingsKey> { memory.takeChangedKeys() }

  /// Returns the difference in the hash of the state since the last call.
  mutating func takeRootDifference() -> UInt64 {
    defer { publishedRoot = memory.state.root }
    return memory.state.root &- publishedRoot
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
    if mailboxes.contains(where: { putRoots[$0] != memory.state.root }) { return .waiting(nil) }
    if let late = peers.filter(\.value.isAwaited).keys.min(by: SyncPeer.isInOrder) { return .waiting(late) }
    let isConnected = !mailboxes.isEmpty || peers.keys.contains { strangers[$0] == nil }
    return isConnected ? .current : .waiting(nil)
  }

  /// The transports with mailboxes.
  var mailboxes: [Int] { deliveries.indices.filter { deliveries[$0] == .latestState } }

  /// Returns a Boolean value that indicates whether a peer is connected by a stream.
  func isStream(_ peer: SyncPeer) -> Bool { deliveries[peer.transport] == .stream }

  /// The connected peers of streams, in order.
  var streamPeers: [SyncPeer] { peers.keys.filter(isStream).sorted(by: SyncPeer.isInOrder) }

  /// The keys whose entries aren't reflected by the store.
  var pendingKeys: [SettingsKey] {
    declarations.keys.filter { key in
      memory.state[key].map { $0.stamp != memory.records[key]?.stamp } ?? false
    }
  }
}

extension SyncPeer {
  /// Returns whether a peer precedes another one in the order in which messages are sent.
  static func isInOrder(_ left: SyncPeer, _ right: SyncPeer) -> Bool {
    (left.transport, left.name) < (right.transport, right.name)
  }
}

/// The phase of an exchange.
package enum SyncPhase: Hashable, Sendable {
  case joining
  case current
  case waiting(SyncPeer?)
  case stopped(SyncStop)
}
