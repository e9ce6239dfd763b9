internal import TypedSettingsCore
internal import TypedSettingsFiles

/// A connection over a socket, which is read when events are requested.
final class StreamConnection: TransportConnection {
  private enum Phase {
    case new, connected
    case lost(SettingsError)
  }

  private struct State {
    var phase = Phase.new
    var decoder: FrameDecoder
  }

  private enum Step {
    case event(SyncTransportEvent)
    case wait
    case lost(SettingsError)
  }

  private static let chunkSize = 64 << 10

  private let peer: SyncPeer
  private let socket: StreamSocket
  private let state: LockedState<State>
  private let sender: FrameSender
  private let reader: ReadinessSource
  private let writer: ReadinessSource
  /// Sent when the socket can be read.
  private let readable: WakeSignal

  init(_ socket: StreamSocket, _ peer: SyncPeer, maximumMessageSize: Int) {
    let readable = WakeSignal()
    let sender = FrameSender(socket, peer, capacity: 2 * (maximumMessageSize + FrameDecoder.headerSize))
    reader = ReadinessSource(.reading, of: socket.file) {
      readable.send()
      return false
    }
    writer = ReadinessSource(.writing, of: socket.duplicate) { sender.drain() }
    state = LockedState(State(decoder: FrameDecoder(maximumMessageSize: maximumMessageSize)))
    self.readable = readable
    self.sender = sender
    self.peer = peer
    self.socket = socket
  }

  deinit { end(because: .notConnected) }

  func send(_ message: [UInt8]) async throws {
    try await sender.send(FrameDecoder.encode(message)) { writer.request() }
  }

  private func end(because error: SettingsError) { sender.end(because: error) }
}

// MARK: Receiving

extension StreamConnection {
  func next() async throws -> SyncTransportEvent? {
    do {
      while true {
        try Task.checkCancellation()
        let count = readable.count
        switch try step() {
        case .event(let event): return event
        case .lost(let error):
          end(because: error)
          return .disconnected(peer)
        case .wait:
          reader.request()
          try await readable.wait(since: count)
        }
      }
    } catch let error as CancellationError {
      end(because: .notConnected)
      throw error
    }
  }

  private func step() throws(SettingsError) -> Step {
    try state.withLock { state throws(SettingsError) in
      switch state.phase {
      case .new:
        state.phase = .connected
        return .event(.connected(peer))
      case .connected:
        do throws(SettingsError) {
          return try receive(&state.decoder).map { .event(.received($0, from: peer)) } ?? .wait
        } catch {
          state.phase = .lost(error)
          return .lost(error)
        }
      case .lost(let error): throw error
      }
    }
  }

  /// Returns the next message; `nil` if none has arrived.
  private func receive(_ decoder: inout FrameDecoder) throws(SettingsError) -> [UInt8]? {
    while true {
      if let message = try decoder.next() { return message }
      let received: StreamSocket.Received
      do throws(FileSystemError) { received = try receive(into: &decoder) } catch {
        throw .connectionLost(peer, error.reason, underlying: error)
      }
      switch received {
      case .bytes: continue
      case .nothing: return nil
      case .end: throw .connectionLost(peer, decoder.isInsideFrame ? "closed inside a message" : "closed by the peer")
      }
    }
  }

  private func receive(into decoder: inout FrameDecoder) throws(FileSystemError) -> StreamSocket.Received {
    // Before Swift 6.3, the function doesn't preserve the type of a thrown error.
    let result = withUnsafeTemporaryAllocation(byteCount: Self.chunkSize, alignment: 1) { buffer in
      Result { () throws(FileSystemError) -> StreamSocket.Received in
        let received = try socket.receive(into: buffer)
        if case .bytes(let count) = received { decoder.add(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
        return received
      }
    }
    return try result.get()
  }
}
