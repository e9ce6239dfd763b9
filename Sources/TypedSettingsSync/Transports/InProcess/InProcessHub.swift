internal import TypedSettingsCore

/// A place where transports of one process exchange messages, for tests and previews.
///
/// Messages are delivered in the order they were sent, without delay. With the same calls in the same order, each
/// transport has the same events.
///
/// ```swift
/// let hub = InProcessHub()
/// let phone = hub.makeTransport(named: "phone")
/// let watch = hub.makeTransport(named: "watch")
/// ```
public final class InProcessHub: Sendable {
  /// A transport that's connected.
  private struct Member {
    let peer: SyncPeer
    let inbox: InProcessInbox
  }

  private struct State {
    var lastNumber = 0
    var members: [Int: Member] = [:]
    var mailboxes: [SyncReplicaIdentity: [UInt8]] = [:]

    /// The members in the order they connected, without one of them.
    func others(than number: Int) -> [(key: Int, value: Member)] {
      members.filter { $0.key != number }.sorted { $0.key < $1.key }
    }
  }

  /// The way in which messages are delivered.
  public let delivery: SyncDelivery

  /// The largest message in bytes that the transports accept.
  public let maximumMessageSize: Int

  private let state = LockedState(State())

  /// Creates a hub.
  ///
  /// - Parameters:
  ///   - delivery: The way in which messages are delivered.
  ///   - maximumMessageSize: The largest message in bytes that the transports accept.
  public init(delivery: SyncDelivery = .stream, maximumMessageSize: Int = 1 << 20) {
    self.delivery = delivery
    self.maximumMessageSize = maximumMessageSize
  }

  /// Creates a transport that exchanges messages with the other transports of this hub.
  ///
  /// - Parameter name: The name by which its peers know the transport, unless the hub keeps mailboxes, which have the
  ///   names of their replicas.
  /// - Returns: The transport, which connects when its events are requested.
  public func makeTransport(named name: String) -> InProcessTransport { InProcessTransport(name, in: self) }

  /// The number of mailboxes.
  package var mailboxCount: Int { state.withLock { $0.mailboxes.count } }

  /// Removes the mailbox of a replica.
  func removeMailbox(of replica: SyncReplicaIdentity) {
    state.withLock { state in
      guard state.mailboxes.removeValue(forKey: replica) != nil else { return }
      let peer = SyncPeer(name: replica.description)
      for (_, member) in state.others(than: 0) { member.inbox.add(.disconnected(peer)) }
    }
  }

  /// Empties all mailboxes, and notifies all transports that the account has changed.
  public func changeAccount() {
    state.withLock { state in
      state.mailboxes = [:]
      for (_, member) in state.others(than: 0) { member.inbox.add(.accountChanged) }
    }
  }
}

// MARK: Connections

extension InProcessHub {
  func connect(_ name: String, for replica: SyncReplicaIdentity) -> InProcessConnection {
    let inbox = InProcessInbox()
    let number = state.withLock { state in
      state.lastNumber += 1
      switch delivery {
      case .stream:
        let new = SyncPeer(name: name)
        for (_, member) in state.others(than: 0) {
          inbox.add(.connected(member.peer))
          member.inbox.add(.connected(new))
        }
        state.members[state.lastNumber] = Member(peer: new, inbox: inbox)
      case .latestState:
        for (replica, message) in state.mailboxes.sorted(by: { $0.key < $1.key }) {
          let peer = SyncPeer(name: replica.description)
          inbox.add(.connected(peer))
          inbox.add(.received(message, from: peer))
        }
        state.members[state.lastNumber] = Member(peer: SyncPeer(name: replica.description), inbox: inbox)
      }
      return state.lastNumber
    }
    return InProcessConnection(number, replica, inbox, of: self)
  }

  /// Ends a connection: its events end with an error, and its peers are notified.
  func disconnect(_ number: Int) {
    state.withLock { state in
      guard let removed = state.members.removeValue(forKey: number) else { return }
      removed.inbox.end(with: .transportUnavailable("a transport that was disconnected"))
      guard delivery == .stream else { return }
      for (_, member) in state.others(than: number) { member.inbox.add(.disconnected(removed.peer)) }
    }
  }

  func send(
    _ message: [UInt8], from number: Int, _ replica: SyncReplicaIdentity, to peer: SyncPeer?
  ) throws(SettingsError) {
    try SettingsError.checkSize(message, maximum: maximumMessageSize)
    try state.withLock { state throws(SettingsError) in
      guard let sender = state.members[number] else { throw .notConnected }
      let others = state.others(than: number)
      switch delivery {
      case .stream:
        let receivers = others.filter { peer == nil || $0.value.peer == peer }
        if let peer, receivers.isEmpty { throw .connectionLost(peer, "it isn't connected") }
        for (_, member) in receivers { member.inbox.add(.received(message, from: sender.peer)) }
      case .latestState:
        let isNew = state.mailboxes.updateValue(message, forKey: replica) == nil
        for (_, member) in others {
          if isNew { member.inbox.add(.connected(sender.peer)) }
          member.inbox.replace(.received(message, from: sender.peer))
        }
      }
    }
  }
}
