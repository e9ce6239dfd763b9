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

extension SettingsGroup {
  /// The later changes of the settings, nested groups included, in the order of the commits.
  ///
  /// ```swift
  /// for await change in settings.changes where change.origin != .local { … }
  /// ```
  public nonisolated var changes: SettingsGroupChanges { SettingsGroupChanges(of: allSettings) }

  /// The later changes of the settings that have all of the given traits, nested groups included.
  ///
  /// - Parameter traits: What a setting must have.
  /// - Returns: The changes, in the order of the commits.
  public nonisolated func changes(withTraits traits: SettingsTrait) -> SettingsGroupChanges {
    SettingsGroupChanges(of: allSettings.filter { $0.setting.traits.isSuperset(of: traits) })
  }
}

/// What the stream of a group's changes tells: one of its settings has another stored value.
public struct SettingsGroupChange: Sendable {
  /// The name of the setting; in a nested group a path, such as `goals.dailyHours`.
  public let name: String

  /// The setting that changed.
  public let setting: any Setting

  /// The stored value before the change; `nil` if there was none.
  public let oldValue: SettingsValue?

  /// The stored value after the change; `nil` if there is none, and the setting has its default.
  public let newValue: SettingsValue?

  /// Where the change comes from.
  public let origin: SettingsChange.Origin
}

extension SettingsGroupChange: CustomStringConvertible, CustomReflectable {
  /// The name and where the change comes from; the values are left out, since they may be secret.
  public var description: String { "\(name) changed (\(origin))" }

  /// What the debugger and `dump` show; the values are left out, since they may be secret.
  public var customMirror: Mirror { Mirror(self, children: ["name": name, "origin": origin]) }
}
