package import TypedSettingsCore

extension SyncEngine {
  /// Starts the exchange with a peer.
  package mutating func connect(_ peer: SyncPeer) -> [SyncEffect] {
    peers[peer] = Progress()
    return delivery == .stream ? summarize(for: peer) : []
  }

  /// Ends the exchange with a peer.
  package mutating func disconnect(_ peer: SyncPeer) {
    peers[peer] = nil
    strangers[peer] = nil
    replacedMailboxes.remove(peer)
  }

  /// Ends the exchange with all peers, because the transport has disconnected.
  package mutating func disconnectAll() {
    peers = [:]
    strangers = [:]
    putRoot = nil
    replacedMailboxes = []
  }

  /// Returns the effects of putting the state into the mailbox again.
  package mutating func put() -> [SyncEffect] {
    guard delivery == .latestState, stop == nil else { return [] }
    putRoot = memory.state.root
    return [.send(.state(memory.state.entries), to: nil)]
  }

  /// Records that a message couldn't be sent.
  mutating func didFailToSend(to peer: SyncPeer?) {
    putRoot = nil
    // A stream that has failed reports that its peer has disconnected; until then, the peer is late.
    if let peer, peers[peer] != nil { peers[peer]?.isAwaited = true }
  }

  /// Returns the effects of asking a peer for the entries that differ.
  mutating func summarize(for peer: SyncPeer) -> [SyncEffect] {
    guard stop == nil, strangers[peer] == nil else { return [] }
    peers[peer, default: Progress()].summarizedRoot = memory.state.root
    peers[peer]?.isAwaited = true
    return [.send(.summary(memory.state.summary), to: peer)]
  }

  /// Returns the effects of sending changed entries to all peers but the one that they come from.
  ///
  /// A peer whose account isn't known yet gets them after its first message, which differs from the state.
  mutating func publish(_ keys: [SettingsKey], except source: SyncPeer? = nil) -> [SyncEffect] {
    if stop != nil { return [] }
    switch delivery {
    case .latestState: return putRoot == memory.state.root ? [] : put()
    case .stream:
      let entries = keys.reduce(into: [SettingsKey: SyncEntry]()) { $0[$1] = memory.state[$1] }
      if entries.isEmpty { return [] }
      return peers.keys.filter { $0 != source && peers[$0]?.isMember == true }.sorted { $0.name < $1.name }
        .map { .send(.difference(entries), to: $0) }
    }
  }
}

// MARK: Accounts

extension SyncEngine {
  /// Stops the exchange, because the account of the transport has changed, until the program has decided.
  ///
  /// The transport doesn't report the change again, so a later run has to know about it.
  package mutating func changeAccount() -> [SyncEffect] {
    guard rules.contains(.accounts) else { return [] }
    stop = .accountChanged
    memory.isAccountChanged = true
    return [.save]
  }

  /// A peer of another account about which the program hasn't decided yet.
  var unresolvedStranger: SyncPeer? {
    strangers.filter { !ignoredAccounts.contains($0.value) }.keys.min { $0.name < $1.name }
  }

  /// Compares the account of a peer with the account of this replica.
  ///
  /// The exchange with a peer of another account stops, and that with other peers continues. It starts again with the
  /// first message of this replica's account.
  ///
  /// - Parameters:
  ///   - account: The account in a message of the peer.
  ///   - peer: The peer that sent the message.
  ///   - effects: The array to which the effects are appended.
  /// - Returns: `true` if the message can be processed.
  mutating func admits(_ account: SyncAccount, from peer: SyncPeer, _ effects: inout [SyncEffect]) -> Bool {
    if account == memory.account || !rules.contains(.accounts) {
      if strangers.removeValue(forKey: peer) != nil, delivery == .stream { effects += summarize(for: peer) }
      peers[peer]?.isMember = true
      return true
    }
    peers[peer]?.isAwaited = false
    peers[peer]?.isMember = false
    let isKnown = strangers.updateValue(account, forKey: peer) == account
    if !isKnown, !ignoredAccounts.contains(account) { effects.append(.refuse(peer)) }
    return false
  }

  /// Continues with the account of the saved state, and ignores the peers of other accounts.
  package mutating func stay() -> [SyncEffect] {
    let (saving, wasStopped): ([SyncEffect], Bool) = (memory.isAccountChanged ? [.save] : [], stop != nil)
    memory.isAccountChanged = false
    stop = nil
    ignoredAccounts.formUnion(strangers.values)
    return saving + (wasStopped ? restart() : put() + resume())
  }

  /// Starts over in the configured account, as a new replica.
  ///
  /// - Parameters:
  ///   - contents: The contents of all declared settings, which are kept in the snapshot.
  ///   - isOffering: Pass `true` to offer the contents to the group, or `false` to remove them.
  ///   - now: The wall clock in milliseconds.
  /// - Returns: The effects.
  package mutating func join(
    with contents: [SettingsKey: SyncContent], isOffering: Bool, at now: UInt64
  ) -> [SyncEffect] {
    forgetAccounts()
    renew()
    var new = SyncReplicaState(replica: memory.replica, account: configuredAccount)
    for (key, content) in contents where content != .reset {
      new.snapshot[key] = SyncVersionedContent(content, version: version(ofKey: key))
    }
    memory = new
    stop = nil
    ignoredAccounts = []
    reportedLosers = [:]
    unreportedLosers = [:]
    if isOffering { return start(contents, at: now) + restart() }
    for key in declarations.keys {
      memory.records[key] = .init(digest: contents[key]?.digest ?? 0, version: version(ofKey: key))
    }
    return [.save, .clear(declarations.keys.sorted(by: SettingsKey.isInSyncOrder))] + publish([]) + restart()
  }

  /// Records the contents of settings after their values were removed.
  package mutating func didClear(_ contents: [SettingsKey: SyncContent]) -> [SyncEffect] {
    for (key, content) in contents {
      memory.records[key] = .init(digest: content.digest, version: version(ofKey: key))
    }
    return [.save]
  }

  /// Returns the effects of starting the exchange with all peers again, because messages were ignored or entries lost.
  ///
  /// A new connection delivers all mailboxes again. The peers of a stream are asked and answered over the current
  /// connection, because there may never be another one.
  mutating func restart() -> [SyncEffect] {
    if delivery == .latestState { return [.reconnect] }
    var effects: [SyncEffect] = []
    for peer in peers.keys.sorted(by: { $0.name < $1.name }) {
      let account = peers[peer]?.unansweredAccount
      peers[peer]?.unansweredAccount = nil
      if let account, !admits(account, from: peer, &effects) { continue }
      // A peer doesn't repeat the summary that was ignored, and lacks the changes that were made since.
      if peers[peer]?.isMember == true { effects.append(.send(.difference(memory.state.entries), to: peer)) }
      effects += summarize(for: peer)
    }
    return effects
  }

  /// Starts the exchange with the peers over, whose known accounts are compared with the new one.
  private mutating func forgetAccounts() {
    for (peer, account) in strangers { peers[peer]?.unansweredAccount = account }
    strangers = [:]
    let former = memory.account
    peers = peers.mapValues { Progress(unansweredAccount: $0.unansweredAccount ?? ($0.isMember ? former : nil)) }
  }

  private mutating func resume() -> [SyncEffect] {
    guard delivery == .stream else { return [] }
    return peers.keys.sorted { $0.name < $1.name }.flatMap { summarize(for: $0) }
  }
}
