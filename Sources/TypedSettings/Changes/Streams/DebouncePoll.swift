/// Gives the newest element of another run, once there has been no newer one for a while.
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
        // The run has something newer, or is cancelled.
      }
    })
    return nil
  }
}
