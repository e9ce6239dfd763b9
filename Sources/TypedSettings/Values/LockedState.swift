internal import Synchronization

/// State protected by a lock.
///
/// This type is a `Mutex` with ordering that the thread sanitizer can observe. On Linux the kernel hands over a
/// contended `Mutex`, which the thread sanitizer can't see, so it reports false data races. The additional release and
/// acquire establish the order at the cost of two plain moves.
package struct LockedState<State>: ~Copyable, Sendable {
  private let handover = Atomic<Bool>(false)
  private let mutex: Mutex<State>

  package init(_ state: sending State) { mutex = Mutex(state) }

  /// Calls the given closure with exclusive access to the state.
  ///
  /// The closure must not call code from outside the library, such as callbacks.
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

/// A lock for operations that may take long, such as those that wait for the disk.
final class ExclusiveAccess: Sendable {
  private let lock = LockedState(false)

  /// Runs a closure while no other thread runs one; blocks until the closure of another thread returns.
  func run<Result: Sendable, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    try lock.withLock { _ throws(Failure) in try body() }
  }
}
