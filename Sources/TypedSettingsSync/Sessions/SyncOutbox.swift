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
    /// A Boolean value that indicates whether the recipient has disconnected during the transmission.
    var isDisconnected = false

    var isLate: Bool { waiting != nil || transmission != nil && !isDisconnected }
  }

  /// The channels in use.
  private var channels: [SyncDestination: Channel] = [:]

  /// Adds the content of a message.
  mutating func add(_ body: SyncMessage.Body, to destination: SyncDestination) {
    var content = channels[destination]?.waiting ?? Content()
    content.add(body)
    channels[destination, default: Channel()].waiting = content
  }

  /// Removes and returns the contents that can be sent now, in the order of their destinations.
  mutating func takeReady() -> [(destination: SyncDestination, content: Content)] {
    let ready = channels.filter { $0.value.transmission == nil }
      .compactMap { destination, channel in channel.waiting.map { (destination: destination, content: $0) } }
    for (destination, _) in ready { channels[destination] = nil }
    return ready.sorted { SyncDestination.isInOrder($0.destination, $1.destination) }
  }

  /// Records that a message is being sent.
  mutating func begin(_ transmission: SyncTransmission) {
    channels[transmission.destination, default: Channel()].transmission = transmission
    channels[transmission.destination]?.isDisconnected = false
  }

  /// Records that the transmission to a destination has ended.
  ///
  /// - Returns: `false` if the recipient had disconnected, so that the result doesn't matter.
  mutating func end(_ destination: SyncDestination) -> Bool {
    guard let channel = channels[destination] else { return false }
    channels[destination] = channel.waiting.map { Channel(waiting: $0) }
    return !channel.isDisconnected
  }

  /// Discards what waits for a recipient that has disconnected, and cancels the transmission to it.
  ///
  /// A later message waits until the canceled transmission has ended, because it could arrive after that message.
  mutating func disconnect(_ destination: SyncDestination) {
    guard let transmission = channels[destination]?.transmission else {
      channels[destination] = nil
      return
    }
    transmission.cancel()
    channels[destination] = Channel(transmission: transmission, isDisconnected: true)
  }

  /// Disconnects all recipients of a transport.
  mutating func disconnectAll(on transport: Int) {
    for destination in channels.keys where destination.transport == transport { disconnect(destination) }
  }

  /// Discards what waits; messages that are being sent aren't affected.
  mutating func discardWaiting() {
    for (destination, channel) in channels {
      channels[destination]?.waiting = nil
      if channel.transmission == nil { channels[destination] = nil }
    }
  }

  /// A destination to which not everything has been sent yet.
  var lateDestination: SyncDestination? { channels.filter(\.value.isLate).keys.min(by: SyncDestination.isInOrder) }
}

/// The sending of one message, in as many parts as the transport needs.
final class SyncTransmission: Sendable {
  let destination: SyncDestination
  private let task: Task<Void, Never>

  /// Starts to send.
  ///
  /// - Parameters:
  ///   - parts: The parts of the message.
  ///   - destination: The recipients.
  ///   - transport: The transport.
  ///   - onEnd: A closure that receives the error, or `nil` if the message was sent.
  init(
    _ parts: [[UInt8]], to destination: SyncDestination, over transport: any SyncTransport,
    onEnd: @escaping @Sendable ((any Error)?) -> Void
  ) {
    self.destination = destination
    let peer = destination.peer?.on(transport: 0)
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
