/// Gives the elements of another run that are not the same as the one before.
final class RemoveDuplicatesPoll<Element: Sendable>: StreamPoll {
  private let base: any StreamPoll<Element>
  private let isSame: @Sendable (Element, Element) -> Bool
  private var last: Element?
  private var hasBaseline: Bool

  /// Runs on a run that starts with an element; if `start` is ``StreamStart/later(_:)`` that one is only compared with.
  init(
    of base: any StreamPoll<Element>, _ start: StreamStart, by isSame: @escaping @Sendable (Element, Element) -> Bool
  ) {
    self.base = base
    self.isSame = isSame
    hasBaseline = start.beginsWithElement
  }

  var givesOneElementAtATime: Bool { base.givesOneElementAtATime }

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
