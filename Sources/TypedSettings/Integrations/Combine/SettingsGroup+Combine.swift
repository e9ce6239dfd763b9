#if canImport(Combine)
  public import Combine
#elseif OpenCombine
  public import OpenCombine
#endif

#if canImport(Combine) || OpenCombine
  extension SettingsGroup where Self: Sendable {
    /// The values of a key path for Combine, or OpenCombine: the current one first, then the later ones without repeats.
    ///
    /// ```swift
    /// let hours = settings.publisher(for: \.goals.dailyHours).sink { hours in print(hours) }
    /// ```
    ///
    /// - Parameter keyPath: A setting, a property that is computed from settings, or a path into a nested group. What it
    ///   reads of the group and its nested groups is followed, also where that changes from one value to the next. It is
    ///   evaluated on the threads that write, so a property that is isolated to an actor will not do; on the main
    ///   actor there is another function of this name for it.
    /// - Returns: The publisher.
    public nonisolated func publisher<Value: Sendable & Equatable>(
      for keyPath: any KeyPath<Self, Value> & Sendable
    ) -> KeyPathPublisher<Self, Value> {
      KeyPathPublisher(keyPath, of: self) { $0 == $1 }
    }

    /// The values of a key path whose type is not `Equatable`: the current one first, then one after each change of a
    /// setting that it reads.
    ///
    /// - Parameter keyPath: A setting, a property that is computed from settings, or a path into a nested group.
    /// - Returns: The publisher. The values of a setting have no repeats; those that are computed may have.
    public nonisolated func publisher<Value: Sendable>(
      for keyPath: any KeyPath<Self, Value> & Sendable
    ) -> KeyPathPublisher<Self, Value> {
      KeyPathPublisher(keyPath, of: self) { _, _ in false }
    }
  }

  extension SettingsGroup {
    /// The values of a key path of a group that only the main actor may touch, also of one that is not `Sendable`: the
    /// current one first, then the later ones without repeats, on the main actor.
    ///
    /// ```swift
    /// let length = settings.publisher(for: \.sessionLength).sink { length in print(length) }
    /// ```
    ///
    /// - Parameter keyPath: A setting, a property that is computed from settings, or a path into a nested group. What it
    ///   reads of the group and its nested groups is followed, also where that changes from one value to the next.
    /// - Returns: The publisher. The first value arrives with the subscription, the later ones soon after the writes.
    @MainActor public func publisher<Value: Sendable & Equatable>(
      for keyPath: KeyPath<Self, Value>
    ) -> MainActorKeyPathPublisher<Value> {
      MainActorKeyPathPublisher(keyPath, of: self) { $0 == $1 }
    }

    /// The values of a key path whose type is not `Equatable`, on the main actor: the current one first, then one after
    /// changes of the settings that it reads.
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
    /// Tells that a setting of the group or of a nested one changes.
    ///
    /// It takes the place of the publisher that Combine makes for `@Published` properties, so those of such a class
    /// tell nobody.
    public nonisolated var objectWillChange: SettingsWillChangePublisher {
      SettingsWillChangePublisher(of: linkedSettings)
    }
  }
#endif
