#if Macros
  /// Stores a property of an `@Observable` class in a configured wrapper.
  ///
  /// `@Observable` turns stored properties into computed ones, which can't have a property wrapper. With this macro,
  /// the wrapper processes the values, and the property is observable like any other:
  ///
  /// ```swift
  /// @Observable
  /// final class Player {
  ///   @ObservedWrapper(Clamped<Int>.self, config: 0...100)
  ///   @ObservationIgnored
  ///   var percent: Int = 150      // reads 100
  /// }
  /// ```
  ///
  /// The class doesn't need a settings group. `@ObservationIgnored` keeps `@Observable` from generating accessors too.
  ///
  /// - Parameters:
  ///   - wrapper: The type of the wrapper, which is stored in a private property of the same name after an underscore.
  ///   - config: The configuration of the wrappers; an expression that is evaluated for every value.
  @attached(accessor, names: named(init), named(get), named(set), named(_modify))
  @attached(peer, names: prefixed(_), prefixed(`$`))
  public macro ObservedWrapper<Wrapper: SettingWrapper>(_ wrapper: Wrapper.Type, config: Wrapper.Config) =
    #externalMacro(module: "TypedSettingsMacros", type: "ObservedWrapperMacro")

  /// Stores a property of an `@Observable` class in a wrapper without a configuration.
  ///
  /// ```swift
  /// @Observable
  /// final class Recording {
  ///   @ObservedWrapper(Boxed<[Int]>.self)
  ///   @ObservationIgnored
  ///   var samples: [Int]
  ///
  ///   init(samples: [Int]) { self.samples = samples }
  /// }
  /// ```
  ///
  /// - Parameter wrapper: The type of the wrapper.
  @attached(accessor, names: named(init), named(get), named(set), named(_modify))
  @attached(peer, names: prefixed(_), prefixed(`$`))
  public macro ObservedWrapper<Wrapper: SettingWrapper>(_ wrapper: Wrapper.Type) =
    #externalMacro(module: "TypedSettingsMacros", type: "ObservedWrapperMacro") where Wrapper.Config == Void

  /// Stores a property of an `@Observable` class in a configured wrapper, with a projection.
  ///
  /// The projection has the name of the property after a dollar sign, is observable, and has the property's access
  /// level.
  ///
  /// - Parameters:
  ///   - wrapper: The type of the wrapper.
  ///   - config: The configuration of the wrappers; an expression that is evaluated for every value.
  ///   - projected: Whether to generate a property for the wrapper's projection; the literal `true` or `false`.
  @attached(accessor, names: named(init), named(get), named(set), named(_modify))
  @attached(peer, names: prefixed(_), prefixed(`$`))
  public macro ObservedWrapper<Wrapper: ProjectingSettingWrapper>(
    _ wrapper: Wrapper.Type, config: Wrapper.Config, projected: Bool
  ) = #externalMacro(module: "TypedSettingsMacros", type: "ObservedWrapperMacro")

  /// Stores a property of an `@Observable` class in a wrapper without a configuration, with a projection.
  ///
  /// ```swift
  /// struct Share: ProjectingSettingWrapper {
  ///   var wrappedValue: Double
  ///   var projectedValue: Int {
  ///     get { Int((wrappedValue * 100).rounded()) }
  ///     set { wrappedValue = Double(newValue) / 100 }
  ///   }
  ///
  ///   static func makeWrapper(from value: Double, config: Void) -> Share { Share(wrappedValue: value) }
  /// }
  ///
  /// @Observable
  /// final class Mixer {
  ///   @ObservedWrapper(Share.self, projected: true)
  ///   @ObservationIgnored
  ///   var volume: Double = 0.5
  /// }
  ///
  /// let mixer = Mixer()
  /// mixer.$volume = 75
  /// print(mixer.volume)       // 0.75
  /// ```
  ///
  /// - Parameters:
  ///   - wrapper: The type of the wrapper.
  ///   - projected: Whether to generate a property for the wrapper's projection; the literal `true` or `false`.
  @attached(accessor, names: named(init), named(get), named(set), named(_modify))
  @attached(peer, names: prefixed(_), prefixed(`$`))
  public macro ObservedWrapper<Wrapper: ProjectingSettingWrapper>(_ wrapper: Wrapper.Type, projected: Bool) =
    #externalMacro(module: "TypedSettingsMacros", type: "ObservedWrapperMacro") where Wrapper.Config == Void

  /// Stores a property of an `@Observable` class in a configured wrapper, with a projection.
  ///
  /// - Parameters:
  ///   - wrapper: The type of the wrapper.
  ///   - projected: Whether to generate a property for the wrapper's projection; the literal `true` or `false`.
  ///   - config: The configuration of the wrappers; an expression that is evaluated for every value.
  @attached(accessor, names: named(init), named(get), named(set), named(_modify))
  @attached(peer, names: prefixed(_), prefixed(`$`))
  public macro ObservedWrapper<Wrapper: ProjectingSettingWrapper>(
    _ wrapper: Wrapper.Type, projected: Bool, config: Wrapper.Config
  ) = #externalMacro(module: "TypedSettingsMacros", type: "ObservedWrapperMacro")

  /// Stores a property of an `@Observable` class in a configured wrapper, with a read-only projection.
  ///
  /// - Parameters:
  ///   - wrapper: The type of the wrapper.
  ///   - config: The configuration of the wrappers; an expression that is evaluated for every value.
  ///   - projected: Whether to generate a property for the wrapper's projection; the literal `true` or `false`.
  @attached(accessor, names: named(init), named(get), named(set), named(_modify))
  @attached(peer, names: prefixed(_), prefixed(`$`))
  public macro ObservedWrapper<Wrapper: ReadOnlyProjectingSettingWrapper>(
    _ wrapper: Wrapper.Type, config: Wrapper.Config, projected: Bool
  ) = #externalMacro(module: "TypedSettingsMacros", type: "ReadOnlyObservedWrapperMacro")

  /// Stores a property of an `@Observable` class in a configured wrapper, with a read-only projection.
  ///
  /// - Parameters:
  ///   - wrapper: The type of the wrapper.
  ///   - projected: Whether to generate a property for the wrapper's projection; the literal `true` or `false`.
  ///   - config: The configuration of the wrappers; an expression that is evaluated for every value.
  @attached(accessor, names: named(init), named(get), named(set), named(_modify))
  @attached(peer, names: prefixed(_), prefixed(`$`))
  public macro ObservedWrapper<Wrapper: ReadOnlyProjectingSettingWrapper>(
    _ wrapper: Wrapper.Type, projected: Bool, config: Wrapper.Config
  ) = #externalMacro(module: "TypedSettingsMacros", type: "ReadOnlyObservedWrapperMacro")

  /// Stores a property of an `@Observable` class in a wrapper without a configuration, with a read-only projection.
  ///
  /// - Parameters:
  ///   - wrapper: The type of the wrapper.
  ///   - projected: Whether to generate a property for the wrapper's projection; the literal `true` or `false`.
  @attached(accessor, names: named(init), named(get), named(set), named(_modify))
  @attached(peer, names: prefixed(_), prefixed(`$`))
  public macro ObservedWrapper<Wrapper: ReadOnlyProjectingSettingWrapper>(_ wrapper: Wrapper.Type, projected: Bool) =
    #externalMacro(module: "TypedSettingsMacros", type: "ReadOnlyObservedWrapperMacro") where Wrapper.Config == Void

  /// Reports that the wrapper has no projection.
  ///
  /// - Warning: This macro exists only for an error message that is clearer than the compiler's.
  @attached(accessor, names: named(init), named(get), named(set), named(_modify))
  @attached(peer, names: prefixed(_), prefixed(`$`))
  public macro ObservedWrapper<Wrapper: SettingWrapper>(_ wrapper: Wrapper.Type, projected: Bool) =
    #externalMacro(module: "TypedSettingsMacros", type: "UnprojectedObservedWrapperMacro")
  where Wrapper.Config == Void

  /// Reports that the configured wrapper has no projection.
  ///
  /// - Warning: This macro exists only for an error message that is clearer than the compiler's.
  @attached(accessor, names: named(init), named(get), named(set), named(_modify))
  @attached(peer, names: prefixed(_), prefixed(`$`))
  public macro ObservedWrapper<Wrapper: SettingWrapper>(
    _ wrapper: Wrapper.Type, config: Wrapper.Config, projected: Bool
  ) = #externalMacro(module: "TypedSettingsMacros", type: "UnprojectedObservedWrapperMacro")

  /// Reports that the type of the wrapper is missing.
  ///
  /// - Warning: This macro exists only for an error message that is clearer than the compiler's.
  @attached(accessor, names: named(init), named(get), named(set), named(_modify))
  @attached(peer, names: prefixed(_), prefixed(`$`))
  public macro ObservedWrapper() = #externalMacro(module: "TypedSettingsMacros", type: "ObservedWrapperMacro")
#endif
