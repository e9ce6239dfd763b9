import Testing
import TypedSettings

@testable import TypedSettingsSync

@Suite(.timeLimit(.minutes(30))) struct KeyValueTransportTests {
  private let cloud = FakeCloud()

  private func transport(_ device: FakeCloud.Device, group: String = "group") -> KeyValueTransport {
    KeyValueTransport(device, group: group)
  }

  private func key(_ number: UInt64) -> String { "group.\(SyncReplicaIdentity.number(number))" }

  private func peer(_ number: UInt64) -> SyncPeer { SyncPeer(name: key(number)) }

  @Test func `replicas read each other's values, earlier and later ones`() async throws {
    let (one, two) = (transport(cloud.makeDevice()), transport(cloud.makeDevice()))
    let first = EventReader(one, .number(1))
    try await one.send([1], to: nil)
    let second = EventReader(two, .number(2))
    #expect(try await second.next(2) == [.connected(peer(1)), .received([1], from: peer(1))])
    try await two.send([2], to: nil)
    #expect(try await first.next(2) == [.connected(peer(2)), .received([2], from: peer(2))])
    try await one.send([3], to: nil)
    #expect(try await second.next() == .received([3], from: peer(1)))
  }

  @Test func `the replica's own value is delivered only if another device wrote it`() async throws {
    let (one, clone) = (transport(cloud.makeDevice()), transport(cloud.makeDevice()))
    let first = EventReader(one, .number(1))
    try await one.send([1], to: nil)
    let second = EventReader(clone, .number(1))
    #expect(try await second.message() == [1])
    try await clone.send([2], to: nil)
    #expect(try await first.message() == [2])
  }

  @Test func `a message of another device is delivered although it's replaced first`() async throws {
    cloud.makeDevice().set([2], forKey: key(1))
    let one = transport(cloud.makeDevice())
    let reader = EventReader(one, .number(1))
    try await one.send([1], to: nil)
    #expect(try await reader.next(2) == [.connected(peer(1)), .received([2], from: peer(1))])
  }

  @Test func `a mailbox that was set back to the same message twice is delivered twice`() async throws {
    let clone = cloud.makeDevice()
    let one = transport(cloud.makeDevice())
    let reader = EventReader(one, .number(1))
    try await one.send([1], to: nil)
    for number in 2...4 as ClosedRange<UInt8> {
      try await one.send([number], to: nil)
      clone.set([1], forKey: key(1))
      clone.set([number], forKey: key(2))
      try #require(try await reader.message() == [1])
      try #require(try await reader.message() == [number])
    }
  }

  /// A store in which another thread sets a value while the connection looks for it.
  private final class BusyMailboxes: KeyValueMailboxes {
    private let base: FakeCloud.Device
    private let key: String
    private let write: @Sendable () -> Void
    private let once = Once()

    init(_ base: FakeCloud.Device, key: String, write: @escaping @Sendable () -> Void) {
      self.base = base
      self.key = key
      self.write = write
    }

    func start(_ onChange: @escaping @Sendable (KeyValueChange) -> Void) -> ChannelObservation? {
      base.start(onChange)
    }

    var keys: [String] { base.keys }

    var size: Int { base.size }

    func bytes(forKey key: String) -> [UInt8]? {
      let bytes = base.bytes(forKey: key)
      if key == self.key { once.run(write) }
      return bytes
    }

    func set(_ bytes: [UInt8], forKey key: String) { base.set(bytes, forKey: key) }

    func remove(_ key: String) { base.remove(key) }
  }

  @Test func `values are delivered although the replica writes its first message at the same time`() async throws {
    let device = cloud.makeDevice()
    cloud.makeDevice().set([2], forKey: key(2))
    let own = OwnMailbox(of: .number(1), name: key(1))
    let store = BusyMailboxes(device, key: key(1)) {
      own.willWrite([1], over: nil)
      device.set([1], forKey: own.name)
      own.didWrite([1])
    }
    let connection = KeyValueConnection(store, "group.", own, KeyValueChanges())
    // It ends a connection that hasn't found the values.
    device.report(.quotaViolation)
    #expect(try await connection.next() == .connected(peer(2)))
    #expect(try await connection.next() == .received([2], from: peer(2)))
  }

  @Test func `the replica's value is set again by the next connection if the store has discarded it`() async throws {
    let device = cloud.makeDevice()
    let one = transport(device)
    let reader = EventReader(one, .number(1))
    try await one.send([1], to: nil)
    device.discard(key(1))
    #expect(try await reader.next() == nil)
    try await one.send([1], to: nil)
    #expect(cloud.values.isEmpty)
    let later = EventReader(one, .number(1))
    try await one.send([1], to: nil)
    #expect(cloud.values == [key(1): [1]])
    withExtendedLifetime(later) {}
  }

  @Test func `a session sets its value again if the store has discarded it`() async throws {
    let (device, storage) = (TestDevice(), cloud.makeDevice())
    let sync = SettingsSync(
      of: [device.group], traits: .watchSync, context: SyncContext(storage: device.storage, clock: device.clock),
      over: transport(storage))
    try await running([sync]) {
      for _ in 0..<3 {
        try await wait { !cloud.values.isEmpty }
        storage.discard(try #require(cloud.values.keys.first))
      }
      try await wait { !cloud.values.isEmpty }
    }
  }

  @Test func `a store with 1,024 keys takes no further replica, but the values of those it has`() async throws {
    let (one, two) = (transport(cloud.makeDevice()), transport(cloud.makeDevice()))
    let app = cloud.makeDevice()
    for number in 0..<1_023 { app.set([1], forKey: "key \(number)") }
    let (first, second) = (EventReader(one, .number(1)), EventReader(two, .number(2)))
    try await one.send([1], to: nil)
    #expect(try await second.message() == [1])
    #expect(await code { try await two.send([2], to: nil) } == .transportFull)
    try await one.send([3], to: nil)
    #expect(try await second.message() == [3])
    #expect(cloud.values.count == 1_024)
    withExtendedLifetime(first) {}
  }

  @Test func `a message that has no room beside the other values is refused`() async throws {
    let (one, app) = (transport(cloud.makeDevice()), cloud.makeDevice())
    app.set([UInt8](repeating: 1, count: 1_000_000), forKey: "app")
    let reader = EventReader(one, .number(1))
    try await one.send([UInt8](repeating: 1, count: 40_000), to: nil)
    #expect(await code { try await one.send([UInt8](repeating: 1, count: 60_000), to: nil) } == .transportFull)
    try await one.send([UInt8](repeating: 2, count: 45_000), to: nil)
    let tooLarge = [UInt8](repeating: 1, count: one.maximumMessageSize + 1)
    #expect(await code { try await one.send(tooLarge, to: nil) } == .messageTooLarge)
    withExtendedLifetime(reader) {}
  }

  @Test func `a store that became full meanwhile ends the events with an error`() async throws {
    let (device, app) = (cloud.makeDevice(), cloud.makeDevice())
    let one = transport(device)
    let reader = EventReader(one, .number(1))
    try await one.send([1], to: nil)
    app.set([UInt8](repeating: 1, count: 1_048_000), forKey: "app")
    device.report(.quotaViolation)
    #expect(await reader.failure() == .transportFull)
    #expect(await code { try await one.send([UInt8](repeating: 1, count: 1_000), to: nil) } == .transportFull)
  }

  @Test func `a store that is not available is an error`() async {
    let one = transport(cloud.makeDevice(isAvailable: false))
    #expect(await EventReader(one).failure() == .transportUnavailable)
  }

  @Test(arguments: [
    "g", "com.example.pomodoro", "a.group.name.of.exactly.31.byte", "a group that's far too long for a key",
  ])
  func `all keys fit, and groups stay apart`(_ group: String) async throws {
    let (one, two) = (transport(cloud.makeDevice(), group: group), transport(cloud.makeDevice(), group: group))
    let other = transport(cloud.makeDevice(), group: group + "s")
    let (first, third) = (EventReader(one, .number(1)), EventReader(other, .number(3)))
    try await other.send([3], to: nil)
    try await one.send([1], to: nil)
    #expect(try await EventReader(two, .number(2)).message() == [1])
    withExtendedLifetime((first, third)) {}
    #expect(cloud.values.count == 2)
    #expect(cloud.values.keys.allSatisfy { $0.utf8.count <= 64 })
  }

  @Test func `groups of which one begins with the name of the other stay apart`() async throws {
    let (one, two) = (transport(cloud.makeDevice()), transport(cloud.makeDevice()))
    let other = transport(cloud.makeDevice(), group: "group.0")
    let (first, third) = (EventReader(one, .number(1)), EventReader(other, .number(3)))
    try await other.send([3], to: nil)
    try await one.send([1], to: nil)
    #expect(try await EventReader(two, .number(2)).message() == [1])
    withExtendedLifetime((first, third)) {}
  }

  @Test func `a group without a name is refused`() async {
    #expect(await EventReader(transport(cloud.makeDevice(), group: "")).failure() == .invalidName)
  }

  @Test func `a released transport observes nothing`() async throws {
    let (device, other) = (cloud.makeDevice(), transport(cloud.makeDevice()))
    let otherReader = EventReader(other, .number(2))
    try await other.send([1], to: nil)
    do {
      let reader = EventReader(transport(device), .number(1))
      #expect(try await reader.message() == [1])
      #expect(device.isObserved)
    }
    #expect(!device.isObserved)
    withExtendedLifetime(otherReader) {}
  }
}
