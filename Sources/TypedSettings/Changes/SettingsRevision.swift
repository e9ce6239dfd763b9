internal import Synchronization

/// The number of a change: of two changes the later one has the greater revision, across all stores of a process.
///
/// Two threads may commit in one order and be heard in the other. Who keeps a value takes it from a change only if the
/// revision is greater than that of the value it has.
public struct SettingsRevision: Hashable, Comparable, Sendable {
  package let number: UInt64

  package init(number: UInt64) { self.number = number }

  private static let last = Atomic<UInt64>(SettingsRevision.initial.number)

  /// The revision of a value that no change of this process has made.
  package static let initial = SettingsRevision(number: 1)

  /// Draws the next revision.
  ///
  /// Call it while holding the lock under which the change is made; only then do revisions follow the commits.
  ///
  /// - Returns: A revision greater than every one drawn before.
  public static func next() -> SettingsRevision {
    SettingsRevision(number: last.wrappingAdd(1, ordering: .relaxed).newValue)
  }

  /// Compares two revisions by age.
  ///
  /// - Returns: Whether the left one is the older.
  public static func < (left: SettingsRevision, right: SettingsRevision) -> Bool { left.number < right.number }
}
