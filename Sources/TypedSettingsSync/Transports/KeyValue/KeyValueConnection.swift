internal import TypedSettings

/// One run of the events of a shared store.
final class KeyValueConnection: TransportConnection {
  private struct State {
    var events: [SyncTransportEvent] = []
    /// The hashes of the messages that were delivered, by key.
    var delivered: [String: Int] = [:]
  }

  private let store: any KeyValueMailboxes
  private let prefix: String
  private let own: OwnMailbox
  private let changes: KeyValueChanges
  /// The number of the connection; `nil` if the store isn't available.
  private let number: Int?
  private let state = LockedState(State())

  init(_ store: any KeyValueMailboxes, _ prefix: String, _ own: OwnMailbox, _ changes: KeyValueChanges) {
    self.store = store
    self.prefix = prefix
    self.own = own
    self.changes = changes
    number = changes.connect(to: store)
  }

  func next() async throws -> SyncTransportEvent? {
    guard let number else {
      throw SettingsError.transportUnavailable("iCloud key-value storage, for which the app needs an entitlement")
    }
    while true {
      try Task.checkCancellation()
      let count = changes.signal.count
      if let event = try step(number) { return event }
      try await changes.signal.wait(since: count)
    }
  }

  private func step(_ number: Int) throws(SettingsError) -> SyncTransportEvent? {
    while true {
      let event = state.withLock { state -> SyncTransportEvent? in
        state.events.isEmpty ? nil : state.events.removeFirst()
      }
      if let event { return event }
      let change = try changes.take(for: number)
      switch change {
      case nil: break
      case .values: read()
      case .quotaViolation: throw .transportFull("iCloud key-value storage, which has no room for the latest message")
      case .accountChange:
        own.forget()
        state.withLock { $0.delivered = [:] }
        return .accountChanged
      }
      if let message = own.takeReplaced() { deliver(message, forKey: own.name) }
      if change == nil, state.withLock({ $0.events.isEmpty }) { return nil }
    }
  }

  /// Returns whether a key is the one of a replica in this group.
  private func isMailbox(_ key: String) -> Bool {
    key.hasPrefix(prefix) && SyncReplicaIdentity.areDigits(key.utf8.dropFirst(prefix.utf8.count))
  }

  /// Finds messages that weren't delivered, and sets the value of this replica again if the store has discarded it.
  ///
  /// Another key without a value doesn't mean anything: its value may not have arrived yet.
  private func read() {
    let found = store.keys.filter(isMailbox).sorted().map { (key: $0, message: store.bytes(forKey: $0)) }
    // The values may be those of another account, whose event comes before them.
    if changes.isAccountChanged { return }
    for case (let key, let message?) in found { deliver(message, forKey: key) }
    // iCloud discards values that are set before its first download.
    if let latest = own.latest, store.bytes(forKey: own.name) == nil { store.set(latest, forKey: own.name) }
  }

  private func deliver(_ message: [UInt8], forKey key: String) {
    let hash = message.hashValue
    guard !own.isOwn(hash, in: key) else { return }
    let peer = SyncPeer(name: key)
    state.withLock { state in
      guard state.delivered[key] != hash else { return }
      if state.delivered[key] == nil { state.events.append(.connected(peer)) }
      state.events.append(.received(message, from: peer))
      state.delivered[key] = hash
    }
  }
}
