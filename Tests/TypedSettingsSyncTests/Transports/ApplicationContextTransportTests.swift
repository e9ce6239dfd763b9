import Testing
import TypedSettings

@testable import TypedSettingsSync

@Suite(.timeLimit(.minutes(30))) struct ApplicationContextTransportTests {
  private let peer = SyncPeer(name: "counterpart")

  @Test func `the latest message of each side reaches the other one`() async throws {
    let (phone, watch) = FakeContext.pair()
    let (one, two) = (
      ApplicationContextTransport(phone, group: "group"), ApplicationContextTransport(watch, group: "group")
    )
    let first = EventReader(one)
    #expect(try await first.next() == .connected(peer))
    try await one.send([1], to: nil)
    try await one.send([2], to: nil)
    let second = EventReader(two)
    #expect(try await second.next(2) == [.connected(peer), .received([2], from: peer)])
    try await two.send([3], to: nil)
    #expect(try await first.next() == .received([3], from: peer))
    #expect(one.delivery == .latestState)
  }

  @Test func `groups use entries of their own and leave each other unchanged`() async throws {
    let (phone, watch) = FakeContext.pair()
    let senders = ["a", "b"].map { ApplicationContextTransport(phone, group: $0) }
    let receivers = ["a", "b"].map { ApplicationContextTransport(watch, group: $0) }
    let readers = senders.map { EventReader($0) }
    try await senders[0].send([1], to: nil)
    try await senders[1].send([2], to: nil)
    #expect(try await EventReader(receivers[0]).message() == [1])
    #expect(try await EventReader(receivers[1]).message() == [2])
    withExtendedLifetime(readers) {}
  }

  @Test func `another watch is another connection`() async throws {
    let (phone, watch) = FakeContext.pair()
    let (one, two) = (
      ApplicationContextTransport(phone, group: "group"), ApplicationContextTransport(watch, group: "group")
    )
    let (first, second) = (EventReader(one), EventReader(two))
    try await two.send([1], to: nil)
    #expect(try await first.next(2) == [.connected(peer), .received([1], from: peer)])
    phone.change(to: .inactive)
    #expect(try await first.next() == .disconnected(peer))
    phone.change(to: .active, received: ["TypedSettingsSync.group": [1]])
    #expect(try await first.next(2) == [.connected(peer), .received([1], from: peer)])
    withExtendedLifetime(second) {}
  }

  @Test func `a message waits until the session is active`() async throws {
    let (phone, watch) = FakeContext.pair()
    phone.change(to: .inactive)
    let transport = ApplicationContextTransport(phone, group: "group")
    let reader = EventReader(transport)
    let sending = Task { try await transport.send([1], to: nil) }
    try await wait { phone.phaseReadCount > 0 }
    phone.change(to: .active)
    try await sending.value
    #expect(try await EventReader(ApplicationContextTransport(watch, group: "group")).message() == [1])
    withExtendedLifetime(reader) {}
  }

  @Test func `a session that can't be activated is an error`() async throws {
    let transport = ApplicationContextTransport(FakeContext(.failed("no watch support")), group: "group")
    #expect(await EventReader(transport).failure() == .transportUnavailable)
    #expect(await code { try await transport.send([1], to: nil) } == .transportUnavailable)
  }

  @Test func `without a counterpart app, a message is refused`() async throws {
    let transport = ApplicationContextTransport(FakeContext(.active), group: "group")
    let reader = EventReader(transport)
    #expect(await code { try await transport.send([1], to: nil) } == .transportUnavailable)
    withExtendedLifetime(reader) {}
  }

  @Test func `the size of a context is limited, with the entries of other parts of the app`() async throws {
    let (phone, watch) = FakeContext.pair()
    let transport = ApplicationContextTransport(phone, group: "group")
    let reader = EventReader(transport)
    let largest = [UInt8](repeating: 1, count: transport.maximumMessageSize)
    #expect(await code { try await transport.send(largest + [1], to: nil) } == .messageTooLarge)
    try await transport.send(largest, to: nil)
    #expect(try await EventReader(ApplicationContextTransport(watch, group: "group")).message() == largest)
    try phone.send([UInt8](repeating: 1, count: 10_000), forKey: "the app's own entry")
    #expect(await code { try await ApplicationContextTransport(phone, group: "other").send([1], to: nil) } != nil)
    let other = ApplicationContextTransport(phone, group: "other")
    let otherReader = EventReader(other)
    #expect(
      await code { try await other.send([UInt8](repeating: 1, count: 10_000), to: nil) } == .messageTooLarge)
    withExtendedLifetime((reader, otherReader)) {}
  }

  @Test func `a released sequence of events observes nothing`() async throws {
    let (phone, _) = FakeContext.pair()
    let transport = ApplicationContextTransport(phone, group: "group")
    do {
      let reader = EventReader(transport)
      #expect(try await reader.next() == .connected(peer))
      #expect(phone.observerCount == 1)
    }
    #expect(phone.observerCount == 0)
  }
}
