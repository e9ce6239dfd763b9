internal import TypedSettingsCore

/// An activity of a session that can fail, and that succeeds independently of the others.
enum SyncActivity: Hashable {
  /// Connecting a transport, and staying connected.
  case connecting(Int)
  /// Sending to a peer or into a mailbox.
  case sending(to: SyncDestination)
  /// Removing the mailboxes of forgotten devices.
  case removing(on: Int)
  /// Decoding the messages of a peer.
  case decoding(from: SyncPeer)
  /// Saving the state.
  case saving
  /// Keeping and reporting received entries.
  case merging
}

/// The failures of activities since each of them has last succeeded.
struct SyncFailures {
  private struct Failures {
    /// The number of attempts that are repeated.
    var repetitionCount = 0
    /// The codes of the reported errors, each with the code of its cause.
    var reported: Set<[SettingsError.Code?]> = []
  }

  private var failures: [SyncActivity: Failures] = [:]

  /// The longest pause before an activity is repeated.
  private static let longestPause = Self.pause(after: .max)
  /// The time that an activity has to last before it's repeated after the shortest pause again.
  private static let stableDuration = Duration.seconds(10)

  /// Records the failure of an activity.
  ///
  /// - Returns: `true` if it has to be reported, because it's the first of its kind since a success.
  mutating func add(_ error: SettingsError, of activity: SyncActivity) -> Bool {
    let codes = [error.code, (error.underlying as? SettingsError)?.code]
    return failures[activity, default: Failures()].reported.insert(codes).inserted
  }

  /// Returns the pause before an activity is repeated: one second after a success, and up to about four minutes later.
  mutating func pause(before activity: SyncActivity) -> Duration {
    let count = failures[activity]?.repetitionCount ?? 0
    failures[activity, default: Failures()].repetitionCount = count + 1
    return Self.pause(after: count)
  }

  private static func pause(after repetitionCount: Int) -> Duration { .seconds(1 << min(repetitionCount, 8)) }

  /// Records that an activity has lasted for some time, and is about to be repeated.
  ///
  /// An activity can succeed for a moment each time, such as a connection to mailboxes that delivers messages before it
  /// fails. It counts as a success only if it has lasted, and its failures are reported again only if that was longer
  /// than any pause.
  mutating func end(_ activity: SyncActivity, lasting duration: Duration) {
    if duration > Self.longestPause {
      end(activity)
    } else if duration >= Self.stableDuration {
      failures[activity]?.repetitionCount = 0
    }
  }

  /// Forgets the failures of an activity, because it has succeeded or is no longer possible.
  mutating func end(_ activity: SyncActivity) { failures[activity] = nil }
}
