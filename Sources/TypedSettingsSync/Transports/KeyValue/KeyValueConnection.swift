internal import TypedSettingsCore

/// One run of the events of a shared store.
final class KeyValueConnection: TransportConnection {
  private struct State {
    var events: [SyncTransportEvent] = []
    /// The messages that were delivered last, by key.
    var delivered: [String: DeliveredMessage] = [:]
  }

  private enum Step {
    case event(SyncTransportEvent)
    case wait, end
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
      throw SettingsError.transportUnavailable(
        "iCloud key-value storage, for which the app has no entitlement", advice: "add the entitlement to the app")
    }
    while true {
      try Task.checkCancellation()
      let count = changes.signal.count
      switch try step(number) {
      case .event(let event): return event
      case .wait: try await changes.signal.wait(since: count)
      case .end: return nil
      }
    }
  }

  private func step(_ number: Int) throws(SettingsError) -> Step {
    while true {
      let event = state.withLock { state -> SyncTransportEvent? in
        state.events.isEmpty ? nil : state.events.removeFirst()
      }
      if let event { return .event(event) }
      let change = try changes.take(for: number)
      switch change {
      case nil: break
      case .values: read()
      case .quotaViolation: throw .transportFull("iCloud key-value storage, which has no room for the latest message")
      case .accountChange:
        own.forget()
        state.withLock { $0.delivered = [:] }
        return .event(.accountChanged)
      }
      if hasLostOwn, !changes.isAccountChanged {
        changes.close(after: number)
        own.forget()
        return .end
      }
      if let replaced = own.takeReplaced() { deliver(replaced, forKey: own.name) }
      if change == nil, state.withLock({ $0.events.isEmpty }) { return .wait }
    }
  }

  /// A Boolean value that indicates whether the store doesn't have the value that this replica has set.
  ///
  /// Either iCloud has discarded it, as it does with values that were set before the first download. Or the values
  /// belong to another account, which iCloud is about to report. The connection therefore ends, and the session sets
  /// the value again after a pause, unless the change was reported in the meantime.
  private var hasLostOwn: Bool { own.isMissing(store.bytes(forKey: own.name)) }

  /// Returns whether a key is the one of a replica in this group.
  private func isMailbox(_ key: String) -> Bool {
    key.hasPrefix(prefix) && SyncReplicaIdentity.areDigits(key.utf8.dropFirst(prefix.utf8.count))
  }

  /// Finds messages that weren't delivered.
  ///
  /// Another key without a value doesn't mean anything: its value may not have arrived yet.
  private func read() {
    let found = store.keys.filter(isMailbox).sorted().compactMap { key -> (key: String, message: FoundMessage)? in
      // Before the value is read, because the mailbox can be set back in the meantime.
      let writeCount = own.writeCount(of: key)
      return store.bytes(forKey: key).map { (key: key, message: FoundMessage($0, writeCount: writeCount)) }
    }
    // The values may belong to another account, whose event comes before them.
    if changes.isAccountChanged || hasLostOwn { return }
    for (key, message) in found { deliver(message, forKey: key) }
  }

  private func deliver(_ message: FoundMessage, forKey key: String) {
    guard !own.isOwn(message.hash, in: key) else { return }
    let peer = SyncPeer(name: key)
    state.withLock { state in
      let delivered = state.delivered[key]
      if delivered?.isSame(as: message) == true { return }
      if delivered == nil { state.events.append(.connected(peer)) }
      state.events.append(.received(message.bytes, from: peer))
      state.delivered[key] = DeliveredMessage(message)
    }
  }
}
