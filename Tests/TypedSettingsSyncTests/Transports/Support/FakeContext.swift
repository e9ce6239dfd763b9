import TypedSettings

@testable import TypedSettingsSync

/// One side of a substitute for WatchConnectivity, which refuses contexts above the limit.
final class FakeContext: ApplicationContextChannel {
  private struct State {
    var phase = ApplicationContextPhase.inactive
    var phaseReadCount = 0
    var sent: [String: [UInt8]] = [:]
    var received: [String: [UInt8]] = [:]
    var lastNumber = 0
    var observers: [Int: @Sendable () -> Void] = [:]
    weak var counterpart: FakeContext?
  }

  private let state = LockedState(State())

  init(_ phase: ApplicationContextPhase = .inactive) { state.withLock { $0.phase = phase } }

  /// Creates two active sides that are paired.
  static func pair() -> (FakeContext, FakeContext) {
    let (one, other) = (FakeContext(.active), FakeContext(.active))
    one.state.withLock { $0.counterpart = other }
    other.state.withLock { $0.counterpart = one }
    return (one, other)
  }

  var observerCount: Int { state.withLock { $0.observers.count } }

  var phase: ApplicationContextPhase {
    state.withLock { state in
      state.phaseReadCount += 1
      return state.phase
    }
  }

  /// The number of times that the phase was read.
  var phaseReadCount: Int { state.withLock { $0.phaseReadCount } }

  /// Changes the phase, and notifies as the delegate of a session would.
  func change(to phase: ApplicationContextPhase, received: [String: [UInt8]]? = nil) {
    state.withLock { state in
      state.phase = phase
      state.received = received ?? state.received
    }
    notify()
  }

  func activate(_ onChange: @escaping @Sendable () -> Void) -> ChannelObservation {
    let number = state.withLock { state in
      state.lastNumber += 1
      state.observers[state.lastNumber] = onChange
      return state.lastNumber
    }
    return ChannelObservation { [weak self] in self?.state.withLock { $0.observers[number] = nil } }
  }

  func received(forKey key: String) -> [UInt8]? { state.withLock { $0.received[key] } }

  func send(_ bytes: [UInt8], forKey key: String) throws(ApplicationContextError) {
    let counterpart = try state.withLock { state throws(ApplicationContextError) -> FakeContext in
      guard let counterpart = state.counterpart else { throw .unavailable("no watch app") }
      var context = state.sent
      context[key] = bytes
      // The context of a session is a property list of all entries.
      let size = context.reduce(0) { $0 + $1.key.utf8.count + $1.value.count }
      guard size <= ApplicationContextTransport.maximumContextSize else { throw .tooLarge }
      state.sent = context
      return counterpart
    }
    let context = state.withLock { $0.sent }
    counterpart.change(to: counterpart.phase, received: context)
  }

  private func notify() { for observer in state.withLock({ $0.observers }).values { observer() } }
}
