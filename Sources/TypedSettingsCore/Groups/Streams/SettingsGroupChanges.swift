/// An asynchronous sequence of the changes to a group's settings, in commit order.
///
/// ```swift
/// for await change in settings.changes { print(change.name) }
/// ```
///
/// Each setting that a transaction changes is reported as a separate change. If a loop is slower than the writers, the
/// changes of a setting are coalesced, from the oldest value not yet consumed to the newest. If both are equal, nothing
/// is reported. Memory use is therefore bounded by the number of settings. The loop ends when its task is canceled.
///
/// Changes arrive in the order of the commits across all settings and threads. A change waits in the sequence while an
/// earlier one is still being delivered, so an observer that doesn't return delays later changes. This guarantee holds
/// for the in-memory, file and `UserDefaults` stores, which number a change as they commit it.
///
/// In layered stores, behind aliases, and in other stores, a change is adopted when it's received. Changes of one
/// setting keep their order. Changes of several settings arrive in the order in which the store delivers them.
public struct SettingsGroupChanges: AsyncSequence, Sendable {
  /// The type of element: a committed change.
  public typealias Element = SettingsGroupChange

  /// The type of error that the sequence throws; it doesn't throw.
  public typealias Failure = Never

  private let settings: [(name: String, setting: any Setting)]

  init(of settings: [(name: String, setting: any Setting)]) { self.settings = settings }

  /// Creates an iterator over changes from now on.
  public func makeAsyncIterator() -> FetchableStream<SettingsGroupChange>.AsyncIterator {
    let run = StreamRun()
    return FetchableStream.AsyncIterator(run, GroupChangesPoll(of: settings, run.signal))
  }
}

extension SettingsGroup {
  /// The changes to the settings from now on, including nested groups, in commit order.
  ///
  /// ```swift
  /// for await change in settings.changes where change.origin != .local { … }
  /// ```
  public nonisolated var changes: SettingsGroupChanges { SettingsGroupChanges(of: allSettings) }

  /// Returns the changes to settings that have all of the given traits, including nested groups.
  ///
  /// - Parameter traits: The required traits.
  /// - Returns: The changes from now on, in commit order.
  public nonisolated func changes(withTraits traits: SettingsTrait) -> SettingsGroupChanges {
    SettingsGroupChanges(of: allSettings.filter { $0.setting.traits.isSuperset(of: traits) })
  }
}

/// A change to the stored value of a group's setting.
public struct SettingsGroupChange: Sendable {
  /// The name of the setting; in a nested group a path, such as `goals.dailyHours`.
  public let name: String

  /// The setting that changed.
  public let setting: any Setting

  /// The stored value before the change, or `nil` if there was none.
  public let oldValue: SettingsValue?

  /// The stored value after the change, or `nil` if there's none and the setting has its default.
  public let newValue: SettingsValue?

  /// The origin of the change.
  public let origin: SettingsChange.Origin
}

extension SettingsGroupChange: CustomStringConvertible, CustomReflectable {
  /// The name and the origin of the change; values are omitted because they may be secret.
  public var description: String { "\(name) changed (\(origin))" }

  /// The mirror for the debugger and `dump`; values are omitted because they may be secret.
  public var customMirror: Mirror { Mirror(self, children: ["name": name, "origin": origin]) }
}
