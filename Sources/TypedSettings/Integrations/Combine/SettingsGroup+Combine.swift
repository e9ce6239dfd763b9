#if canImport(Combine)
  public import Combine
#elseif OpenCombine
  public import OpenCombine
#endif

#if canImport(Combine) || OpenCombine
  extension SettingsGroup where Self: Sendable {
    /// Returns a publisher of a key path's values: the current one, followed by the later ones without repeats.
    ///
    /// ```swift
    /// let hours = settings.publisher(for: \.goals.dailyHours).sink { hours in print(hours) }
    /// ```
    ///
    /// - Parameter keyPath: A setting, a property that is computed from settings, or a path into a nested group. All
    ///   settings of the group and its nested groups that it reads are observed, even if they vary between evaluations.
    ///   It is evaluated on the writing threads, so it can't be isolated to an actor; for the main actor, use the other
    ///   overload of this function.
    /// - Returns: The publisher, for Combine or OpenCombine.
    public nonisolated func publisher<Value: Sendable & Equatable>(
      for keyPath: any KeyPath<Self, Value> & Sendable
    ) -> KeyPathPublisher<Self, Value> {
      KeyPathPublisher(keyPath, of: self) { $0 == $1 }
    }

    /// Returns a publisher of the values of a key path whose type isn't `Equatable`.
    ///
    /// It emits the current value first, and then one after each change of a setting that the key path reads.
    ///
    /// - Parameter keyPath: A setting, a property that is computed from settings, or a path into a nested group.
    /// - Returns: The publisher. The values of a setting aren't repeated; computed values may be.
    public nonisolated func publisher<Value: Sendable>(
      for keyPath: any KeyPath<Self, Value> & Sendable
    ) -> KeyPathPublisher<Self, Value> {
      KeyPathPublisher(keyPath, of: self) { _, _ in false }
    }
  }

  extension SettingsGroup {
    /// Returns a publisher of a key path's values on the main actor: the current one, followed by the later ones.
    ///
    /// The values aren't repeated. The group may be confined to the main actor, and doesn't have to be `Sendable`.
    ///
    /// ```swift
    /// let length = settings.publisher(for: \.sessionLength).sink { length in print(length) }
    /// ```
    ///
    /// - Parameter keyPath: A setting, a property that is computed from settings, or a path into a nested group. All
    ///   settings of the group and its nested groups that it reads are observed, even if they vary between evaluations.
    /// - Returns: The publisher. The first value arrives with the subscription, the later ones soon after the writes.
    @MainActor public func publisher<Value: Sendable & Equatable>(
      for keyPath: KeyPath<Self, Value>
    ) -> MainActorKeyPathPublisher<Value> {
      MainActorKeyPathPublisher(keyPath, of: self) { $0 == $1 }
    }

    /// Returns a publisher of the values of a key path whose type isn't `Equatable`, on the main actor.
    ///
    /// It emits the current value first, and then one after changes of the settings that the key path reads.
    ///
    /// - Parameter keyPath: A setting, a property that is computed from settings, or a path into a nested group.
    /// - Returns: The publisher. The first value arrives with the subscription, the later ones soon after the writes.
    @MainActor public func publisher<Value: Sendable>(
      for keyPath: KeyPath<Self, Value>
    ) -> MainActorKeyPathPublisher<Value> {
      MainActorKeyPathPublisher(keyPath, of: self) { _, _ in false }
    }
  }

  extension SettingsGroup where Self: ObservableObject {
    /// A publisher that emits when a setting of the group or of a nested group changes.
    ///
    /// It replaces the publisher that Combine synthesizes for `@Published` properties, so `@Published` properties of
    /// such a class don't notify its observers.
    public nonisolated var objectWillChange: SettingsWillChangePublisher {
      SettingsWillChangePublisher(of: linkedSettings)
    }
  }
#endif
