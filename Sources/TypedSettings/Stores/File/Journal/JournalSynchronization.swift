internal import Synchronization

/// The durable part of a journal, and the exclusive access for extending it.
///
/// A thread that waits for access usually finds its records synchronized by the thread before: all waiting writers
/// share one synchronization.
final class JournalSynchronization: Sendable {
  private let access = ExclusiveAccess()
  private let mark = Atomic<UInt64>(0)

  /// The number of the last record that's known to be durable.
  var durable: UInt64 { mark.load(ordering: .acquiring) }

  /// Records that all records up to a number are durable.
  func advance(to number: UInt64) { mark.max(number, ordering: .releasing) }

  /// Resets the durable number, because another journal begins a new range of numbers.
  func reset() { mark.store(0, ordering: .releasing) }

  /// Synchronizes records with the disk, unless another thread has done so already.
  ///
  /// - Parameters:
  ///   - number: The number of a record that has to be durable.
  ///   - synchronize: A closure that synchronizes all current records, and calls ``advance(to:)``.
  /// - Throws: The error that `synchronize` throws.
  func reach<Failure: Error>(_ number: UInt64, _ synchronize: () throws(Failure) -> Void) throws(Failure) {
    try access.run { () throws(Failure) in
      if durable < number { try synchronize() }
    }
  }

  /// Runs a closure that synchronizes other files, with exclusive access.
  func run<Failure: Error>(_ synchronize: () throws(Failure) -> Void) throws(Failure) {
    try access.run(synchronize)
  }
}
