public import TypedSettings

/// A reducer that applies actions to the state and returns the writes as an effect.
///
/// The reducer is a pure function. It changes only the state that it receives, and neither reads nor writes a setting.
public struct TimerReducer: Sendable {
  private let settings: TimerSettings

  /// Creates a reducer whose effects write to settings.
  public init(settings: TimerSettings) { self.settings = settings }

  /// Applies an action to a state.
  ///
  /// - Returns: The effect that writes the changed settings.
  public func reduce(_ state: inout TimerState, _ action: TimerAction) -> SettingEffect {
    switch action {
    case .startTapped:
      state.minutesLeft = state.sessionLength
    case .minutePassed:
      state.minutesLeft = state.minutesLeft.flatMap { $0 > 1 ? $0 - 1 : nil }
    case .lengthStepped(let step):
      // Updates the state immediately, before the setting is written.
      state.sessionLength = min(max(state.sessionLength + step, 5), 60)
      return settings.set(\.sessionLength, to: state.sessionLength)
    case .soundSwitchTapped:
      // Updates the state when the setting has changed, with the action `soundChanged`.
      return settings.set(\.isSoundEnabled, to: !state.isSoundEnabled)
    case .resetTapped:
      return .merge(settings.reset(\.$sessionLength), settings.reset(\.$isSoundEnabled))
    case .sessionLengthChanged(let minutes):
      state.sessionLength = minutes
    case .soundChanged(let isEnabled):
      state.isSoundEnabled = isEnabled
    }
    return .none
  }
}
