import Testing
import TypedSettings

@testable import TypedSettingsSync

/// Changes of the account, which iCloud reports after it has replaced the values.
@Suite(.timeLimit(.minutes(30))) struct KeyValueAccountTests {
  private let cloud = FakeCloud()

  private func transport(_ device: FakeCloud.Device) -> KeyValueTransport {
    KeyValueTransport(device, group: "group")
  }

  private func key(_ number: UInt64) -> String { "group.\(SyncReplicaIdentity.number(number))" }

  /// The events of a change to an account in which the second replica has a message.
  private func events(of message: [UInt8]) -> [SyncTransportEvent] {
    let peer = SyncPeer(name: key(2))
    return [.accountChanged, .connected(peer), .received(message, from: peer)]
  }

  @Test func `no value of another account comes before the event of the change`() async throws {
    let device = cloud.makeDevice()
    let one = transport(device)
    let reader = EventReader(one, .number(1))
    // The values at the beginning haven't been looked at yet.
    device.changeAccount(to: [key(2): [1]])
    #expect(try await reader.next(3) == events(of: [1]))
  }

  @Test func `a change of the account between two connections is an event of the later one`() async throws {
    let device = cloud.makeDevice()
    let one = transport(device)
    do {
      let reader = EventReader(one, .number(1))
      device.report(.quotaViolation)
      #expect(await reader.failure() == .transportFull)
    }
    device.changeAccount(to: [key(2): [1]])
    let reader = EventReader(one, .number(1))
    #expect(try await reader.next(3) == events(of: [1]))
  }

  @Test func `the latest message isn't set again in another account`() async throws {
    let device = cloud.makeDevice()
    let one = transport(device)
    let reader = EventReader(one, .number(1))
    try await one.send([1], to: nil)
    device.changeAccount(to: [key(2): [2]])
    #expect(try await reader.next(3) == events(of: [2]))
    #expect(device.keys == [key(2)])
  }

  @Test func `another account is an event, and its values are delivered after that`() async throws {
    let device = cloud.makeDevice()
    let other = transport(cloud.makeDevice())
    let reader = EventReader(transport(device), .number(1))
    let otherReader = EventReader(other, .number(2))
    try await other.send([1], to: nil)
    #expect(try await reader.message() == [1])
    device.changeAccount(to: [key(2): [1]])
    #expect(try await reader.next(3) == events(of: [1]))
    withExtendedLifetime(otherReader) {}
  }

  @Test func `an event that the session may not have handled is repeated by the next connection`() async throws {
    let device = cloud.makeDevice()
    let one = transport(device)
    let reader = EventReader(one, .number(1))
    device.changeAccount(to: [key(2): [1]])
    #expect(try await reader.next() == .accountChanged)
    let second = EventReader(one, .number(1))
    try #require(try await second.next() == .accountChanged)
    // The session asks for the next event once it has handled this one.
    #expect(try await second.next(2) == Array(events(of: [1]).dropFirst()))
    #expect(try await EventReader(one, .number(1)).next(2) == Array(events(of: [1]).dropFirst()))
  }

  @Test(arguments: [true, false])
  func `an event that the session has handled isn't repeated, although it connects again at once`(
    isSealed: Bool
  ) async throws {
    let device = cloud.makeDevice()
    let one = transport(device)
    let reader = EventReader(one, .number(1))
    device.changeAccount(to: [key(2): [1]])
    #expect(try await reader.next() == .accountChanged)
    if isSealed {
      SealedTransport(one, seal: { $0 }, open: { $0 }).didHandleAccountChange()
    } else {
      one.didHandleAccountChange()
    }
    #expect(try await EventReader(one, .number(1)).next(2) == Array(events(of: [1]).dropFirst()))
  }

  @Test func `nothing is written from the change of the account until the session has connected again`() async throws {
    let device = cloud.makeDevice()
    let one = transport(device)
    let reader = EventReader(one, .number(1))
    device.changeAccount(to: [key(2): [1]])
    try await one.send([2], to: nil)
    #expect(device.keys == [key(2)])
    #expect(try await reader.next(3) == events(of: [1]))
    // A message that the session has sent before it handled the event.
    try await one.send([3], to: nil)
    #expect(device.keys == [key(2)])
    let later = EventReader(one, .number(1))
    try await one.send([4], to: nil)
    #expect(device.bytes(forKey: key(1)) == [4])
    withExtendedLifetime(later) {}
  }

  @Test func `nothing is written over the values of an account whose change isn't reported yet`() async throws {
    let device = cloud.makeDevice()
    let one = transport(device)
    let reader = EventReader(one, .number(1))
    try await one.send([1], to: nil)
    device.replaceValues(with: [key(2): [2]])
    try await one.send([3], to: nil)
    #expect(device.keys == [key(2)])
    device.report(.accountChange)
    #expect(try await reader.next(3) == events(of: [2]))
    #expect(device.keys == [key(2)])
  }

  @Test func `no value is read from an account whose change isn't reported yet`() async throws {
    let device = cloud.makeDevice()
    let one = transport(device)
    let reader = EventReader(one, .number(1))
    try await one.send([1], to: nil)
    device.replaceValues(with: [key(2): [2]])
    device.report(.values)
    try #require(try await reader.next() == nil)
    device.report(.accountChange)
    #expect(try await EventReader(one, .number(1)).next(3) == events(of: [2]))
    #expect(device.keys == [key(2)])
  }
}
