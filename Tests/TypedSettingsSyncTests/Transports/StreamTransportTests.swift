import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsSync

@Suite(.timeLimit(.minutes(30))) struct StreamTransportTests {
  private let peer = SyncPeer(name: "peer")

  @Test(arguments: SocketPair.Kind.allCases)
  func `messages cross in both directions and in order`(_ kind: SocketPair.Kind) async throws {
    let pair = try SocketPair(kind)
    let (one, two) = (StreamTransport(socket: pair.one), StreamTransport(socket: pair.other, peer: "phone"))
    let (first, second) = (EventReader(one), EventReader(two))
    #expect(try await first.next() == .connected(peer))
    #expect(try await second.next() == .connected(SyncPeer(name: "phone")))
    for number in 0..<100 as Range<UInt8> { try await one.send([number], to: nil) }
    try await two.send([], to: nil)
    for number in 0..<100 as Range<UInt8> { #expect(try await second.message() == [number]) }
    #expect(try await first.next() == .received([], from: peer))
  }

  @Test(arguments: SocketPair.Kind.allCases)
  func `both sides can send large messages before either reads`(_ kind: SocketPair.Kind) async throws {
    let pair = try SocketPair(kind)
    let (one, two) = (StreamTransport(socket: pair.one), StreamTransport(socket: pair.other))
    let (first, second) = (EventReader(one), EventReader(two))
    _ = (try await first.next(), try await second.next())
    let message = [UInt8](repeating: 7, count: (4 << 20) - 1) + [8]
    try await one.send(message, to: nil)
    try await two.send(message, to: nil)
    #expect(try await second.message() == message)
    #expect(try await first.message() == message)
  }

  @Test func `a message waits while the peer does not read, and a canceled one leaves whole frames`() async throws {
    let pair = try SocketPair()
    let transport = StreamTransport(socket: pair.one, maximumMessageSize: 1 << 20)
    let raw = RawPeer(pair.other)
    let reader = EventReader(transport)
    #expect(try await reader.next() == .connected(peer))
    let message = [UInt8](repeating: 1, count: 1 << 20)
    let accepted = Collected<Int>()
    let sending = Task {
      for number in 0..<100 {
        try await transport.send(message, to: nil)
        accepted.append(number)
      }
    }
    // The kernel's buffer and the queue take some messages.
    while accepted.elements.count < 2 {
      try Task.checkCancellation()
      await Task.yield()
    }
    sending.cancel()
    await #expect(throws: CancellationError.self) { try await sending.value }
    let count = accepted.elements.count
    #expect(count < 10)
    async let later: Void = transport.send([2], to: nil)
    for _ in 0..<count { #expect(await raw.read(4 + message.count) == FrameDecoder.encode(message)) }
    #expect(await raw.read(5) == FrameDecoder.encode([2]))
    try await later
  }

  @Test func `a peer that closes disconnects, and sending is an error that ends no process`() async throws {
    signal(SIGPIPE, SIG_DFL)
    let pair = try SocketPair()
    let transport = StreamTransport(socket: pair.one)
    let reader = EventReader(transport)
    #expect(try await reader.next() == .connected(peer))
    RawPeer(pair.other).close()
    // The first error of a write, before the reader notices.
    #expect(await code { try await transport.send([1], to: nil) } == .connectionLost)
    #expect(try await reader.next() == .disconnected(peer))
    #expect(await reader.failure() == .connectionLost)
    #expect(await code { try await transport.send([1], to: nil) } == .connectionLost)
  }

  @Test(arguments: SocketPair.Kind.allCases)
  func `a connection that is closed on one side only has ended`(_ kind: SocketPair.Kind) async throws {
    let pair = try SocketPair(kind)
    let reader = EventReader(StreamTransport(socket: pair.one))
    let raw = RawPeer(pair.other)
    await raw.write(FrameDecoder.encode([1]))
    raw.closeWriting()
    let events = try await reader.next(3)
    #expect(events == [.connected(peer), .received([1], from: peer), .disconnected(peer)])
    #expect(await reader.failure() == .connectionLost)
    #expect(await raw.read(1) == [])
  }

  @Test func `a canceled task ends its events and the connection`() async throws {
    let pair = try SocketPair()
    let transport = StreamTransport(socket: pair.one)
    let raw = RawPeer(pair.other)
    let reader = EventReader(transport)
    #expect(try await reader.next() == .connected(peer))
    let task = Task { try await reader.next() }
    task.cancel()
    #expect(try await task.value == nil)
    #expect(await raw.read(1) == [])
    #expect(await code { try await transport.send([1], to: nil) } != nil)
  }

  @Test func `a released sequence of events closes the connection`() async throws {
    let pair = try SocketPair()
    let transport = StreamTransport(socket: pair.one)
    let raw = RawPeer(pair.other)
    do {
      let reader = EventReader(transport)
      #expect(try await reader.next() == .connected(peer))
    }
    #expect(await raw.read(1) == [])
    #expect(await code { try await transport.send([1], to: nil) } == .transportUnavailable)
  }

  @Test func `a socket can be used once, and a closure connects each time`() async throws {
    let pair = try SocketPair()
    let once = StreamTransport(socket: pair.one)
    RawPeer(pair.other).close()
    #expect(await EventReader(once).failure() == .connectionLost)
    #expect(await EventReader(once).failure() == .transportUnavailable)
    let peers = Collected<RawPeer>()
    let again = StreamTransport {
      let pair = try SocketPair()
      peers.append(RawPeer(pair.other))
      return pair.one
    }
    for number in 0..<3 {
      let reader = EventReader(again)
      #expect(try await reader.next() == .connected(peer))
      try await again.send([UInt8(number)], to: nil)
      #expect(await peers.elements[number].read(5) == FrameDecoder.encode([UInt8(number)]))
      peers.elements[number].close()
      #expect(await reader.failure() == .connectionLost)
    }
  }

  @Test func `a connection that's made late doesn't take the place of a later one`() async throws {
    let (late, current) = (try SocketPair(), try SocketPair())
    let (attempts, gate) = (Collected<Void>(), WakeSignal())
    let transport = StreamTransport {
      attempts.append(())
      if attempts.elements.count > 1 { return current.one }
      // Some closures don't notice that their task is canceled.
      while gate.count == 0 { await Task.yield() }
      return late.one
    }
    let first = EventReader(transport)
    let connecting = Task { try await first.next() }
    try await wait { !attempts.elements.isEmpty }
    connecting.cancel()
    let second = EventReader(transport)
    #expect(try await second.next() == .connected(peer))
    gate.send()
    #expect(try await connecting.value == nil)
    try await transport.send([1], to: nil)
    #expect(await RawPeer(current.other).read(5) == FrameDecoder.encode([1]))
    RawPeer(late.other).close()
    withExtendedLifetime((first, second)) {}
  }

  @Test func `the largest number is accepted as the maximum`() async throws {
    let pair = try SocketPair()
    let one = StreamTransport(socket: pair.one, maximumMessageSize: .max)
    let two = StreamTransport(socket: pair.other, maximumMessageSize: .max)
    let (first, second) = (EventReader(one), EventReader(two))
    _ = (try await first.next(), try await second.next())
    try await one.send([1], to: nil)
    #expect(try await second.message() == [1])
  }

  private struct Unreachable: Error {}

  @Test func `an error of the closure that connects ends the events`() async throws {
    let transport = StreamTransport { throw Unreachable() }
    await #expect(throws: Unreachable.self) { try await EventReader(transport).next() }
  }

  enum Descriptor: CaseIterable {
    case none, file, datagrams
  }

  @Test(arguments: Descriptor.allCases)
  func `what is no stream socket is an error`(_ descriptor: Descriptor) async throws {
    let number =
      switch descriptor {
      case .none: -1 as Int32
      case .file: open("/dev/null", O_RDONLY)
      case .datagrams: socket(AF_UNIX, SocketPair.datagramType, 0)
      }
    let transport = StreamTransport(socket: number)
    #expect(await EventReader(transport).failure() == .transportUnavailable)
    #expect(await code { try await transport.send([1], to: nil) } == .transportUnavailable)
  }
}
