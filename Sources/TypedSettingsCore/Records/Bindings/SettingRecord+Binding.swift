extension SettingRecord {
  /// Calls a function immediately with the current value and then with later ones, on the caller's actor.
  ///
  /// ```swift
  /// @MainActor func follow(_ settings: TimerSettings) {
  ///   settings.$theme.bind { theme in … }
  /// }
  /// ```
  ///
  /// The first call is made before this function returns. Later calls are made one at a time and without repeats; if
  /// the actor is busy, the function receives the newest value and misses those in between. After you cancel the task
  /// on that actor, the function isn't called again.
  ///
  /// The binding lasts until it is canceled, and retains the captures of the function. It also retains an actor that
  /// isn't a global actor, so don't rely on that actor's deinitializer to cancel the binding. From code that isn't
  /// isolated to an actor, pass `isolation: nil`; see ``bind(in:isolation:_:)-(_,Never?,_)``.
  ///
  /// - Parameters:
  ///   - subscriptions: An object that ends the binding, unless its task is canceled before.
  ///   - isolation: The actor of the calls; omit this argument.
  ///   - receive: The function to call with each value.
  /// - Returns: The task of the binding; cancel it to end the binding.
  @discardableResult
  public func bind(
    in subscriptions: SettingSubscriptions? = nil, isolation: isolated any Actor = #isolation,
    _ receive: @escaping (Value) -> Void
  ) -> Task<Void, Never> {
    follow(in: subscriptions, isolation: isolation) { value in
      receive(value)
      return true
    }
  }

  /// Calls a function immediately with an object and the current value, and later with new ones, on the same actor.
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
  /// The binding doesn't retain the object. After the object is deallocated, the function isn't called again, and the
  /// binding ends at the next change of the setting, because a deallocation isn't observable. To end it together with
  /// the object, pass subscriptions that the object owns.
  ///
  /// - Parameters:
  ///   - object: The object to pass to the function; it is referenced weakly.
  ///   - subscriptions: An object that ends the binding, unless it ends before.
  ///   - isolation: The actor of the calls; omit this argument.
  ///   - receive: The function to call with the object and each value. It must not capture the object strongly.
  /// - Returns: The task of the binding; cancel it to end the binding.
  @discardableResult
  public func bind<Object: AnyObject>(
    to object: Object, in subscriptions: SettingSubscriptions? = nil, isolation: isolated any Actor = #isolation,
    _ receive: @escaping (Object, Value) -> Void
  ) -> Task<Void, Never> {
    follow(in: subscriptions, isolation: isolation) { [weak object] value in
      guard let object else { return false }
      receive(object, value)
      return true
    }
  }

  /// Sets a property of an object immediately to the current value, and then to later ones, on the caller's actor.
  ///
  /// ```swift
  /// @MainActor final class Player {
  ///   var isLoud = true
  ///   private let subscriptions = SettingSubscriptions()
  ///
  ///   init(_ settings: TimerSettings) { settings.$soundEnabled.bind(to: self, \.isLoud, in: subscriptions) }
  /// }
  /// ```
  ///
  /// The binding doesn't retain the object; for when it ends, see
  /// ``bind(to:in:isolation:_:)-(_,_,_,(Object,Value)->Void)``.
  ///
  /// - Parameters:
  ///   - object: The object; it is referenced weakly.
  ///   - property: The property to set.
  ///   - subscriptions: An object that ends the binding, unless it ends before.
  ///   - isolation: The actor on which the property is set; omit this argument.
  /// - Returns: The task of the binding; cancel it to end the binding.
  @discardableResult
  public func bind<Object: AnyObject>(
    to object: Object, _ property: ReferenceWritableKeyPath<Object, Value>,
    in subscriptions: SettingSubscriptions? = nil, isolation: isolated any Actor = #isolation
  ) -> Task<Void, Never> {
    bind(to: object, in: subscriptions, isolation: isolation) { $0[keyPath: property] = $1 }
  }
}

// Nonisolated code may run on several threads at once, so everything must be `Sendable` here. The parameter type
// `Never?` distinguishes these overloads from the isolated ones.

extension SettingRecord {
  /// Calls a function immediately with the current value and then with later ones, on no particular actor.
  ///
  /// ```swift
  /// let binding = settings.$theme.bind(isolation: nil) { theme in logger.info("\(theme)") }
  /// ```
  ///
  /// The first call is made before this function returns. Later calls are made on any thread, one at a time and without
  /// repeats; a slow function receives the newest value and misses those in between. A call in progress when the task
  /// is canceled still finishes.
  ///
  /// - Parameters:
  ///   - subscriptions: An object that ends the binding, unless its task is canceled before.
  ///   - isolation: `nil`; for code on an actor, see ``bind(in:isolation:_:)-(_,Actor,_)``.
  ///   - receive: The function to call with each value.
  /// - Returns: The task of the binding; cancel it to end the binding.
  @discardableResult
  public func bind(
    in subscriptions: SettingSubscriptions? = nil, isolation: Never?, _ receive: @escaping @Sendable (Value) -> Void
  ) -> Task<Void, Never> {
    follow(in: subscriptions, isolation: nil) { value in
      receive(value)
      return true
    }
  }

  /// Sets a property of an object immediately to the current value, and then to later ones, on no particular actor.
  ///
  /// The binding doesn't retain the object. After the object is deallocated, the binding ends at the next change of the
  /// setting. To end it together with the object, pass subscriptions that the object owns.
  ///
  /// - Parameters:
  ///   - object: The object; it is referenced weakly.
  ///   - property: The property to set.
  ///   - subscriptions: An object that ends the binding, unless it ends before.
  ///   - isolation: `nil`; for code on an actor, see ``bind(to:_:in:isolation:)-(_,_,_,Actor)``.
  /// - Returns: The task of the binding; cancel it to end the binding.
  @discardableResult
  public func bind<Object: AnyObject & Sendable>(
    to object: Object, _ property: any ReferenceWritableKeyPath<Object, Value> & Sendable,
    in subscriptions: SettingSubscriptions? = nil, isolation: Never?
  ) -> Task<Void, Never> {
    follow(in: subscriptions, isolation: nil) { [weak object] value in
      guard let object else { return false }
      object[keyPath: property] = value
      return true
    }
  }
}

extension SettingRecord {
  /// Calls a function with the current value and then with later ones, until it returns `false`.
  ///
  /// Without an actor, the calls are made on any thread, so a caller that passes `nil` must pass a function that is
  /// `Sendable`; the compiler doesn't check this.
  ///
  /// - Parameters:
  ///   - subscriptions: An object that cancels the task.
  ///   - isolation: The actor of the calls, on which this function runs too.
  ///   - receive: The function to call with each value.
  /// - Returns: The task that makes the later calls.
  private func follow(
    in subscriptions: SettingSubscriptions?, isolation: isolated (any Actor)?, _ receive: @escaping (Value) -> Bool
  ) -> Task<Void, Never> {
    let run = StreamRun()
    let poll = NewestValuePoll(of: self, .current, ChangeHub(link.live).subscribe(run.signal))
    // Before the first call, which may cancel the subscriptions.
    let slot = subscriptions?.makeSlot()
    if let value = poll.newest() { _ = receive(value) }
    let task = Task {
      // Captured, so that the task runs on this actor.
      _ = isolation
      while let value = await run.next(of: poll), receive(value) {}
      slot?.close()
    }
    slot?.store(task)
    return task
  }
}
