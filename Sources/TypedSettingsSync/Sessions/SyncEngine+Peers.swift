package import TypedSettingsCore

extension SyncEngine {
  /// Starts the exchange with a peer.
  package mutating func connect(_ peer: SyncPeer) -> [SyncEffect] {
    peers[peer] = Progress()
    return isStream(peer) ? summarize(for: peer) : []
  }

  /// Ends the exchange with a peer.
  package mutating func disconnect(_ peer: SyncPeer) {
    peers[peer] = nil
    strangers[peer] = nil
    replacedMailboxes.remove(peer)
  }

  /// Ends the exchange with all peers of a transport, because it has disconnected.
  package mutating func disconnectAll(on transport: Int) {
    for peer in peers.keys where peer.transport == transport { disconnect(peer) }
    for peer in strangers.keys where peer.transport == transport { disconnect(peer) }
    putRoots[transport] = nil
    replacedMailboxes = replacedMailboxes.filter { $0.transport != transport }
  }

  /// Returns the effects of putting the state into the mailbox of a transport again.
  package mutating func put(on transport: Int) -> [SyncEffect] {
    guard deliveries[transport] == .latestState, stop == nil else { return [] }
    putRoots[transport] = memory.state.root
    return [.send(.state(memory.state.entries), to: .mailbox(on: transport))]
  }

  /// Records that a message couldn't be sent.
  mutating func didFailToSend(to destination: SyncDestination) {
    switch destination {
    case .mailbox(let transport): putRoots[transport] = nil
    // A stream that has failed reports that its peer has disconnected; until then, the peer is late.
    case .peer(let peer): peers[peer]?.isAwaited = true
    }
  }

  /// Records that a message of a peer was damaged, so that the exchange isn't complete.
  ///
  /// - Returns: `true` if the peer has to be asked again with ``startOver(with:)``: a stream doesn't deliver a message
  ///   twice. A mailbox is read again when it's complete.
  package mutating func didMissMessage(of peer: SyncPeer) -> Bool {
    guard isStream(peer), rules.contains(.repetition) else { return false }
    peers[peer]?.isAwaited = true
    return true
  }

  /// Returns the effects of asking a peer for the entries that differ.
  mutating func summarize(for peer: SyncPeer) -> [SyncEffect] {
    guard stop == nil, strangers[peer] == nil else { return [] }
    peers[peer, default: Progress()].summarizedRoot = memory.state.root
    peers[peer]?.isAwaited = true
    return [.send(.summary(memory.state.summary), to: .peer(peer))]
  }

  /// Returns the effects of sending changed entries to all replicas but the one that they come from.
  ///
  /// A peer whose account isn't known yet gets them after its first message, which differs from the state.
  mutating func publish(_ keys: [SettingsKey], except source: SyncPeer? = nil) -> [SyncEffect] {
    let difference = takeRootDifference()
    if stop != nil { return [] }
    var effects: [SyncEffect] = []
    for transport in mailboxes where putRoots[transport] != memory.state.root { effects += put(on: transport) }
    let entries = keys.reduce(into: [SettingsKey: SyncEntry]()) { $0[$1] = memory.state[$1] }
    if entries.isEmpty { return effects }
    // The sender can also be connected by another transport.
    let sender = source.flatMap { peers[$0]?.replica }
    let recipients = streamPeers.filter { peer in
      guard let progress = peers[peer], progress.isMember, peer != source else { return false }
      return sender == nil || progress.replica != sender
    }
    for peer in recipients { peers[peer]?.didSend(difference) }
    return effects + recipients.map { .send(.difference(entries), to: .peer($0)) }
  }
}

extension SyncEngine.Progress {
  /// The number of messages that can be on their way to a peer while its own messages are compared.
  private static let maximumDifferenceCount = 100

  /// Records a message that has changed the hash of the state by a difference.
  mutating func didSend(_ difference: UInt64) {
    sentDifferences.append(difference)
    if sentDifferences.count > Self.maximumDifferenceCount { sentDifferences.removeFirst() }
  }

  /// Returns a Boolean value that indicates whether the peer's state lacks only messages that are on their way to it.
  ///
  /// A stream delivers messages in order, so these are the last ones. The hash of a state is the sum of those of its
  /// entries, and so is its difference.
  ///
  /// - Parameters:
  ///   - root: The hash of the peer's state.
  ///   - own: The hash of this replica's state.
  /// - Returns: `true` if the states become equal when the messages arrive.
  mutating func isUpToDate(_ root: UInt64, except own: UInt64) -> Bool {
    var (sum, count) = (0 as UInt64, 0)
    while sum != own &- root {
      guard count < sentDifferences.count else { return false }
      count += 1
      sum &+= sentDifferences[sentDifferences.count - count]
    }
    sentDifferences.removeFirst(sentDifferences.count - count)
    return true
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
    strangers.filter { !ignoredAccounts.contains($0.value) }.keys.min(by: SyncPeer.isInOrder)
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
      if strangers.removeValue(forKey: peer) != nil, isStream(peer) { effects += summarize(for: peer) }
      peers[peer]?.isMember = true
      if peers[peer]?.isOwedState == true { effects += startOver(with: peer) }
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
    return saving + (wasStopped ? restart() : mailboxes.flatMap { put(on: $0) } + resume())
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
    return [.save, .clear(declarations.keys.sorted(by: SettingsKey.isInSyncOrder))] + publish(renewDevice(at: now))
      + restart()
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
    var effects: [SyncEffect] = mailboxes.map { .reconnect($0) }
    for peer in streamPeers {
      let account = peers[peer]?.unansweredAccount
      peers[peer]?.unansweredAccount = nil
      if let account, !admits(account, from: peer, &effects) { continue }
      effects += startOver(with: peer)
    }
    return effects
  }

  /// Returns the effects of exchanging all entries with a peer of a stream again.
  ///
  /// A peer doesn't repeat a summary that was ignored or damaged, and lacks the changes that were made since.
  package mutating func startOver(with peer: SyncPeer) -> [SyncEffect] {
    guard let progress = peers[peer] else { return [] }
    peers[peer]?.isOwedState = !progress.isMember
    let state: [SyncEffect] = progress.isMember ? [.send(.difference(memory.state.entries), to: .peer(peer))] : []
    return state + summarize(for: peer)
  }

  /// Starts the exchange with the peers over, whose known accounts are compared with the new one.
  private mutating func forgetAccounts() {
    for (peer, account) in strangers { peers[peer]?.unansweredAccount = account }
    strangers = [:]
    let former = memory.account
    peers = peers.mapValues { Progress(unansweredAccount: $0.unansweredAccount ?? ($0.isMember ? former : nil)) }
  }

  private mutating func resume() -> [SyncEffect] {
    streamPeers.flatMap { summarize(for: $0) }
  }
}
