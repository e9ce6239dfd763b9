import Testing
import TypedSettings
import TypedSettingsTesting

@testable import TypedSettingsSync

/// Messages of a stream of which a bit is flipped.
@Suite(.timeLimit(.minutes(30))) struct DamagedMessageTests {
  /// A transport that flips a bit of one message that it sends.
  private final class DamagingTransport: SyncTransport {
    private let base: any SyncTransport
    private let number: Int
    private let count = LockedState(0)

    init(_ base: any SyncTransport, message number: Int) {
      self.base = base
      self.number = number
    }

    var delivery: SyncDelivery { base.delivery }
    var maximumMessageSize: Int { base.maximumMessageSize }

    func events(for replica: SyncReplicaIdentity) -> AsyncThrowingStream<SyncTransportEvent, any Error> {
      base.events(for: replica)
    }

    func send(_ message: [UInt8], to peer: SyncPeer?) async throws {
      let isDamaged = count.withLock { count in
        defer { count += 1 }
        return count == number
      }
      var message = message
      if isDamaged { message[message.count / 2] ^= 4 }
      try await base.send(message, to: peer)
    }
  }

  @Test(arguments: 0..<8)
  func `the devices agree although a message is damaged, without a further change`(_ number: Int) async throws {
    let (one, other, network) = (TestDevice(), TestDevice(), TestNetwork(.stream))
    let sessions = [
      one.sync(as: "one", over: [DamagingTransport(network.transport(), message: number)]),
      other.sync(as: "other", over: [network.transport()]),
    ]
    try await SettingsDiagnostics.withHandler({ _ in }) {
      try await running(sessions) {
        try await wait { sessions.allSatisfy { $0.devices.count == 2 } }
        one.count.value = 5
        other.name.value = "other"
        try await wait { other.count.value == 5 && one.name.value == "other" && sessions.allSatisfy(\.isCurrent) }
        one.count.value = 6
        try await wait { other.count.value == 6 && sessions.allSatisfy(\.isCurrent) }
      }
    }
  }
}
