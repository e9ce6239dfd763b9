/// A description of how a stream produces its current value and its elements.
///
/// `Current` is the type of the current value: `Element`, or `Element?` if the stream is filtered.
struct StreamPlan<Current: Sendable, Element: Sendable>: Sendable {
  /// Returns the value at a position.
  let value: @Sendable (StreamPosition) async -> Current

  /// Returns the position for the current state of the settings that the elements depend on.
  let position: @Sendable () -> StreamPosition

  /// Opens a run; the run's signal is raised when there may be an element.
  let open: @Sendable (_ run: StreamRun, _ start: StreamStart) -> any StreamPoll<Element>

  init(
    value: @escaping @Sendable (StreamPosition) async -> Current, position: @escaping @Sendable () -> StreamPosition,
    open: @escaping @Sendable (_ run: StreamRun, _ start: StreamStart) -> any StreamPoll<Element>
  ) {
    self.value = value
    self.position = position
    self.open = open
  }
}

// The operators. The state of each contains the runs that it depends on, and polls them when it's polled itself.

extension StreamPlan {
  /// Returns a plan that transforms each element and omits `nil` results, and transforms the current value.
  func compactMap<NewCurrent: Sendable, Result: Sendable>(
    current: @escaping @Sendable (Current) async -> NewCurrent,
    _ transform: @escaping @Sendable (Element) async -> Result?
  ) -> StreamPlan<NewCurrent, Result> {
    StreamPlan<NewCurrent, Result>(value: { await current(value($0)) }, position: position) { run, start in
      let base = open(run, start)
      let state = (base: base, isFirst: start.beginsWithElement)
      return StatefulPoll(state, yieldsSingleElements: base.yieldsSingleElements) { state, isolation in
        while let element = await state.base.next(isolation: isolation) {
          if let result = await transform(element) { return result }
          // An omitted first element isn't replaced by a later one.
          if state.isFirst { break }
        }
        state.isFirst = false
        return nil
      }
    }
  }

  /// Returns a plan that omits an element that is the same as the previous one.
  func removeDuplicates(by isSame: @escaping @Sendable (Element, Element) -> Bool) -> StreamPlan {
    StreamPlan(value: value, position: position) { run, start in
      let base = open(run, start.withBaseline)
      let state = (base: base, hasBaseline: start.beginsWithElement, last: Element?.none)
      return StatefulPoll(state, yieldsSingleElements: base.yieldsSingleElements) { state, isolation in
        if !state.hasBaseline {
          // The element that the run begins with only serves as the first comparison.
          state.last = await state.base.next(isolation: isolation)
          state.hasBaseline = true
        }
        while let element = await state.base.next(isolation: isolation) {
          let isRepeat = state.last.map { isSame($0, element) } ?? false
          state.last = element
          if !isRepeat { return element }
        }
        return nil
      }
    }
  }

  /// Returns a plan of the newest element after no newer one has arrived for an interval.
  ///
  /// A run that starts with an element produces that one immediately.
  func debounce<Time: Clock>(for interval: Time.Duration, clock: Time) -> StreamPlan {
    typealias Pending = (element: Element, deadline: Time.Instant)
    return StreamPlan(value: value, position: position) { run, start in
      let state = (run: run, base: open(run, start), isFirst: start.beginsWithElement, pending: Pending?.none)
      return StatefulPoll(state) { state, isolation in
        while let element = await state.base.next(isolation: isolation) {
          if state.isFirst {
            state.isFirst = false
            return element
          }
          state.pending = (element, clock.now.advanced(by: interval))
        }
        state.isFirst = false
        guard let (element, deadline) = state.pending else { return nil }
        if clock.now >= deadline {
          state.pending = nil
          return element
        }
        state.run.poll(after: {
          do { try await clock.sleep(until: deadline, tolerance: nil) } catch {
            // The run has a newer element or is canceled.
          }
        })
        return nil
      }
    }
  }

  /// Returns a plan of the elements of two plans, as they arrive; the first element comes from this plan.
  func merge(_ other: StreamPlan) -> StreamPlan {
    StreamPlan(
      value: { await value($0.parts.0 ?? position()) }, position: { .pair(position(), other.position()) }
    ) { run, start in
      let (first, second) = start.ofParts
      return StatefulPoll((open(run, first), other.open(run, .later(second.position)))) { bases, isolation in
        guard let element = await bases.0.next(isolation: isolation) else {
          return await bases.1.next(isolation: isolation)
        }
        // The runs alternate, so that neither can starve the other.
        bases = (bases.1, bases.0)
        return element
      }
    }
  }

  /// Returns a plan of the newest elements of two plans, with an element for each new one of either.
  func combineLatest<OtherCurrent: Sendable, Other: Sendable>(
    _ other: StreamPlan<OtherCurrent, Other>
  ) -> StreamPlan<(Current, OtherCurrent), (Element, Other)> {
    StreamPlan<(Current, OtherCurrent), (Element, Other)>(
      value: { position in
        let (first, second) = position.parts
        return (await value(first ?? self.position()), await other.value(second ?? other.position()))
      }, position: { .pair(position(), other.position()) }
    ) { run, start in
      let (first, second) = start.ofParts
      let state = (
        first: (run: open(run, first.withBaseline), latest: Element?.none),
        second: (run: other.open(run, second.withBaseline), latest: Other?.none), hasBaseline: start.beginsWithElement
      )
      return StatefulPoll(state) { state, isolation in
        if !state.hasBaseline {
          // The elements that the runs begin with aren't produced, only combined with later ones.
          state.first.latest = await state.first.run.next(isolation: isolation)
          state.second.latest = await state.second.run.next(isolation: isolation)
          state.hasBaseline = true
        }
        let new = (
          await state.first.run.next(isolation: isolation), await state.second.run.next(isolation: isolation)
        )
        state.first.latest = new.0 ?? state.first.latest
        state.second.latest = new.1 ?? state.second.latest
        guard new.0 != nil || new.1 != nil, let first = state.first.latest, let second = state.second.latest
        else { return nil }
        return (first, second)
      }
    }
  }
}
