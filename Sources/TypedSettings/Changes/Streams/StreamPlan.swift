/// A description of how a stream produces its elements, from which each iterator opens a run.
package struct StreamPlan<Element: Sendable>: Sendable {
  /// Opens a run; the run's signal is raised when there may be an element.
  package let open: @Sendable (_ run: StreamRun, _ start: StreamStart) -> any StreamPoll<Element>

  /// Returns the position for the current state of the settings that the elements depend on.
  package let position: @Sendable () -> StreamPosition

  package init(
    position: @escaping @Sendable () -> StreamPosition,
    open: @escaping @Sendable (_ run: StreamRun, _ start: StreamStart) -> any StreamPoll<Element>
  ) {
    self.position = position
    self.open = open
  }

  /// Returns a plan that transforms each element and omits `nil` results.
  func compactMap<Result: Sendable>(
    _ transform: @escaping @Sendable (Element) async -> Result?
  ) -> StreamPlan<Result> {
    StreamPlan<Result>(position: position) { CompactMapPoll(of: open($0, $1), $1, transform) }
  }

  /// Returns a plan that omits an element that is the same as the previous one.
  func removeDuplicates(by isSame: @escaping @Sendable (Element, Element) -> Bool) -> StreamPlan {
    StreamPlan(position: position) { RemoveDuplicatesPoll(of: open($0, $1.withBaseline), $1, by: isSame) }
  }

  /// Returns a plan of the newest element after no newer one has arrived for an interval.
  ///
  /// A run that starts with an element produces that one immediately.
  func debounce<Time: Clock>(for interval: Time.Duration, clock: Time) -> StreamPlan {
    StreamPlan(position: position) { DebouncePoll(of: open($0, $1), $1, run: $0, interval: interval, clock: clock) }
  }

  /// Returns a plan of the elements of two plans, as they arrive; the first element is that of this plan.
  func merge(_ other: StreamPlan) -> StreamPlan {
    StreamPlan(position: { .pair(position(), other.position()) }) { run, start in
      let (first, second) = start.ofParts
      return MergePoll(of: open(run, first), other.open(run, .later(second.position)))
    }
  }

  /// Returns a plan of the newest elements of two plans, with an element for each new one of either.
  func combineLatest<Other: Sendable>(_ other: StreamPlan<Other>) -> StreamPlan<(Element, Other)> {
    StreamPlan<(Element, Other)>(position: { .pair(position(), other.position()) }) { run, start in
      let (first, second) = start.ofParts
      return CombineLatestPoll(of: open(run, first.withBaseline), other.open(run, second.withBaseline), start)
    }
  }
}

/// One run of a stream, which one task at a time polls for the next element.
package protocol StreamPoll<Element>: AnyObject {
  associatedtype Element: Sendable

  /// Returns the next element without waiting for one, or `nil` if there's none yet.
  func next(isolation: isolated (any Actor)?) async -> Element?

  /// A Boolean value that indicates whether each signal brings at most one element, which saves a poll.
  var yieldsSingleElements: Bool { get }
}

extension StreamPoll {
  /// Returns `false`.
  package var yieldsSingleElements: Bool { false }
}
