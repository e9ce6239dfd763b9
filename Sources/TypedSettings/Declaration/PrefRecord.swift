#if Macros
  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// Creates the record of a `@Pref`.
  ///
  /// - Warning: This function is an implementation detail of the macro; use ``SettingRecord``. Its parameters follow
  ///   the order of a declaration and have few labels, so that compiler errors point at the source of the declaration.
  @inlinable
  public func __prefRecord<Value: Sendable>(
    name: String, documentation: String? = nil, version: Int? = nil, migrations: () -> [SettingsMigration] = { [] },
    key: SettingsKey, traits: SettingsTrait = [], aliases: [String] = [], _ coding: SettingCoding<Value>,
    publish: SettingObservation.Timing = .afterStore, attributes: SettingsAttributes = SettingsAttributes(),
    _ defaultValue: Value
  ) -> SettingRecord<Value> {
    SettingRecord(
      name: name, key: key, default: defaultValue, documentation: documentation, traits: traits,
      attributes: attributes, coding: coding, aliases: aliases, publish: publish, version: version,
      migrations: migrations)
  }

  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// Creates the record of a `@Pref` whose type may not be supported.
  ///
  /// - Warning: This function is an implementation detail of the macro; use ``SettingRecord``. Its parameters follow
  ///   the order of a declaration and have few labels, so that compiler errors point at the source of the declaration.
  @inlinable
  public func __checkedPrefRecord<Value: Sendable>(
    name: String, documentation: String? = nil, version: Int? = nil, migrations: () -> [SettingsMigration] = { [] },
    key: SettingsKey, traits: SettingsTrait = [], aliases: [String] = [], _ coding: SettingCoding<Value>,
    publish: SettingObservation.Timing = .afterStore, attributes: SettingsAttributes = SettingsAttributes(),
    _ defaultValue: Value
  ) -> SettingRecord<Value> {
    SettingRecord(
      name: name, key: key, default: defaultValue, documentation: documentation, traits: traits,
      attributes: attributes, coding: coding, aliases: aliases, publish: publish, version: version,
      migrations: migrations)
  }

  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// Creates the record of a `@Pref` with a projecting wrapper.
  ///
  /// - Warning: This function is an implementation detail of the macro; use ``ProjectingSettingRecord``.
  public func __projectingPrefRecord<Wrapper: ProjectingSettingWrapper>(
    wrapper: Wrapper.Type, config: Wrapper.Config, name: String, documentation: String? = nil, version: Int? = nil,
    migrations: () -> [SettingsMigration] = { [] }, key: SettingsKey, traits: SettingsTrait = [],
    aliases: [String] = [], _ coding: SettingCoding<Wrapper.WrappedValue>,
    publish: SettingObservation.Timing = .afterStore, attributes: SettingsAttributes = SettingsAttributes(),
    _ defaultValue: Wrapper.WrappedValue
  ) -> ProjectingSettingRecord<Wrapper> where Wrapper.WrappedValue: Sendable, Wrapper.Config: Sendable {
    ProjectingSettingRecord(
      wrapper: wrapper, config: config, name: name, key: key, default: defaultValue, documentation: documentation,
      traits: traits, attributes: attributes, coding: coding, aliases: aliases, publish: publish, version: version,
      migrations: migrations)
  }

  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// Creates a placeholder for the record of a setting whose values aren't `Sendable`.
  ///
  /// - Warning: This function is an implementation detail of the macro. The placeholder compiles everywhere except in
  ///   one call, whose error message explains the problem.
  @_disfavoredOverload
  public func __checkedPrefRecord<Value>(
    name: String, documentation: String? = nil, version: Int? = nil, migrations: () -> [SettingsMigration] = { [] },
    key: SettingsKey, traits: SettingsTrait = [], aliases: [String] = [], _ coding: __PrefCoding,
    publish: SettingObservation.Timing = .afterStore, attributes: SettingsAttributes = SettingsAttributes(),
    _ defaultValue: Value
  ) -> __UnsendableRecord<Value> { __UnsendableRecord() }

  /// A placeholder for the record of a setting whose values aren't `Sendable`, in a program that doesn't compile.
  ///
  /// - Warning: This type is an implementation detail of the macro.
  public struct __UnsendableRecord<Value>: Sendable {
    /// The value.
    public var value: Value {
      get { while true {} }
      nonmutating set { _ = newValue }
    }
  }

  extension SettingsList {
    /// Requires a setting whose values are `Sendable`.
    ///
    /// - Warning: This method is an implementation detail of the macro.
    @_documentation(visibility: internal)
    @available(
      *, unavailable,
      message: """
        a setting's type must conform to 'Sendable', and to 'Codable' or to 'RawRepresentable' with a raw value that \
        can be stored
        """
    )
    public mutating func append<Value>(_ record: __UnsendableRecord<Value>) {}

    /// Requires a setting whose type isn't isolated to an actor.
    ///
    /// - Warning: This method is an implementation detail of the macro.
    @_documentation(visibility: internal)
    @available(
      *, unavailable,
      message: """
        a setting's type must be 'Sendable', and its conformance to 'Codable' must not be isolated to an actor; \
        declare the type 'nonisolated'
        """
    )
    public mutating func append<Value: Codable>(_ record: __UnsendableRecord<Value>) {}
  }
#endif
