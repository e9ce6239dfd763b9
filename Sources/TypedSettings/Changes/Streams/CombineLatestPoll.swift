/// Gives the newest elements of two runs, whenever one has a new one.
final class CombineLatestPoll<First: Sendable, Second: Sendable>: StreamPoll {
  private let first: any StreamPoll<First>
  private let second: any StreamPoll<Second>
  private var latest: (first: First?, second: Second?)
  private var hasBaseline: Bool

  /// Runs on runs that start with an element; if `start` is ``StreamStart/later(_:)`` those are only combined with.
  init(of first: any StreamPoll<First>, _ second: any StreamPoll<Second>, _ start: StreamStart) {
    self.first = first
    self.second = second
    hasBaseline = start.beginsWithElement
  }

  func next(isolation: isolated (any Actor)?) async -> (First, Second)? {
    if !hasBaseline {
      _ = await update(isolation: isolation)
      hasBaseline = true
    }
    guard await update(isolation: isolation), let first = latest.first, let second = latest.second else { return nil }
    return (first, second)
  }

  /// Asks both runs.
  ///
  /// - Returns: Whether one had a new element.
  private func update(isolation: isolated (any Actor)?) async -> Bool {
    let new = (await first.next(isolation: isolation), await second.next(isolation: isolation))
    latest = (new.0 ?? latest.first, new.1 ?? latest.second)
    return new.0 != nil || new.1 != nil
  }
}
