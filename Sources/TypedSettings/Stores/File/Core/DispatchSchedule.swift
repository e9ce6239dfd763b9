internal import Dispatch

/// Takes the place of a watcher that the system does not let us make.
private struct NoFolderWatching: FolderWatching {
  func watch(
    _ path: String, hearing files: Set<String>, _ onChange: @escaping @Sendable (Set<String>?) -> Void
  ) -> FolderWatch? { nil }
}

/// Runs work on the threads of Dispatch, once that can be used.
final class DispatchSchedule: BackgroundSchedule {
  static let shared = DispatchSchedule()

  private struct State {
    var isReady = false
    var watching: (any FolderWatching)?
  }

  private let state = LockedState(State())
  private let queue = DispatchQueue(label: "TypedSettings.FileSettingsStore", qos: .utility, attributes: .concurrent)
  private let beginning = ContinuousClock.now

  func run(after delay: Duration, _ work: @escaping @Sendable () -> Void) {
    #if os(Linux) || os(Android)
      guard isReady else { return thread.run(after: delay, work) }
    #endif
    if delay == .zero { return queue.async(execute: work) }
    let (seconds, attoseconds) = delay.components
    queue.asyncAfter(
      deadline: .now() + .seconds(Int(seconds)) + .nanoseconds(Int(attoseconds / 1_000_000_000)), execute: work)
  }

  var now: Duration { ContinuousClock.now - beginning }

  /// What watches folders; what watches none as long as the system lets us make no watcher.
  var watching: (any FolderWatching)? {
    #if os(Linux) || os(Android)
      guard isReady else { return NoFolderWatching() }
    #endif
    return state.withLock { state in
      if state.watching == nil { state.watching = FolderWatcher.make() }
      return state.watching ?? NoFolderWatching()
    }
  }

  #if os(Linux) || os(Android)
    /// Does the work of the queue until that can be used.
    private let thread = WaitingThread()

    /// The file descriptors that have to be free before the first use of a timer: those of Dispatch and of the watcher,
    /// and some more for the program's own threads, which may take theirs at the same time.
    private static let descriptorCount = 8

    /// Whether timers and sources of Dispatch can be used.
    ///
    /// On Linux, Dispatch ends the program if it gets no file descriptor for its first timer or source.
    private var isReady: Bool {
      state.withLock { state in
        if state.isReady { return true }
        state.isReady = SystemCalls.hasFreeDescriptors(Self.descriptorCount)
        // Now, so that Dispatch takes its descriptors before others do.
        if state.isReady { queue.asyncAfter(deadline: .now()) {} }
        return state.isReady
      }
    }
  #endif
}
