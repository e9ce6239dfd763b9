/// A lock for operations that may take long, such as those that wait for the disk.
final class ExclusiveAccess: Sendable {
  private let lock = LockedState(false)

  /// Runs a closure while no other thread runs one; blocks until the closure of another thread returns.
  func run<Result: Sendable, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    try lock.withLock { _ throws(Failure) in try body() }
  }
}
