internal import TypedSettingsCore
internal import TypedSettingsFiles

/// Sends frames over a socket, and keeps those that the system doesn't accept at once.
///
/// A frame whose first byte was sent is always completed, also if the task that sends it is canceled.
final class FrameSender: Sendable {
  private struct State {
    var queue: FrameQueue
    var error: SettingsError?
  }

  private enum Outcome {
    /// The frame was added; the system has to be asked again if it hasn't accepted everything.
    case added(isComplete: Bool)
    case full
  }

  private let peer: SyncPeer
  private let socket: StreamSocket
  private let state: LockedState<State>
  /// Sent when the queue may have room, or the connection has ended.
  private let signal = WakeSignal()

  init(_ socket: StreamSocket, _ peer: SyncPeer, capacity: Int) {
    self.socket = socket
    self.peer = peer
    state = LockedState(State(queue: FrameQueue(capacity: capacity)))
  }

  /// Adds a frame to the queue, and waits while there's no room.
  ///
  /// - Parameters:
  ///   - frame: The bytes.
  ///   - request: A closure that requests a call of ``drain()`` once the socket can be written.
  /// - Throws: `SettingsError` if the connection has ended, or `CancellationError`.
  func send(_ frame: [UInt8], request: () -> Void) async throws {
    while true {
      let count = signal.count
      switch try add(frame) {
      case .added(let isComplete):
        if !isComplete { request() }
        return
      case .full: try await signal.wait(since: count)
      }
    }
  }

  // Not inlined, because the compiler (6.3.1) crashes if an asynchronous function has a lock that throws in it.
  @inline(never)
  private func add(_ frame: [UInt8]) throws(SettingsError) -> Outcome {
    try state.withLock { state throws(SettingsError) in
      if let error = state.error { throw error }
      guard state.queue.add(frame) else { return .full }
      drain(&state)
      if let error = state.error { throw error }
      return .added(isComplete: state.queue.isEmpty)
    }
  }

  /// Sends as much as the system accepts.
  ///
  /// - Returns: Whether frames are left, so that this method has to be called once the socket can be written.
  func drain() -> Bool {
    let isIncomplete = state.withLock { state in
      drain(&state)
      return state.error == nil && !state.queue.isEmpty
    }
    signal.send()
    return isIncomplete
  }

  private func drain(_ state: inout State) {
    guard state.error == nil else { return }
    do throws(FileSystemError) {
      try state.queue.drain { bytes throws(FileSystemError) in try socket.send(bytes) }
    } catch {
      state.error = .connectionLost(peer, error.reason, underlying: error)
      // The reader notices the end.
      socket.shutDown()
    }
  }

  /// Ends the connection: frames in the queue are dropped, and later ones refused.
  func end(because error: SettingsError) {
    state.withLock { state in
      state.error = state.error ?? error
      state.queue = FrameQueue(capacity: state.queue.capacity)
    }
    socket.shutDown()
    signal.send()
  }
}
