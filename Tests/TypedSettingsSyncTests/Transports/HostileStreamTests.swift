import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsSync

/// What a peer can send over a stream.
@Suite(.timeLimit(.minutes(30))) struct HostileStreamTests {
  struct Attack: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]
    var messages: [[UInt8]] = []
    let code: SettingsError.Code

    init(_ name: String, _ bytes: [UInt8], messages: [[UInt8]] = [], _ code: SettingsError.Code = .connectionLost) {
      testDescription = name
      self.bytes = bytes
      self.messages = messages
      self.code = code
    }
  }

  static let maximum = 1_000

  static let attacks = [
    Attack("nothing", []),
    Attack("a part of a length", [0, 0, 0]),
    Attack("a length without a message", [0, 0, 0, 10]),
    Attack("a truncated message", FrameDecoder.encode([1, 2, 3]).dropLast()),
    Attack("a truncated message after a complete one", [0, 0, 0, 1, 7, 0, 0, 0, 2, 8], messages: [[7]]),
    Attack("the largest length", [0xFF, 0xFF, 0xFF, 0xFF], .messageTooLarge),
    Attack("a length above the maximum", [0, 0, 0x03, 0xE9] + Array(repeating: 1, count: 1_001), .messageTooLarge),
    Attack(
      "a message of the maximum", FrameDecoder.encode(Array(repeating: 1, count: maximum)),
      messages: [Array(repeating: 1, count: maximum)]),
    Attack("another protocol", Array("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8), .messageTooLarge),
    Attack("a greeting of TLS", [0x16, 0x03, 0x01, 0x02, 0x00, 0x01], .messageTooLarge),
    Attack(
      "replayed messages", (0..<50).flatMap { _ in FrameDecoder.encode([1, 2]) },
      messages: Array(repeating: [1, 2], count: 50)),
    Attack("empty messages", Array(repeating: 0, count: 400), messages: Array(repeating: [], count: 100)),
    Attack("a good message before a huge one", [0, 0, 0, 1, 7, 0x7F, 0, 0, 0], messages: [[7]], .messageTooLarge),
  ]

  @Test(arguments: attacks, [false, true])
  func `a hostile peer gets an error, after the complete messages`(_ attack: Attack, bytewise: Bool) async throws {
    let pair = try SocketPair()
    let transport = StreamTransport(socket: pair.one, maximumMessageSize: Self.maximum)
    let reader = EventReader(transport)
    let raw = RawPeer(pair.other)
    let writing = Task {
      // The transport may close before it has read everything.
      if bytewise { for byte in attack.bytes { await raw.write([byte]) } } else { await raw.write(attack.bytes) }
      raw.closeWriting()
    }
    let peer = SyncPeer(name: "peer")
    #expect(try await reader.next() == .connected(peer))
    for message in attack.messages { #expect(try await reader.next() == .received(message, from: peer)) }
    #expect(try await reader.next() == .disconnected(peer))
    #expect(await reader.failure() == attack.code)
    #expect(await code { try await transport.send([1], to: nil) } == attack.code)
    await writing.value
  }

  @Test func `an announced length takes no memory before the bytes arrive`() throws {
    // 100 terabytes, if each announcement took its length.
    var decoders: [FrameDecoder] = []
    for _ in 0..<100_000 {
      var decoder = FrameDecoder(maximumMessageSize: 1 << 30)
      [0x3F, 0xFF, 0xFF, 0xFF, 1].withUnsafeBytes { decoder.add($0) }
      #expect(try decoder.next() == nil)
      decoders.append(decoder)
    }
    #expect(decoders.allSatisfy { $0.isInsideFrame })
  }

  @Test func `frames are found however the bytes are divided`() throws {
    let messages: [[UInt8]] = [[1], [], [2, 3, 4], Array(repeating: 5, count: 300)]
    let bytes = messages.flatMap(FrameDecoder.encode)
    for size in 1...bytes.count {
      var decoder = FrameDecoder(maximumMessageSize: 300)
      var found: [[UInt8]] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        Array(bytes[start..<min(start + size, bytes.count)]).withUnsafeBytes { decoder.add($0) }
        while let message = try decoder.next() { found.append(message) }
      }
      #expect(found == messages)
      #expect(!decoder.isInsideFrame)
    }
  }

  @Test(.timeLimit(.minutes(30))) func `a queue that is full of small frames is sent in linear time`() {
    // The queue of a transport with the default maximum, and messages without bytes.
    var queue = FrameQueue(capacity: 8 << 20)
    let frame = FrameDecoder.encode([])
    var count = 0
    while queue.add(frame) { count += 1 }
    var sent = 0
    queue.drain { bytes in
      sent += bytes.count
      return bytes.count
    }
    #expect(sent == count * frame.count)
    #expect(queue.isEmpty)
  }

  @Test(arguments: [1, 2, 3, 7, 1_000])
  func `frames are sent whole, however little the system accepts`(_ step: Int) {
    var queue = FrameQueue(capacity: 10)
    let frames: [[UInt8]] = [[1, 2, 3, 4], [5, 6], [7, 8, 9, 10, 11], [7, 8, 9, 10]]
    let accepted = frames.map { queue.add($0) }
    #expect(accepted == [true, true, false, true])
    var sent: [UInt8] = []
    while !queue.isEmpty {
      var isBlocked = false
      queue.drain { bytes in
        defer { isBlocked = true }
        if isBlocked { return 0 }
        sent += bytes.prefix(step)
        return min(step, bytes.count)
      }
    }
    #expect(sent == Array(1...10))
    let isAccepted = queue.add(Array(repeating: 0, count: 100))
    #expect(isAccepted)
  }
}
