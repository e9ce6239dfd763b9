/// Gives the elements of two runs as they come.
final class MergePoll<Element: Sendable>: StreamPoll {
  private var bases: (any StreamPoll<Element>, any StreamPoll<Element>)

  init(of first: any StreamPoll<Element>, _ second: any StreamPoll<Element>) { bases = (first, second) }

  func next(isolation: isolated (any Actor)?) async -> Element? {
    guard let element = await bases.0.next(isolation: isolation) else {
      return await bases.1.next(isolation: isolation)
    }
    // The other one's turn: neither can keep the other waiting.
    bases = (bases.1, bases.0)
    return element
  }
}
