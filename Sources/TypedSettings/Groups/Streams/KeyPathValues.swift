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
