import Testing

@testable import TypedSettingsSync

@Suite(.timeLimit(.minutes(30))) struct InProcessTransportTests {
  private let phone = SyncPeer(name: "phone")
  private let watch = SyncPeer(name: "watch")

  @Test func `both sides of a stream are notified of each other and receive messages in order`() async throws {
    let hub = InProcessHub()
    let (one, two) = (hub.makeTransport(named: "phone"), hub.makeTransport(named: "watch"))
    let (first, second) = (EventReader(one), EventReader(two))
    for number in 0..<3 as Range<UInt8> { try await one.send([number], to: nil) }
    try await two.send([9], to: phone)
    #expect(try await first.next(2) == [.connected(watch), .received([9], from: watch)])
    #expect(
      try await second.next(4)
        == [.connected(phone)] + (0..<3).map { .received([$0], from: phone) })
  }

  @Test func `a message to one peer reaches no other one`() async throws {
    let hub = InProcessHub()
    let transports = ["a", "b", "c"].map(hub.makeTransport(named:))
    let readers = transports.map { EventReader($0) }
    try await transports[0].send([1], to: SyncPeer(name: "c"))
    try await transports[0].send([2], to: nil)
    let a = SyncPeer(name: "a")
    #expect(try await readers[1].next(3).last == .received([2], from: a))
    #expect(try await readers[2].next(4).suffix(2) == [.received([1], from: a), .received([2], from: a)])
    #expect(await code { try await transports[0].send([3], to: SyncPeer(name: "d")) } == .connectionLost)
  }

  @Test func `an interrupted connection ends after what has arrived, and can be made again`() async throws {
    let hub = InProcessHub()
    let (one, two) = (hub.makeTransport(named: "phone"), hub.makeTransport(named: "watch"))
    let (first, second) = (EventReader(one), EventReader(two))
    try await two.send([1], to: nil)
    one.disconnect()
    #expect(try await first.next(2) == [.connected(watch), .received([1], from: watch)])
    #expect(await first.failure() == .transportUnavailable)
    #expect(await code { try await one.send([2], to: nil) } == .transportUnavailable)
    #expect(try await second.next(2) == [.connected(phone), .disconnected(phone)])
    let again = EventReader(one)
    #expect(try await again.next() == .connected(watch))
    #expect(try await second.next() == .connected(phone))
  }

  @Test func `a released sequence of events disconnects`() async throws {
    let hub = InProcessHub()
    let second = EventReader(hub.makeTransport(named: "watch"))
    _ = EventReader(hub.makeTransport(named: "phone"))
    #expect(try await second.next(2) == [.connected(phone), .disconnected(phone)])
  }

  @Test func `a canceled task ends its events and disconnects`() async throws {
    let hub = InProcessHub()
    let second = EventReader(hub.makeTransport(named: "watch"))
    let first = EventReader(hub.makeTransport(named: "phone"))
    let task = Task { try await (first.next(), first.next()) }
    #expect(try await second.next() == .connected(phone))
    task.cancel()
    #expect(try await task.value.1 == nil)
    #expect(try await second.next() == .disconnected(phone))
  }

  @Test func `a mailbox keeps the latest message for later replicas`() async throws {
    let hub = InProcessHub(delivery: .latestState)
    let (one, two) = (hub.makeTransport(named: "phone"), hub.makeTransport(named: "watch"))
    let first = EventReader(one, .number(1))
    for number in 0..<3 as Range<UInt8> { try await one.send([number], to: nil) }
    let second = EventReader(two, .number(2))
    let peer = SyncPeer(name: SyncReplicaIdentity.number(1).description)
    #expect(try await second.next(2) == [.connected(peer), .received([2], from: peer)])
    for number in 3..<6 as Range<UInt8> { try await one.send([number], to: nil) }
    #expect(try await second.next() == .received([5], from: peer))
    try await two.send([7], to: nil)
    #expect(try await first.message() == [7])
  }

  @Test func `a clone receives the mailbox of its own identity`() async throws {
    let hub = InProcessHub(delivery: .latestState)
    let (one, two) = (hub.makeTransport(named: "phone"), hub.makeTransport(named: "restored phone"))
    let (first, second) = (EventReader(one, .number(1)), EventReader(two, .number(1)))
    try await two.send([1], to: nil)
    #expect(try await first.message() == [1])
    try await one.send([2], to: nil)
    #expect(try await second.message() == [2])
  }

  @Test(arguments: [SyncDelivery.stream, .latestState])
  func `a changed account is an event, and empties the mailboxes`(_ delivery: SyncDelivery) async throws {
    let hub = InProcessHub(delivery: delivery)
    let (one, two) = (hub.makeTransport(named: "phone"), hub.makeTransport(named: "watch"))
    let first = EventReader(one)
    try await one.send([1], to: nil)
    hub.changeAccount()
    #expect(try await first.next() == .accountChanged)
    let second = EventReader(two)
    try await two.send([2], to: nil)
    #expect(try await first.message() == [2])
    withExtendedLifetime(second) {}
  }

  @Test func `a message above the maximum is refused`() async throws {
    let hub = InProcessHub(maximumMessageSize: 3)
    let transport = hub.makeTransport(named: "phone")
    let reader = EventReader(transport)
    try await transport.send([1, 2, 3], to: nil)
    #expect(await code { try await transport.send([1, 2, 3, 4], to: nil) } == .messageTooLarge)
    withExtendedLifetime(reader) {}
  }

  @Test func `a transport without events is not connected`() async {
    let transport = InProcessHub().makeTransport(named: "phone")
    #expect(await code { try await transport.send([1], to: nil) } == .transportUnavailable)
  }
}
