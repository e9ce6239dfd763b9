/// What runs later or elsewhere for a store, and what tells it of changes to its folder.
package protocol BackgroundSchedule: Sendable {
  /// Runs work on another thread after a time.
  func run(after delay: Duration, _ work: @escaping @Sendable () -> Void)

  /// The time, from some beginning.
  var now: Duration { get }

  /// What watches folders; `nil` where nothing does.
  var watching: (any FolderWatching)? { get }
}
