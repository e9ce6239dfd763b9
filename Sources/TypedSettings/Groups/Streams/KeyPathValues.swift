/// The values of a key path of a group: the current one first, then the later ones without repeats.
///
/// ```swift
/// for await theme in settings.values(for: \.theme) { print(theme) }
/// ```
///
/// The key path is evaluated in the loop, with the isolation of the loop: that of a group which is isolated to an actor
/// is followed on that actor. A loop that is slower than the writers gets the newest value and misses those in
/// between; the last value always arrives. The loop ends when its task is cancelled.
public struct KeyPathValues<Group: SettingsGroup, Element: Sendable>: AsyncSequence {
  /// A key path does not fail.
  public typealias Failure = Never

  private let group: Group
  private let keyPath: KeyPath<Group, Element>
  private let isSame: (Element, Element) -> Bool

  init(_ keyPath: KeyPath<Group, Element>, of group: Group, isSame: @escaping (Element, Element) -> Bool) {
    self.group = group
    self.keyPath = keyPath
    self.isSame = isSame
  }

  /// Begins an iteration.
  public func makeAsyncIterator() -> StreamIterator<Element> {
    let run = StreamRun()
    return StreamIterator(run, KeyPathPoll(keyPath, of: group, isSame: isSame, run.signal))
  }
}

extension SettingsGroup {
  /// The values of a key path: the current one first, then the later ones without repeats.
  ///
  /// ```swift
  /// for await theme in settings.values(for: \.theme) { print(theme) }
  /// for await hours in settings.values(for: \.goals.dailyHours) { … }
  /// ```
  ///
  /// - Parameter keyPath: A setting, a property that is computed from settings, or a path into a nested group. What it
  ///   reads of the group and its nested groups is followed, also where that changes from one value to the next.
  /// - Returns: The values.
  public nonisolated func values<Value: Sendable & Equatable>(
    for keyPath: KeyPath<Self, Value>
  ) -> KeyPathValues<Self, Value> {
    KeyPathValues(keyPath, of: self, isSame: ==)
  }

  /// The values of a key path whose type is not `Equatable`: the current one first, then one after each change of a
  /// setting that it reads.
  ///
  /// - Parameter keyPath: A setting, a property that is computed from settings, or a path into a nested group.
  /// - Returns: The values. Those of a setting have no repeats; those that are computed may have.
  public nonisolated func values<Value: Sendable>(for keyPath: KeyPath<Self, Value>) -> KeyPathValues<Self, Value> {
    KeyPathValues(keyPath, of: self) { _, _ in false }
  }
}

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
