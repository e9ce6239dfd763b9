/// The later changes of the settings of a group, in the order of the commits.
///
/// ```swift
/// for await change in settings.changes { print(change.name) }
/// ```
///
/// Each setting that a transaction changes is a change of its own. A loop that is slower than the writers gets the
/// changes of a setting as one, from the oldest value that it has not seen to the newest, so memory is bounded by the
/// number of settings. The loop ends when its task is cancelled.
///
/// The order is that of the commits across all settings, whichever threads make them: a change waits in the stream while
/// an earlier one is still on the way to it, so an observer that does not return delays those after it. This holds in
/// the library's stores in memory, in files and in `UserDefaults`, which number a change in the step that makes it. In
/// layers, behind aliases and in other stores a change is taken over when it is heard: those of one setting keep their
/// order, and those of several settings come in the order in which the store tells of them.
public struct SettingsGroupChanges: AsyncSequence, Sendable {
  /// A change that has been made.
  public typealias Element = SettingsGroupChange

  /// The stream does not fail.
  public typealias Failure = Never

  private let settings: [(name: String, setting: any Setting)]

  init(of settings: [(name: String, setting: any Setting)]) { self.settings = settings }

  /// Begins an iteration, which hears of changes from now on.
  public func makeAsyncIterator() -> StreamIterator<SettingsGroupChange> {
    let run = StreamRun()
    return StreamIterator(run, GroupChangesPoll(of: settings, run.signal))
  }
}
