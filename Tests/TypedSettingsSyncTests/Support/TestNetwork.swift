import TypedSettings
import TypedSettingsSync

/// A network in memory, of any delivery.
final class TestNetwork: Sendable {
  private struct Member {
    let peer: SyncPeer
    let connection: Int
    let events: AsyncThrowingStream<SyncTransportEvent, any Error>.Continuation
  }

  private struct State {
    var members: [Int: Member] = [:]
    var mailboxes: [Int: [UInt8]] = [:]
    var count = 0
    var connectionCount = 0
    var messages: [[UInt8]] = []
  }

  let delivery: SyncDelivery
  private let state = LockedState(State())

  init(_ delivery: SyncDelivery) { self.delivery = delivery }

  /// The messages that were sent.
  var messages: [[UInt8]] { state.withLock { $0.messages } }

  /// Returns the transport of a new device.
  func transport() -> TestTransport {
    TestTransport(
      network: self,
      number: state.withLock { state in
        state.count += 1
        return state.count
      })
  }

  fileprivate func join(
    _ number: Int, _ events: AsyncThrowingStream<SyncTransportEvent, any Error>.Continuation
  ) {
    let peer = SyncPeer(name: "\(number)")
    let (others, mailboxes, connection) = state.withLock { state in
      state.connectionCount += 1
      defer { state.members[number] = Member(peer: peer, connection: state.connectionCount, events: events) }
      let mailboxes = state.mailboxes.filter { $0.key != number }
      return (state.members.filter { $0.key != number }, mailboxes, state.connectionCount)
    }
    events.onTermination = { [weak self] _ in self?.leave(number, connection) }
    for other in others.values where delivery == .stream {
      other.events.yield(.connected(peer))
      events.yield(.connected(other.peer))
    }
    for (number, message) in mailboxes { events.yield(.received(message, from: SyncPeer(name: "\(number)"))) }
  }

  /// Removes a device, unless it has connected again in the meantime.
  private func leave(_ number: Int, _ connection: Int) {
    let others = state.withLock { state -> [Int: Member] in
      guard state.members[number]?.connection == connection else { return [:] }
      state.members[number] = nil
      return state.members
    }
    for other in others.values { other.events.yield(.disconnected(SyncPeer(name: "\(number)"))) }
  }

  fileprivate func send(_ message: [UInt8], from number: Int, to peer: SyncPeer?) {
    let recipients = state.withLock { state in
      state.messages.append(message)
      if delivery == .latestState { state.mailboxes[number] = message }
      return state.members.filter { $0.key != number && (peer == nil || $0.value.peer == peer) }
    }
    for other in recipients.values { other.events.yield(.received(message, from: SyncPeer(name: "\(number)"))) }
  }

  /// Delivers an event to all devices.
  func deliver(_ event: SyncTransportEvent) {
    for member in state.withLock({ $0.members }).values { member.events.yield(event) }
  }

  /// Disconnects all devices, as a fault of the network does.
  func interrupt() {
    for member in state.withLock({ $0.members }).values { member.events.finish(throwing: Interruption()) }
  }

  struct Interruption: Error {}
}

/// The transport of a device in a ``TestNetwork``.
struct TestTransport: SyncTransport {
  let network: TestNetwork
  let number: Int

  var delivery: SyncDelivery { network.delivery }
  var maximumMessageSize: Int { 1 << 20 }

  func events(for replica: SyncReplicaIdentity) -> AsyncThrowingStream<SyncTransportEvent, any Error> {
    let (stream, continuation) = AsyncThrowingStream<SyncTransportEvent, any Error>.makeStream()
    network.join(number, continuation)
    return stream
  }

  func send(_ message: [UInt8], to peer: SyncPeer?) { network.send(message, from: number, to: peer) }
}
