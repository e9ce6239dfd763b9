/// Gives what a function makes of the elements of another run, where it makes something.
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

  var givesOneElementAtATime: Bool { base.givesOneElementAtATime }

  func next(isolation: isolated (any Actor)?) async -> Element? {
    while let element = await base.next(isolation: isolation) {
      if let result = await transform(element) { return result }
      // A first element that is left out has no other in its place.
      if isFirst { break }
    }
    isFirst = false
    return nil
  }
}
