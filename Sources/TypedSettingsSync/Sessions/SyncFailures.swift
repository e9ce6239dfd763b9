internal import TypedSettings

/// An activity of a session that can fail, and that succeeds independently of the others.
enum SyncActivity: Hashable {
  /// Connecting the transport, and staying connected.
  case connecting
  /// Sending to a peer, or, without one, to the mailbox.
  case sending(to: SyncPeer?)
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
    var reported: Set<SettingsError.Code> = []
  }

  private var failures: [SyncActivity: Failures] = [:]

  /// Records the failure of an activity.
  ///
  /// - Returns: `true` if it has to be reported, because it's the first of its kind since a success.
  mutating func add(_ error: SettingsError, of activity: SyncActivity) -> Bool {
    failures[activity, default: Failures()].reported.insert(error.code).inserted
  }

  /// Returns the pause before an activity is repeated: one second after a success, and up to about four minutes later.
  mutating func pause(before activity: SyncActivity) -> Duration {
    let count = failures[activity]?.repetitionCount ?? 0
    failures[activity, default: Failures()].repetitionCount = count + 1
    return .seconds(1 << min(count, 8))
  }

  /// Forgets the failures of an activity, because it has succeeded or isn't possible any more.
  mutating func end(_ activity: SyncActivity) { failures[activity] = nil }
}
