/// Runs the background tasks of a store.
package protocol BackgroundSchedule: Sendable {
  /// Runs work on another thread after a delay.
  func run(after delay: Duration, _ work: @escaping @Sendable () -> Void)

  /// The time since an arbitrary point.
  var now: Duration { get }
}
