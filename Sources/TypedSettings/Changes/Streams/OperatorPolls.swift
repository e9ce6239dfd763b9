/// A run that transforms the elements of another run and omits `nil` results.
final class CompactMapPoll<Base: Sendable, Element: Sendable>: StreamPoll {
  private let base: any StreamPoll<Base>
  private let transform: @Sendable (Base) async -> Element?
  private var isFirst: Bool

  init(
    of base: any StreamPoll<Base>, _ start: StreamStart, _ transform: @escaping @Sendable (Base) async -> Element?
  ) {
    self.base = base
    self.transform = transform
    isFirst = start.beginsWithElement
  }

  var yieldsSingleElements: Bool { base.yieldsSingleElements }

  func next(isolation: isolated (any Actor)?) async -> Element? {
    while let element = await base.next(isolation: isolation) {
      if let result = await transform(element) { return result }
      // An omitted first element isn't replaced by a later one.
      if isFirst { break }
    }
    isFirst = false
    return nil
  }
}

/// A run that omits an element of another run if it's the same as the previous one.
final class RemoveDuplicatesPoll<Element: Sendable>: StreamPoll {
  private let base: any StreamPoll<Element>
  private let isSame: @Sendable (Element, Element) -> Bool
  private var last: Element?
  private var hasBaseline: Bool

  /// Creates a run over a run that starts with an element.
  ///
  /// If `start` is ``StreamStart/later(_:)``, that element only serves as the first comparison.
  init(
    of base: any StreamPoll<Element>, _ start: StreamStart, by isSame: @escaping @Sendable (Element, Element) -> Bool
  ) {
    self.base = base
    self.isSame = isSame
    hasBaseline = start.beginsWithElement
  }

  var yieldsSingleElements: Bool { base.yieldsSingleElements }

  func next(isolation: isolated (any Actor)?) async -> Element? {
    if !hasBaseline {
      last = await base.next(isolation: isolation)
      hasBaseline = true
    }
    while let element = await base.next(isolation: isolation) {
      let isRepeat = last.map { isSame($0, element) } ?? false
      last = element
      if !isRepeat { return element }
    }
    return nil
  }
}

/// A run that delays the newest element of another run until no newer one has arrived for an interval.
final class DebouncePoll<Element: Sendable, Time: Clock>: StreamPoll {
  private let base: any StreamPoll<Element>
  private let run: StreamRun
  private let interval: Time.Duration
  private let clock: Time
  private var isFirst: Bool
  private var pending: (element: Element, deadline: Time.Instant)?

  init(
    of base: any StreamPoll<Element>, _ start: StreamStart, run: StreamRun, interval: Time.Duration, clock: Time
  ) {
    self.base = base
    self.run = run
    self.interval = interval
    self.clock = clock
    isFirst = start.beginsWithElement
  }

  func next(isolation: isolated (any Actor)?) async -> Element? {
    while let element = await base.next(isolation: isolation) {
      if isFirst {
        isFirst = false
        return element
      }
      pending = (element, clock.now.advanced(by: interval))
    }
    isFirst = false
    guard let (element, deadline) = pending else { return nil }
    if clock.now >= deadline {
      pending = nil
      return element
    }
    run.poll(after: { [clock] in
      do { try await clock.sleep(until: deadline, tolerance: nil) } catch {
        // The run has a newer element or is cancelled.
      }
    })
    return nil
  }
}

/// A run that combines the newest elements of two runs, with an element for each new one of either.
final class CombineLatestPoll<First: Sendable, Second: Sendable>: StreamPoll {
  private let first: any StreamPoll<First>
  private let second: any StreamPoll<Second>
  private var latest: (first: First?, second: Second?)
  private var hasBaseline: Bool

  /// Creates a run over two runs that start with an element.
  ///
  /// If `start` is ``StreamStart/later(_:)``, those elements aren't produced, only combined with later ones.
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

  /// Polls both runs.
  ///
  /// - Returns: `true` if either had a new element.
  private func update(isolation: isolated (any Actor)?) async -> Bool {
    let new = (await first.next(isolation: isolation), await second.next(isolation: isolation))
    latest = (new.0 ?? latest.first, new.1 ?? latest.second)
    return new.0 != nil || new.1 != nil
  }
}

/// A run that interleaves the elements of two runs as they arrive.
final class MergePoll<Element: Sendable>: StreamPoll {
  private var bases: (any StreamPoll<Element>, any StreamPoll<Element>)

  init(of first: any StreamPoll<Element>, _ second: any StreamPoll<Element>) { bases = (first, second) }

  func next(isolation: isolated (any Actor)?) async -> Element? {
    guard let element = await bases.0.next(isolation: isolation) else {
      return await bases.1.next(isolation: isolation)
    }
    // The runs alternate, so that neither can starve the other.
    bases = (bases.1, bases.0)
    return element
  }
}
