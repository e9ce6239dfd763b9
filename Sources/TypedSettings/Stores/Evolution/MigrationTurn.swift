/// Lets one thread at a time bring domains to their versions, so that no migration runs twice.
///
/// There is one turn for the whole process: two domains whose migrations make a group of the other one would wait for
/// each other if each had its own.
enum MigrationTurn {
  /// A state without a size would have the address of another variable, which the thread sanitizer takes for a race.
  private static let turn = LockedState(false)

  private final class Holder: Sendable {}

  /// Who has the turn at present.
  private static let holder = LockedState<Holder?>(nil)

  /// Who the current task has the turn as: a migration, or who hears of its changes, may make a group.
  ///
  /// A task that was started then may outlive the turn, so having been the holder is not enough.
  @TaskLocal private static var mine: Holder?

  /// Whether the current task has the turn.
  static var isMine: Bool { mine.map { mine in holder.withLock { $0 === mine } } ?? false }

  /// Runs a body that has the turn.
  ///
  /// Other code runs under the lock here, the user's transforms among it: whoever would need the turn has to wait until
  /// they are done. Only another thread waits; what they do themselves finds that the turn is theirs.
  static func take<Result: Sendable>(_ body: () -> Result) -> Result {
    if isMine { return body() }
    return turn.withLock { _ in
      let mine = Holder()
      holder.withLock { $0 = mine }
      defer { holder.withLock { $0 = nil } }
      return $mine.withValue(mine, operation: body)
    }
  }
}
