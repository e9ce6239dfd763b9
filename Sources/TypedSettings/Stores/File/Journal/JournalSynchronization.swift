internal import Synchronization

/// How much of a journal is known to be on the disk, and whose turn it is to see to it.
///
/// Who waits for a turn usually finds that the one before has taken its records along: one journey to the disk for all
/// writers that were waiting.
final class JournalSynchronization: Sendable {
  private let access = ExclusiveAccess()
  private let mark = Atomic<UInt64>(0)

  /// The number of the last record that is known to be on the disk.
  var durable: UInt64 { mark.load(ordering: .acquiring) }

  /// Takes note that all records up to a number are on the disk.
  func advance(to number: UInt64) { mark.max(number, ordering: .releasing) }

  /// Forgets what is known: the numbers begin anew with another journal.
  func reset() { mark.store(0, ordering: .releasing) }

  /// Runs what brings records to the disk, unless somebody else has done it meanwhile.
  ///
  /// - Parameters:
  ///   - number: The record that has to be there.
  ///   - synchronize: Brings all records so far to the disk, and takes note of it with ``advance(to:)``.
  /// - Throws: What `synchronize` throws.
  func reach<Failure: Error>(_ number: UInt64, _ synchronize: () throws(Failure) -> Void) throws(Failure) {
    try access.run { () throws(Failure) in
      if durable < number { try synchronize() }
    }
  }

  /// Runs what brings something else to the disk, in its turn.
  func run<Failure: Error>(_ synchronize: () throws(Failure) -> Void) throws(Failure) {
    try access.run(synchronize)
  }
}
