internal import Dispatch
package import TypedSettingsCore

/// Runs the background tasks of a file store, and watches folders for it.
package protocol FileSchedule: BackgroundSchedule {
  /// The watcher of folders; `nil` if changes by other programs aren't observed.
  var watching: (any FolderWatching)? { get }
}

/// A watcher that watches nothing, for systems that provide none.
private struct NoFolderWatching: FolderWatching {
  func watch(
    _ path: String, trackingWritesTo files: Set<String>, _ onChange: @escaping @Sendable (Set<String>?) -> Void
  ) -> FolderWatch? { nil }
}

/// A schedule on the threads of Dispatch, once Dispatch can be used.
package final class DispatchSchedule: FileSchedule {
  package static let shared = DispatchSchedule()

  private struct State {
    var isReady = false
    var watching: (any FolderWatching)?
  }

  private let state = LockedState(State())
  private let queue = DispatchQueue(label: "TypedSettings.FileSettingsStore", qos: .utility, attributes: .concurrent)
  private let beginning = ContinuousClock.now

  package func run(after delay: Duration, _ work: @escaping @Sendable () -> Void) {
    #if os(Linux) || os(Android)
      guard isReady else { return thread.run(after: delay, work) }
    #endif
    let work: @Sendable () -> Void = { ForkBarrier.shared.run(work) }
    if delay == .zero { return queue.async(execute: work) }
    let (seconds, attoseconds) = delay.components
    queue.asyncAfter(
      deadline: .now() + .seconds(Int(seconds)) + .nanoseconds(Int(attoseconds / 1_000_000_000)), execute: work)
  }

  package var now: Duration { ContinuousClock.now - beginning }

  /// The shared watcher of folders, or one that watches nothing while the system provides none.
  package var watching: (any FolderWatching)? {
    #if os(Linux) || os(Android)
      guard isReady else { return NoFolderWatching() }
    #endif
    return state.withLock { state in
      if state.watching == nil { state.watching = FolderWatcher.make() }
      return state.watching ?? NoFolderWatching()
    }
  }

  /// A Boolean value that indicates whether timers and sources of Dispatch can be used without crashing the program.
  package var providesSources: Bool {
    #if os(Linux) || os(Android)
      isReady
    #else
      true
    #endif
  }

  #if os(Linux) || os(Android)
    /// Runs the work of the queue until Dispatch can be used.
    private let thread = WaitingThread()

    /// The number of file descriptors that must be free before the first use of a timer.
    ///
    /// Dispatch and the watcher use some of them. The others are for threads that open files at the same time.
    private static let descriptorCount = 8

    /// A Boolean value that indicates whether timers and sources of Dispatch can be used.
    ///
    /// On Linux, Dispatch crashes if it gets no file descriptor for its first timer or source.
    private var isReady: Bool {
      state.withLock { state in
        if state.isReady { return true }
        state.isReady = SystemCalls.hasFreeDescriptors(Self.descriptorCount)
        // Started now, so that Dispatch opens its descriptors before other threads open theirs.
        if state.isReady { queue.asyncAfter(deadline: .now()) {} }
        return state.isReady
      }
    }
  #endif
}
