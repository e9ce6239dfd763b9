extension SettingRecord {
  /// Calls a function with the current value at once and then with later ones, on the actor that the caller runs on.
  ///
  /// ```swift
  /// @MainActor func follow(_ settings: TimerSettings) {
  ///   settings.$theme.bind { theme in … }
  /// }
  /// ```
  ///
  /// The first call takes place before this function returns. Later ones come one at a time and without repeats; a
  /// caller whose actor is busy gets the newest value and misses those in between. Once the task has been cancelled on
  /// that actor there is no further call.
  ///
  /// The binding lasts until it is cancelled, and keeps what the function holds. An actor that is not a global one is
  /// kept too, so let somebody else cancel the binding. Code that runs on no actor passes `isolation: nil`, see
  /// ``bind(for:isolation:_:)-(_,Never?,_)``.
  ///
  /// - Parameters:
  ///   - lifetime: What the binding ends with, if its task is not cancelled before.
  ///   - isolation: The actor of the calls; leave it out.
  ///   - receive: What is called with the values.
  /// - Returns: The task of the binding, which ends when it is cancelled.
  @discardableResult
  public func bind(
    for lifetime: SettingLifetime? = nil, isolation: isolated any Actor = #isolation,
    _ receive: @escaping (Value) -> Void
  ) -> Task<Void, Never> {
    follow(for: lifetime, isolation: isolation) { value in
      receive(value)
      return true
    }
  }

  /// Calls a function with an object, and the current value at once and then with later ones, on the actor that the
  /// caller runs on.
  ///
  /// ```swift
  /// @MainActor final class Player {
  ///   func play(_ settings: TimerSettings) {
  ///     settings.$soundEnabled.bind(to: self) { player, isEnabled in player.adjust(isEnabled) }
  ///   }
  ///   func adjust(_ isEnabled: Bool) { … }
  /// }
  /// ```
  ///
  /// The binding does not keep the object. When the object is gone there is no further call, and the binding ends at the
  /// next change of the setting; it cannot end earlier, because nobody is told when an object goes. Where a binding must
  /// leave nothing behind, give it a lifetime that goes with the object.
  ///
  /// - Parameters:
  ///   - object: What the function is called with; it is held weakly.
  ///   - lifetime: What the binding ends with, if it does not end before.
  ///   - isolation: The actor of the calls; leave it out.
  ///   - receive: What is called with the object and the values. It must not hold the object itself.
  /// - Returns: The task of the binding, which ends when it is cancelled.
  @discardableResult
  public func bind<Object: AnyObject>(
    to object: Object, for lifetime: SettingLifetime? = nil, isolation: isolated any Actor = #isolation,
    _ receive: @escaping (Object, Value) -> Void
  ) -> Task<Void, Never> {
    follow(for: lifetime, isolation: isolation) { [weak object] value in
      guard let object else { return false }
      receive(object, value)
      return true
    }
  }

  /// Keeps a property of an object equal to the setting: now, and at each later change, on the actor that the caller
  /// runs on.
  ///
  /// ```swift
  /// @MainActor final class Player {
  ///   var isLoud = true
  ///   private let lifetime = SettingLifetime()
  ///
  ///   init(_ settings: TimerSettings) { settings.$soundEnabled.bind(to: self, \.isLoud, for: lifetime) }
  /// }
  /// ```
  ///
  /// The binding does not keep the object; see ``bind(to:for:isolation:_:)-(_,_,_,(Object,Value)->Void)`` for when it
  /// ends.
  ///
  /// - Parameters:
  ///   - object: The object; it is held weakly.
  ///   - property: The property that is to be equal to the setting.
  ///   - lifetime: What the binding ends with, if it does not end before.
  ///   - isolation: The actor that the property is set on; leave it out.
  /// - Returns: The task of the binding, which ends when it is cancelled.
  @discardableResult
  public func bind<Object: AnyObject>(
    to object: Object, _ property: ReferenceWritableKeyPath<Object, Value>, for lifetime: SettingLifetime? = nil,
    isolation: isolated any Actor = #isolation
  ) -> Task<Void, Never> {
    bind(to: object, for: lifetime, isolation: isolation) { $0[keyPath: property] = $1 }
  }
}
