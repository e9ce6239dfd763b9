internal import Synchronization

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Keeps background work and calls of `fork` apart, and counts the calls.
///
/// Only the thread that calls `fork` continues in the child process. A lock that another thread holds at that moment
/// is never released there: one of this library, or one of the Swift runtime. A call of `fork` therefore waits until
/// the background threads of this library are between two pieces of work. Threads of the program are its own concern.
package final class ForkBarrier: Sendable {
  /// The barrier that the calls of `fork` in this process pass.
  package static let shared: ForkBarrier = {
    let barrier = ForkBarrier()
    // If there is no memory to register them, a fork isn't noticed, as on a system without these functions.
    _ = pthread_atfork(
      { ForkBarrier.shared.prepare() }, { ForkBarrier.shared.continueInParent() },
      { ForkBarrier.shared.continueInChild() })
    return barrier
  }()

  private let forks = Atomic<Int>(0)
  /// The number of threads that do background work.
  private let workers = Atomic<Int>(0)
  /// The number of threads that are calling `fork`.
  private let callers = Atomic<Int>(0)
  private let pause: @Sendable () -> Void

  /// The number of pauses after which a fork no longer waits, for about a second in all.
  ///
  /// The work may itself wait for the thread that calls `fork`, or for a slow disk.
  private static let limit = 10_000

  package init(pause: @escaping @Sendable () -> Void = { usleep(100) }) { self.pause = pause }

  /// The number of calls of `fork` between the first process of this program and this one.
  package var forkCount: Int { forks.load(ordering: .relaxed) }

  /// Runs background work, after any call of `fork` that is under way.
  package func run(_ work: () -> Void) {
    let count = begin()
    work()
    // In a child process, the work of its parent doesn't count.
    if forkCount == count { workers.subtract(1, ordering: .sequentiallyConsistent) }
  }

  /// Counts this thread, and returns the number of forks up to now.
  private func begin() -> Int {
    while true {
      workers.add(1, ordering: .sequentiallyConsistent)
      // Sequential consistency: either this thread sees the caller of `fork`, or the caller sees this thread.
      guard callers.load(ordering: .sequentiallyConsistent) > 0 else { return forkCount }
      workers.subtract(1, ordering: .sequentiallyConsistent)
      pause()
    }
  }

  /// Waits until no background work is under way, and keeps further work from starting.
  package func prepare() {
    callers.add(1, ordering: .sequentiallyConsistent)
    for _ in 0..<Self.limit where workers.load(ordering: .sequentiallyConsistent) > 0 { pause() }
  }

  package func continueInParent() { callers.subtract(1, ordering: .sequentiallyConsistent) }

  package func continueInChild() {
    forks.add(1, ordering: .relaxed)
    workers.store(0, ordering: .sequentiallyConsistent)
    callers.store(0, ordering: .sequentiallyConsistent)
  }
}
