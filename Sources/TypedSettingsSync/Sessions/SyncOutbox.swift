internal import TypedSettingsCore

/// The messages that wait to be sent, and those that are being sent.
///
/// A channel sends one message at a time. Everything that has to be sent in the meantime becomes one message with the
/// state at the time it's sent. A channel that's stalled therefore keeps one message, and the keys of another one.
struct SyncOutbox {
  /// The content of the next message of a channel.
  struct Content {
    /// A Boolean value that indicates whether all entries are sent.
    var hasState = false
    /// A Boolean value that indicates whether the summary of the state is sent.
    var hasSummary = false
    /// The keys of the entries to send; `nil` to send no difference, which isn't the same as an empty one.
    var keys: Set<SettingsKey>?

    /// Adds the content of a message; entries are looked up when they're sent.
    mutating func add(_ body: SyncMessage.Body) {
      switch body {
      case .state: hasState = true
      case .summary: hasSummary = true
      case .difference(let entries): keys = (keys ?? []).union(entries.keys)
      }
    }

    /// Returns the bodies of the messages.
    func bodies(of state: SyncState) -> [SyncMessage.Body] {
      var bodies: [SyncMessage.Body] = []
      if hasState { bodies.append(.state(state.entries)) }
      if let keys { bodies.append(.difference(keys.reduce(into: [:]) { $0[$1] = state[$1] })) }
      if hasSummary { bodies.append(.summary(state.summary)) }
      return bodies
    }
  }

  private struct Channel {
    var waiting: Content?
    var transmission: SyncTransmission?
    /// A Boolean value that indicates whether the peer has disconnected during the transmission.
    var isDisconnected = false

    var isLate: Bool { waiting != nil || transmission != nil && !isDisconnected }
  }

  /// The channels in use by peer; `nil` is the channel of the mailbox.
  private var channels: [SyncPeer?: Channel] = [:]

  /// Adds the content of a message to a peer, or to all peers.
  mutating func add(_ body: SyncMessage.Body, to peer: SyncPeer?) {
    var content = channels[peer]?.waiting ?? Content()
    content.add(body)
    channels[peer, default: Channel()].waiting = content
  }

  /// Removes and returns the contents that can be sent now, in the order of their peers.
  mutating func takeReady() -> [(peer: SyncPeer?, content: Content)] {
    let ready = channels.filter { $0.value.transmission == nil }
      .compactMap { peer, channel in channel.waiting.map { (peer: peer, content: $0) } }
    for (peer, _) in ready { channels[peer] = nil }
    return ready.sorted { $0.peer?.name ?? "" < $1.peer?.name ?? "" }
  }

  /// Records that a message is being sent.
  mutating func begin(_ transmission: SyncTransmission) {
    channels[transmission.peer, default: Channel()].transmission = transmission
    channels[transmission.peer]?.isDisconnected = false
  }

  /// Records that the transmission to a peer has ended.
  ///
  /// - Returns: `false` if the peer had disconnected, so that the result doesn't matter.
  mutating func end(_ peer: SyncPeer?) -> Bool {
    guard let channel = channels[peer] else { return false }
    channels[peer] = channel.waiting.map { Channel(waiting: $0) }
    return !channel.isDisconnected
  }

  /// Discards what waits for a peer that has disconnected, and cancels the transmission to it.
  ///
  /// A later message waits until the canceled transmission has ended, because it could arrive after that message.
  mutating func disconnect(_ peer: SyncPeer?) {
    guard let transmission = channels[peer]?.transmission else {
      channels[peer] = nil
      return
    }
    transmission.cancel()
    channels[peer] = Channel(transmission: transmission, isDisconnected: true)
  }

  mutating func disconnectAll() { for peer in channels.keys { disconnect(peer) } }

  /// Discards what waits; messages that are being sent aren't affected.
  mutating func discardWaiting() {
    for (peer, channel) in channels {
      channels[peer]?.waiting = nil
      if channel.transmission == nil { channels[peer] = nil }
    }
  }

  /// A channel that hasn't sent everything yet.
  var lateChannel: SyncPeer?? {
    channels.filter(\.value.isLate).keys.min { $0?.name ?? "" < $1?.name ?? "" }
  }
}

/// The sending of one message, in as many parts as the transport needs.
final class SyncTransmission: Sendable {
  let peer: SyncPeer?
  private let task: Task<Void, Never>

  /// Starts to send.
  ///
  /// - Parameters:
  ///   - parts: The parts of the message.
  ///   - peer: The recipient, or `nil` for all peers.
  ///   - transport: The transport.
  ///   - onEnd: A closure that receives the error, or `nil` if the message was sent.
  init(
    _ parts: [[UInt8]], to peer: SyncPeer?, over transport: any SyncTransport,
    onEnd: @escaping @Sendable ((any Error)?) -> Void
  ) {
    self.peer = peer
    task = Task {
      do {
        for part in parts { try await transport.send(part, to: peer) }
        onEnd(nil)
      } catch {
        onEnd(error)
      }
    }
  }

  func cancel() { task.cancel() }

  /// Waits until the message is sent; cancels the sending if the current task is canceled.
  func wait() async {
    await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
  }
}
