internal import Dispatch

/// Takes the place of a watcher that the system does not let us make.
private struct NoFolderWatching: FolderWatching {
  func watch(
    _ path: String, hearing files: Set<String>, _ onChange: @escaping @Sendable (Set<String>?) -> Void
  ) -> FolderWatch? { nil }
}

/// Runs work on the threads of Dispatch.
final class DispatchSchedule: BackgroundSchedule {
  static let shared = DispatchSchedule()

  private let queue = DispatchQueue(label: "TypedSettings.FileSettingsStore", qos: .utility, attributes: .concurrent)
  private let beginning = ContinuousClock.now
  let watching: (any FolderWatching)? = FolderWatcher.make() ?? NoFolderWatching()

  func run(after delay: Duration, _ work: @escaping @Sendable () -> Void) {
    if delay == .zero { return queue.async(execute: work) }
    let (seconds, attoseconds) = delay.components
    queue.asyncAfter(
      deadline: .now() + .seconds(Int(seconds)) + .nanoseconds(Int(attoseconds / 1_000_000_000)), execute: work)
  }

  var now: Duration { ContinuousClock.now - beginning }
}
