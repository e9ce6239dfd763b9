public import Synchronization

/// State protected by a lock.
///
/// On Linux, a `Mutex` that threads contend for is handed over by the kernel. ThreadSanitizer doesn't see that and
/// reports data races that don't exist. A build with `-D THREAD_SANITIZER` therefore repeats the order with an atomic
/// at each lock: run the tests with `.ci/thread-sanitizer`, or pass
/// `--sanitize=thread -Xswiftc -DTHREAD_SANITIZER` to `swift test`. Other builds use the `Mutex` alone.
@usableFromInline
package struct LockedState<State>: ~Copyable, Sendable {
  @usableFromInline let mutex: Mutex<State>

  #if THREAD_SANITIZER
    @usableFromInline let handover = Atomic<Bool>(false)
  #endif

  @inlinable @inline(__always)
  package init(_ state: consuming sending State) { mutex = Mutex(state) }

  /// Calls the given closure with exclusive access to the state.
  ///
  /// The closure must not call code from outside the library, such as callbacks.
  @inlinable @inline(__always)
  package borrowing func withLock<Result: Sendable, Failure: Error>(
    _ body: (inout sending State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try mutex.withLock { state throws(Failure) in
      #if THREAD_SANITIZER
        _ = handover.load(ordering: .acquiring)
        defer { handover.store(true, ordering: .releasing) }
      #endif
      return try body(&state)
    }
  }
}

/// A lock for operations that may take long, such as those that wait for the disk.
package final class ExclusiveAccess: Sendable {
  private let lock = LockedState(false)

  package init() {}

  /// Runs a closure while no other thread runs one; blocks until the closure of another thread returns.
  package func run<Result: Sendable, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    try lock.withLock { _ throws(Failure) in try body() }
  }
}
