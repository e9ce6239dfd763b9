internal import TypedSettingsCore

/// A transport over the application contexts of a phone and its watch.
final class ApplicationContextTransport: SyncTransport {
  private let channel: any ApplicationContextChannel
  private let key: String
  private let isConnected = LockedState(false)
  /// Sent when the phase or the received context has changed.
  private let signal = WakeSignal()

  /// The size that a context can have, as measured on devices; Apple doesn't document it.
  static let maximumContextSize = 262_144

  /// Leaves room for the entries of the app and for the encoding of the context.
  let maximumMessageSize = maximumContextSize - 16_384

  var delivery: SyncDelivery { .latestState }

  init(_ channel: any ApplicationContextChannel, group: String) {
    self.channel = channel
    key = "TypedSettingsSync.\(group)"
  }

  func events(for replica: SyncReplicaIdentity) -> AsyncThrowingStream<SyncTransportEvent, any Error> {
    isConnected.withLock { $0 = true }
    return ApplicationContextConnection(channel, key, signal).events
  }

  func send(_ message: [UInt8], to peer: SyncPeer?) async throws {
    try SettingsError.checkSize(message, maximum: maximumMessageSize)
    guard isConnected.withLock({ $0 }) else { throw SettingsError.notConnected }
    try await waitUntilActive()
    do throws(ApplicationContextError) { try channel.send(message, forKey: key) } catch {
      switch error {
      case .tooLarge: throw SettingsError.messageTooLarge(message.count, maximum: maximumMessageSize)
      case .unavailable(let reason): throw SettingsError.transportUnavailable(reason)
      }
    }
  }

  /// Waits until the connection is active, which takes a moment after it was requested.
  private func waitUntilActive() async throws {
    while true {
      let count = signal.count
      switch channel.phase {
      case .active: return
      case .inactive: try await signal.wait(since: count)
      case .failed(let reason): throw SettingsError.transportUnavailable(reason)
      }
    }
  }
}

/// One run of the events of an application context.
private final class ApplicationContextConnection: TransportConnection {
  private struct State {
    var isConnected = false
    /// The hash of the message that was delivered last.
    var delivered: Int?
  }

  private static let peer = SyncPeer(name: "counterpart")

  private let channel: any ApplicationContextChannel
  private let key: String
  private let signal: WakeSignal
  private let observation: ChannelObservation
  private let state = LockedState(State())

  init(_ channel: any ApplicationContextChannel, _ key: String, _ signal: WakeSignal) {
    self.channel = channel
    self.key = key
    self.signal = signal
    observation = channel.activate { signal.send() }
  }

  func next() async throws -> SyncTransportEvent? {
    while true {
      try Task.checkCancellation()
      let count = signal.count
      if let event = try step() { return event }
      try await signal.wait(since: count)
    }
  }

  /// Never inlined, because that crashes the optimizer of Swift 6.3 when it splits the asynchronous caller.
  @inline(never)
  private func step() throws(SettingsError) -> SyncTransportEvent? {
    let phase = channel.phase
    if case .failed(let reason) = phase { throw .transportUnavailable(reason) }
    let message = phase == .active ? channel.received(forKey: key) : nil
    return state.withLock { state in
      guard (phase == .active) == state.isConnected else {
        // Another watch has contexts of its own.
        state = State(isConnected: !state.isConnected)
        return state.isConnected ? .connected(Self.peer) : .disconnected(Self.peer)
      }
      guard let message, state.delivered != message.hashValue else { return nil }
      state.delivered = message.hashValue
      return .received(message, from: Self.peer)
    }
  }
}
