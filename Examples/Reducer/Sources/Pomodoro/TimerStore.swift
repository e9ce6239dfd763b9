import TypedSettings

/// A store that holds the state, runs the reducer, and runs its effects.
@MainActor public final class TimerStore {
  /// The current state.
  public private(set) var state = TimerState() {
    didSet { if state != oldValue { render(state) } }
  }

  private let reducer: TimerReducer
  private let render: (TimerState) -> Void
  private let subscriptions = SettingSubscriptions()

  /// Creates a store whose state follows settings until the store is deallocated.
  ///
  /// - Parameters:
  ///   - settings: The settings.
  ///   - render: A closure that is called with each new state.
  public init(settings: TimerSettings, render: @escaping (TimerState) -> Void = { _ in }) {
    reducer = TimerReducer(settings: settings)
    self.render = render
    settings.$sessionLength.bind(in: subscriptions) { [weak self] in self?.send(.sessionLengthChanged($0)) }
    settings.$isSoundEnabled.bind(in: subscriptions) { [weak self] in self?.send(.soundChanged($0)) }
  }

  /// Applies an action.
  ///
  /// - Returns: The task that writes the settings that the action changes.
  @discardableResult
  public func send(_ action: TimerAction) -> Task<Void, Never> {
    let effect = reducer.reduce(&state, action)
    return Task { await effect() }
  }
}
