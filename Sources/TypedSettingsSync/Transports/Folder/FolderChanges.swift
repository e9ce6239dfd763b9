internal import TypedSettingsCore
internal import TypedSettingsFiles

/// The changes of a folder that haven't been looked at yet.
final class FolderChanges: Sendable {
  private struct State {
    /// A Boolean value that indicates whether the folder has to be listed.
    var isOutdated = true
    /// The files that were certainly written, also if their status is the same.
    var names: Set<String> = []
    /// A Boolean value that indicates whether the folder will be listed after a pause.
    var isPolling = false
  }

  private let state = LockedState(State())
  let signal = WakeSignal()

  /// Adds files that have changed; `nil` if they aren't known.
  func add(_ names: Set<String>?) {
    state.withLock { state in
      state.isOutdated = true
      state.names.formUnion(names ?? [])
    }
    signal.send()
  }

  /// Returns the files that have changed since the last call; `nil` if nothing has.
  func take() -> Set<String>? {
    state.withLock { state in
      guard state.isOutdated else { return nil }
      defer { (state.isOutdated, state.names) = (false, []) }
      return state.names
    }
  }

  /// Requests that the folder is listed after a pause, unless that's already requested.
  ///
  /// The request doesn't retain this object.
  func poll(after pause: Duration, on schedule: any FileSchedule) {
    let isFirst = state.withLock { state in
      defer { state.isPolling = true }
      return !state.isPolling
    }
    guard isFirst else { return }
    schedule.run(after: pause) { [weak self] in
      self?.state.withLock { $0.isPolling = false }
      self?.add(nil)
    }
  }
}
