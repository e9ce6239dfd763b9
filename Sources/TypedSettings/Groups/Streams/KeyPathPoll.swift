/// Gives the newest value of a key path of a group whenever what it reads has changed.
final class KeyPathPoll<Group: SettingsGroup, Element: Sendable>: StreamPoll {
  private let group: Group
  private let keyPath: KeyPath<Group, Element>
  private let isSame: (Element, Element) -> Bool
  private var trail: KeyPathTrail<Element>

  init(
    _ keyPath: KeyPath<Group, Element>, of group: Group, isSame: @escaping (Element, Element) -> Bool,
    _ signal: StreamSignal
  ) {
    self.group = group
    self.keyPath = keyPath
    self.isSame = isSame
    trail = KeyPathTrail(of: group) { signal.raise() }
  }

  var givesOneElementAtATime: Bool { true }

  func next(isolation: isolated (any Actor)?) async -> Element? {
    trail.next(isSame: isSame) { group[keyPath: keyPath] }
  }
}
