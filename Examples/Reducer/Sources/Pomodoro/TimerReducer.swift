public import TypedSettings

/// What an action makes of the state, and what is to be written because of it.
///
/// A pure function: it changes nothing but the state that it is given, and neither reads nor writes a setting.
public struct TimerReducer: Sendable {
  private let settings: TimerSettings

  /// Makes a reducer whose effects write to settings.
  public init(settings: TimerSettings) { self.settings = settings }

  /// Applies an action to a state.
  ///
  /// - Returns: What is to be written.
  public func reduce(_ state: inout TimerState, _ action: TimerAction) -> SettingEffect {
    switch action {
    case .startTapped:
      state.minutesLeft = state.sessionLength
    case .minutePassed:
      state.minutesLeft = state.minutesLeft.flatMap { $0 > 1 ? $0 - 1 : nil }
    case .lengthStepped(let step):
      // Shown at once, and written after that.
      state.sessionLength = min(max(state.sessionLength + step, 5), 60)
      return settings.set(\.sessionLength, to: state.sessionLength)
    case .soundSwitchTapped:
      // Shown when the setting has changed, which comes back as `soundChanged`.
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
