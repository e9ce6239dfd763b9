#if Macros
  /// Keeps a property of an `@Observable` class in a wrapper.
  ///
  /// `@Observable` turns stored properties into computed ones, which cannot carry a property wrapper. Named in the macro
  /// instead, the wrapper does its work, and the property is observed like any other:
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
  /// The class needs no group of settings. `@ObservationIgnored` keeps `@Observable` from writing accessors too.
  ///
  /// - Parameters:
  ///   - wrapper: The type of the wrapper, which is kept in a private property of the same name after an underscore.
  ///   - config: What each wrapper is made with; an expression that is evaluated for every value.
  @attached(accessor, names: named(init), named(get), named(set), named(_modify))
  @attached(peer, names: prefixed(_), prefixed(`$`))
  public macro ObservedWrapper<Wrapper: SettingWrapper>(_ wrapper: Wrapper.Type, config: Wrapper.Config) =
    #externalMacro(module: "TypedSettingsMacros", type: "ObservedWrapperMacro")

  /// Keeps a property of an `@Observable` class in a wrapper that is made of a value alone.
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

  /// Keeps a property of an `@Observable` class in a wrapper, and shows the wrapper's projection.
  ///
  /// The projection has the name of the property after a dollar sign, and is observed and as visible as the property.
  ///
  /// - Parameters:
  ///   - wrapper: The type of the wrapper.
  ///   - config: What each wrapper is made with; an expression that is evaluated for every value.
  ///   - projected: Whether there is a property for the wrapper's projection; the literal `true` or `false`.
  @attached(accessor, names: named(init), named(get), named(set), named(_modify))
  @attached(peer, names: prefixed(_), prefixed(`$`))
  public macro ObservedWrapper<Wrapper: ProjectingSettingWrapper>(
    _ wrapper: Wrapper.Type, config: Wrapper.Config, projected: Bool
  ) = #externalMacro(module: "TypedSettingsMacros", type: "ObservedWrapperMacro")

  /// Keeps a property of an `@Observable` class in a wrapper that is made of a value alone, and shows its projection.
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
  ///   - projected: Whether there is a property for the wrapper's projection; the literal `true` or `false`.
  @attached(accessor, names: named(init), named(get), named(set), named(_modify))
  @attached(peer, names: prefixed(_), prefixed(`$`))
  public macro ObservedWrapper<Wrapper: ProjectingSettingWrapper>(_ wrapper: Wrapper.Type, projected: Bool) =
    #externalMacro(module: "TypedSettingsMacros", type: "ObservedWrapperMacro") where Wrapper.Config == Void

  /// Keeps a property of an `@Observable` class in a wrapper, and shows the wrapper's projection.
  ///
  /// - Parameters:
  ///   - wrapper: The type of the wrapper.
  ///   - projected: Whether there is a property for the wrapper's projection; the literal `true` or `false`.
  ///   - config: The value that each wrapper is made with; an expression that is evaluated for every value.
  @attached(accessor, names: named(init), named(get), named(set), named(_modify))
  @attached(peer, names: prefixed(_), prefixed(`$`))
  public macro ObservedWrapper<Wrapper: ProjectingSettingWrapper>(
    _ wrapper: Wrapper.Type, projected: Bool, config: Wrapper.Config
  ) = #externalMacro(module: "TypedSettingsMacros", type: "ObservedWrapperMacro")

  /// Keeps a property of an `@Observable` class in a wrapper, and shows the wrapper's projection, which can only be read.
  ///
  /// - Parameters:
  ///   - wrapper: The type of the wrapper.
  ///   - config: The value that each wrapper is made with; an expression that is evaluated for every value.
  ///   - projected: Whether there is a property for the wrapper's projection; the literal `true` or `false`.
  @attached(accessor, names: named(init), named(get), named(set), named(_modify))
  @attached(peer, names: prefixed(_), prefixed(`$`))
  public macro ObservedWrapper<Wrapper: ReadOnlyProjectingSettingWrapper>(
    _ wrapper: Wrapper.Type, config: Wrapper.Config, projected: Bool
  ) = #externalMacro(module: "TypedSettingsMacros", type: "ReadOnlyObservedWrapperMacro")

  /// Keeps a property of an `@Observable` class in a wrapper, and shows the wrapper's projection, which can only be read.
  ///
  /// - Parameters:
  ///   - wrapper: The type of the wrapper.
  ///   - projected: Whether there is a property for the wrapper's projection; the literal `true` or `false`.
  ///   - config: The value that each wrapper is made with; an expression that is evaluated for every value.
  @attached(accessor, names: named(init), named(get), named(set), named(_modify))
  @attached(peer, names: prefixed(_), prefixed(`$`))
  public macro ObservedWrapper<Wrapper: ReadOnlyProjectingSettingWrapper>(
    _ wrapper: Wrapper.Type, projected: Bool, config: Wrapper.Config
  ) = #externalMacro(module: "TypedSettingsMacros", type: "ReadOnlyObservedWrapperMacro")

  /// Keeps a property of an `@Observable` class in a wrapper, and shows the wrapper's projection, which can only be read.
  ///
  /// - Parameters:
  ///   - wrapper: The type of the wrapper.
  ///   - projected: Whether there is a property for the wrapper's projection; the literal `true` or `false`.
  @attached(accessor, names: named(init), named(get), named(set), named(_modify))
  @attached(peer, names: prefixed(_), prefixed(`$`))
  public macro ObservedWrapper<Wrapper: ReadOnlyProjectingSettingWrapper>(_ wrapper: Wrapper.Type, projected: Bool) =
    #externalMacro(module: "TypedSettingsMacros", type: "ReadOnlyObservedWrapperMacro") where Wrapper.Config == Void

  /// Reports that the name of the wrapper is missing.
  ///
  /// - Warning: It is there for that error alone, which says more than that of the compiler.
  @attached(accessor, names: named(init), named(get), named(set), named(_modify))
  @attached(peer, names: prefixed(_), prefixed(`$`))
  public macro ObservedWrapper() = #externalMacro(module: "TypedSettingsMacros", type: "ObservedWrapperMacro")
#endif
