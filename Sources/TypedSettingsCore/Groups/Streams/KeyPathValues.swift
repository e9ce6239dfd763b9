/// An asynchronous sequence of the values of a key path of a group, which begins with the current value.
///
/// ```swift
/// for await theme in settings.values(for: \.theme) { print(theme) }
/// ```
///
/// The key path is evaluated in the loop, with the isolation of the loop. For a group that is isolated to an actor,
/// evaluation therefore runs on that actor. If a loop is slower than the writers, it receives the newest value and
/// skips the ones in between. The last value always arrives. The loop ends when its task is canceled.
public struct KeyPathValues<Group: SettingsGroup, Element: Sendable>: AsyncSequence {
  /// The type of error that the sequence throws; key paths don't throw.
  public typealias Failure = Never

  private let group: Group
  private let keyPath: KeyPath<Group, Element>
  private let isSame: ((Element, Element) -> Bool)?

  init(_ keyPath: KeyPath<Group, Element>, of group: Group, isSame: ((Element, Element) -> Bool)?) {
    self.group = group
    self.keyPath = keyPath
    self.isSame = isSame
  }

  /// Creates an iterator.
  public func makeAsyncIterator() -> FetchableStream<Element>.AsyncIterator {
    let run = StreamRun()
    return FetchableStream.AsyncIterator(run, KeyPathPoll(keyPath, of: group, isSame: isSame, run.signal))
  }
}

extension SettingsGroup {
  /// Returns the values of a key path: the current one, followed by later ones without repeats.
  ///
  /// ```swift
  /// for await theme in settings.values(for: \.theme) { print(theme) }
  /// for await hours in settings.values(for: \.goals.dailyHours) { … }
  /// ```
  ///
  /// - Parameter keyPath: The key path of a setting, of a property computed from settings, or into a nested group. The
  ///   sequence tracks which settings each evaluation reads, in the group and its nested groups.
  /// - Returns: The values.
  public nonisolated func values<Value: Sendable & Equatable>(
    for keyPath: KeyPath<Self, Value>
  ) -> KeyPathValues<Self, Value> {
    KeyPathValues(keyPath, of: self, isSame: ==)
  }

  /// Returns the values of a key path whose type isn't `Equatable`.
  ///
  /// The current value is followed by one for each change of a setting that the key path reads.
  ///
  /// - Parameter keyPath: The key path of a setting, of a property computed from settings, or into a nested group.
  /// - Returns: The values. Those of a setting have no repeats; computed ones can have them.
  public nonisolated func values<Value: Sendable>(for keyPath: KeyPath<Self, Value>) -> KeyPathValues<Self, Value> {
    KeyPathValues(keyPath, of: self, isSame: nil)
  }
}

/// A run that produces the newest value of a key path whenever a setting that it reads changes.
private final class KeyPathPoll<Group: SettingsGroup, Element: Sendable>: StreamPoll {
  private let group: Group
  private let keyPath: KeyPath<Group, Element>
  private let isSame: ((Element, Element) -> Bool)?
  private var dependencies: KeyPathDependencies<Element>

  init(
    _ keyPath: KeyPath<Group, Element>, of group: Group, isSame: ((Element, Element) -> Bool)?, _ signal: StreamSignal
  ) {
    self.group = group
    self.keyPath = keyPath
    self.isSame = isSame
    dependencies = KeyPathDependencies(of: group) { signal.raise() }
  }

  var yieldsSingleElements: Bool { true }

  func next(isolation: isolated (any Actor)?) async -> Element? {
    dependencies.next(isSame: isSame) { group[keyPath: keyPath] }
  }
}
