internal import Synchronization

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The rules for operations that fail if other writers change their values meanwhile, and are attempted again.
///
/// Without them, an operation that takes longer than the writes of other threads could fail forever. After some
/// attempts it takes precedence: other operations in the process wait a moment before they begin. An operation that
/// fails in each of its attempts throws an error.
package enum Contention {
  /// The maximum number of attempts.
  static let limit = 1_000

  /// The attempts of one operation.
  package static var attempts: Attempts { Attempts() }

  /// The numbers of the attempts before which an operation takes precedence.
  fileprivate static let preceding = 16..<80

  /// The number of operations that take precedence.
  fileprivate static let precedingCount = Atomic<Int>(0)

  /// A Boolean value that indicates whether operations take precedence.
  @inline(__always)
  static var isPresent: Bool { precedingCount.load(ordering: .relaxed) != 0 }

  /// Waits while operations take precedence, for two milliseconds at most.
  static func giveWay() {
    for _ in 0..<20 where isPresent { usleep(100) }
  }

  /// The attempts of an operation, which takes precedence for some of them.
  package struct Attempts: Sequence, IteratorProtocol {
    private var count = 0
    private var precedence: Precedence?

    fileprivate init() {}

    package mutating func next() -> Void? {
      if count == 0 { Contention.giveWay() }
      if count == Contention.preceding.lowerBound { precedence = Precedence() }
      if count == Contention.preceding.upperBound { precedence = nil }
      if count == Contention.limit { return nil }
      count += 1
      return ()
    }
  }

  /// The precedence of an operation; a class, so that it ends with the operation.
  private final class Precedence: Sendable {
    init() { Contention.precedingCount.add(1, ordering: .relaxed) }
    deinit { Contention.precedingCount.subtract(1, ordering: .relaxed) }
  }
}

extension SettingsError {
  /// Returns the error for an operation that other writers prevent in each of its attempts.
  ///
  /// - Parameters:
  ///   - operation: The operation, such as "an update".
  ///   - key: The key of the setting, if the operation is about one.
  /// - Returns: The error, with ``SettingsError/Code/storeUnavailable``.
  static func contended(_ operation: String, key: SettingsKey? = nil) -> SettingsError {
    SettingsError(
      .storeUnavailable, key: key,
      found: "values that other writers changed during each of \(Contention.limit) attempts of \(operation)",
      advice: "try again; nothing was changed")
  }
}
