/// How the elements of a stream come about: what every iterator of it opens a run of.
package struct StreamPlan<Element: Sendable>: Sendable {
  /// Opens a run: what has an element to give raises the run's signal.
  package let open: @Sendable (_ run: StreamRun, _ start: StreamStart) -> any StreamPoll<Element>

  /// The state of the settings that the elements come from.
  package let mark: @Sendable () -> StreamMark

  package init(
    mark: @escaping @Sendable () -> StreamMark,
    open: @escaping @Sendable (_ run: StreamRun, _ start: StreamStart) -> any StreamPoll<Element>
  ) {
    self.mark = mark
    self.open = open
  }

  /// The elements as a function makes them, without those for which it gives `nil`.
  func compactMap<Result: Sendable>(
    _ transform: @escaping @Sendable (Element) async -> Result?
  ) -> StreamPlan<Result> {
    StreamPlan<Result>(mark: mark) { CompactMapPoll(of: open($0, $1), $1, transform) }
  }

  /// The elements that are not the same as the one before.
  func removeDuplicates(by isSame: @escaping @Sendable (Element, Element) -> Bool) -> StreamPlan {
    StreamPlan(mark: mark) { RemoveDuplicatesPoll(of: open($0, $1.withBaseline), $1, by: isSame) }
  }

  /// The newest element, once there has been no newer one for a while; a run that starts with an element gives that
  /// one at once.
  func debounce<Time: Clock>(for interval: Time.Duration, clock: Time) -> StreamPlan {
    StreamPlan(mark: mark) { DebouncePoll(of: open($0, $1), $1, run: $0, interval: interval, clock: clock) }
  }

  /// The elements of two plans as they come; the first plan has the first one.
  func merge(_ other: StreamPlan) -> StreamPlan {
    StreamPlan(mark: { .pair(mark(), other.mark()) }) { run, start in
      let (first, second) = start.ofParts
      return MergePoll(of: open(run, first), other.open(run, .later(second.mark)))
    }
  }

  /// The newest elements of two plans, whenever one has a new one.
  func combineLatest<Other: Sendable>(_ other: StreamPlan<Other>) -> StreamPlan<(Element, Other)> {
    StreamPlan<(Element, Other)>(mark: { .pair(mark(), other.mark()) }) { run, start in
      let (first, second) = start.ofParts
      return CombineLatestPoll(of: open(run, first.withBaseline), other.open(run, second.withBaseline), start)
    }
  }
}

/// One run of a stream: asked for the next element again and again, by one task at a time.
package protocol StreamPoll<Element>: AnyObject {
  associatedtype Element: Sendable

  /// The next element, without waiting for one; `nil` if there is none yet.
  func next(isolation: isolated (any Actor)?) async -> Element?

  /// Whether there is no second element before the run's signal is raised again; who knows saves a poll.
  var givesOneElementAtATime: Bool { get }
}

extension StreamPoll {
  /// Says that nobody knows.
  package var givesOneElementAtATime: Bool { false }
}
