/// Lets one thread at a time bring domains to their versions, so that no migration runs twice.
///
/// There is one turn for the whole process: two domains whose migrations make a group of the other one would wait for
/// each other if each had its own.
enum MigrationTurn {
  /// A state without a size would have the address of another variable, which the thread sanitizer takes for a race.
  private static let turn = LockedState(false)

  /// Whether the current task has the turn already: a migration, or who hears of its changes, may make a group.
  @TaskLocal private static var isMine = false

  /// Runs a body that has the turn.
  ///
  /// Other code runs under the lock here, the user's transforms among it: whoever would need the turn has to wait until
  /// they are done. Only another thread waits; what they do themselves finds that the turn is theirs.
  static func take<Result: Sendable>(_ body: () -> Result) -> Result {
    if isMine { return body() }
    return turn.withLock { _ in $isMine.withValue(true, operation: body) }
  }
}
