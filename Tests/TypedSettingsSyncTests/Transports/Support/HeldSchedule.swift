import TypedSettings

@testable import TypedSettingsSync

/// A schedule whose work waits until a test runs it, as on a drive that doesn't respond; pauses end immediately.
final class HeldSchedule: FileSchedule {
  private let held = Collected<@Sendable () -> Void>()

  /// The work so far, in the order in which it was scheduled.
  var work: [@Sendable () -> Void] { held.elements }

  var now: Duration { .zero }

  var watching: (any FolderWatching)? { nil }

  func run(after delay: Duration, _ work: @escaping @Sendable () -> Void) {
    if delay == .zero { held.append(work) } else { work() }
  }
}
