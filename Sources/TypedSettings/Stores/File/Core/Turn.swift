/// Lets one thread at a time do something that takes long, for the disk may be slow.
final class Turn: Sendable {
  private let turn = LockedState(false)

  func take<Result: Sendable, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    try turn.withLock { _ throws(Failure) in try body() }
  }
}
