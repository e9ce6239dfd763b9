/// An observer of a setting, for as long as it lives.
///
/// Keep it where the observer belongs; with it the observer goes.
public final class SettingObservation: Sendable {
  private let live: LiveValue
  private let token: SettingsObservationToken

  init(live: LiveValue, token: SettingsObservationToken) {
    self.live = live
    self.token = token
  }

  deinit { cancel() }

  /// Ends the observation before its time; a call that is on the way at this moment still takes place.
  public func cancel() { live.removeObserver(token) }

  /// Whether the observer has yet to hear of a change that was made after one revision and before another.
  func isOwed(after heard: SettingsRevision, before limit: SettingsRevision) -> Bool {
    live.owes(token, after: heard, before: limit)
  }
}
