// What runs on no actor may run on several threads at once, so here everything has to be `Sendable`. `nil` as a type of
// its own tells these functions from those that need an actor.

extension SettingRecord {
  /// Calls a function with the current value at once and then with later ones, on no particular actor.
  ///
  /// ```swift
  /// let binding = settings.$theme.bind(isolation: nil) { theme in logger.info("\(theme)") }
  /// ```
  ///
  /// The first call takes place before this function returns, and later ones do on any thread, one at a time and
  /// without repeats; a function that is slow gets the newest value and misses those in between. A call that is on the
  /// way when the task is cancelled still takes place.
  ///
  /// - Parameters:
  ///   - lifetime: What the binding ends with, if its task is not cancelled before.
  ///   - isolation: `nil`; see ``bind(for:isolation:_:)-(_,Actor,_)`` for code that runs on an actor.
  ///   - receive: What is called with the values.
  /// - Returns: The task of the binding, which ends when it is cancelled.
  @discardableResult
  public func bind(
    for lifetime: SettingLifetime? = nil, isolation: Never?, _ receive: @escaping @Sendable (Value) -> Void
  ) -> Task<Void, Never> {
    follow(for: lifetime, isolation: nil) { value in
      receive(value)
      return true
    }
  }

  /// Keeps a property of an object equal to the setting: now, and at each later change, on no particular actor.
  ///
  /// The binding does not keep the object. When the object is gone the binding ends at the next change of the setting;
  /// to leave nothing behind, give it a lifetime that goes with the object.
  ///
  /// - Parameters:
  ///   - object: The object; it is held weakly.
  ///   - property: The property that is to be equal to the setting.
  ///   - lifetime: What the binding ends with, if it does not end before.
  ///   - isolation: `nil`; see ``bind(to:_:for:isolation:)-(_,_,_,Actor)`` for code that runs on an actor.
  /// - Returns: The task of the binding, which ends when it is cancelled.
  @discardableResult
  public func bind<Object: AnyObject & Sendable>(
    to object: Object, _ property: any ReferenceWritableKeyPath<Object, Value> & Sendable,
    for lifetime: SettingLifetime? = nil, isolation: Never?
  ) -> Task<Void, Never> {
    follow(for: lifetime, isolation: nil) { [weak object] value in
      guard let object else { return false }
      object[keyPath: property] = value
      return true
    }
  }
}
