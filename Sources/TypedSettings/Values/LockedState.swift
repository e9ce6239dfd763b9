internal import Synchronization

/// A state that one thread at a time may touch.
///
/// It is `Mutex` with one thing added. On Linux a contended `Mutex` is handed over by the kernel, which the thread
/// sanitizer does not see, so it takes correct code for a race. A release and an acquire of its own tell it the order;
/// they cost two plain moves.
package struct LockedState<State>: ~Copyable, Sendable {
  private let handover = Atomic<Bool>(false)
  private let mutex: Mutex<State>

  package init(_ state: sending State) { mutex = Mutex(state) }

  /// Runs a body that has the state to itself.
  ///
  /// The body calls nobody else's code.
  @inline(__always)
  package borrowing func withLock<Result: Sendable, Failure: Error>(
    _ body: (inout sending State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try mutex.withLock { state throws(Failure) in
      _ = handover.load(ordering: .acquiring)
      defer { handover.store(true, ordering: .releasing) }
      return try body(&state)
    }
  }
}
