internal import TypedSettings

/// One run of the events of a shared store.
final class KeyValueConnection: TransportConnection {
  private struct State {
    var observation: ChannelObservation?
    /// The changes that weren't looked at yet, each kind once.
    var changes: [KeyValueChange] = []
    var events: [SyncTransportEvent] = []
    /// The hashes of the messages that were delivered, by key.
    var delivered: [String: Int] = [:]
  }

  private let store: any KeyValueMailboxes
  private let prefix: String
  /// Returns whether a message was written to a key by this replica.
  private let isOwn: @Sendable (String, Int) -> Bool
  private let state = LockedState(State())
  private let signal = WakeSignal()

  init(_ store: any KeyValueMailboxes, _ prefix: String, isOwn: @escaping @Sendable (String, Int) -> Bool) {
    self.store = store
    self.prefix = prefix
    self.isOwn = isOwn
  }

  func next() async throws -> SyncTransportEvent? {
    guard state.withLock({ $0.observation }) != nil else {
      throw SettingsError.transportUnavailable("iCloud key-value storage, for which the app needs an entitlement")
    }
    while true {
      try Task.checkCancellation()
      let count = signal.count
      if let event = try step() { return event }
      try await signal.wait(since: count)
    }
  }

  /// Starts to observe the store; if that isn't possible, the first event is an error.
  func start() {
    let observation = store.start { [weak self] in self?.add($0) }
    state.withLock { $0.observation = observation }
    add(.values)
  }

  private func add(_ change: KeyValueChange) {
    state.withLock { state in
      if !state.changes.contains(change) { state.changes.append(change) }
    }
    signal.send()
  }

  private func step() throws(SettingsError) -> SyncTransportEvent? {
    while true {
      let (event, change) = state.withLock { state -> (SyncTransportEvent?, KeyValueChange?) in
        if !state.events.isEmpty { return (state.events.removeFirst(), nil) }
        return (nil, state.changes.isEmpty ? nil : state.changes.removeFirst())
      }
      if let event { return event }
      switch change {
      case nil: return nil
      case .values: read()
      case .quotaViolation: throw .transportFull("iCloud key-value storage, which has no room for the latest message")
      case .accountChange:
        state.withLock { $0.delivered = [:] }
        add(.values)
        return .accountChanged
      }
    }
  }

  /// Finds messages that weren't delivered.
  ///
  /// A key without a value doesn't mean anything: its value may not have arrived yet.
  private func read() {
    for key in store.keys.sorted() where key.hasPrefix(prefix) {
      guard let message = store.bytes(forKey: key) else { continue }
      let hash = message.hashValue
      guard !isOwn(key, hash) else { continue }
      let peer = SyncPeer(name: key)
      state.withLock { state in
        guard state.delivered[key] != hash else { return }
        if state.delivered[key] == nil { state.events.append(.connected(peer)) }
        state.events.append(.received(message, from: peer))
        state.delivered[key] = hash
      }
    }
  }
}
