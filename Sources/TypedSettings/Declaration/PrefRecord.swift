#if Macros
  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// Makes the record of a `@Pref`.
  ///
  /// - Warning: It is there for the macro alone; use ``SettingRecord``. The parameters have the order in which a
  ///   declaration has them, and few labels, so that the compiler can report errors at the user's own code.
  @inlinable
  public func __prefRecord<Value: Sendable>(
    name: String, documentation: String? = nil, version: Int? = nil, migrations: () -> [SettingsMigration] = { [] },
    key: SettingsKey, traits: SettingsTrait = [], aliases: [String] = [], _ coding: SettingCoding<Value>,
    publish: SettingPublication = .afterStore, attributes: SettingsAttributes = SettingsAttributes(),
    _ defaultValue: Value
  ) -> SettingRecord<Value> {
    SettingRecord(
      name: name, key: key, default: defaultValue, documentation: documentation, traits: traits,
      attributes: attributes, coding: coding, aliases: aliases, publish: publish, version: version,
      migrations: migrations)
  }

  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// Makes the record of a `@Pref` whose type may not be fit for one.
  ///
  /// - Warning: It is there for the macro alone; use ``SettingRecord``. The parameters have the order in which a
  ///   declaration has them, and few labels, so that the compiler can report errors at the user's own code.
  @inlinable
  public func __checkedPrefRecord<Value: Sendable>(
    name: String, documentation: String? = nil, version: Int? = nil, migrations: () -> [SettingsMigration] = { [] },
    key: SettingsKey, traits: SettingsTrait = [], aliases: [String] = [], _ coding: SettingCoding<Value>,
    publish: SettingPublication = .afterStore, attributes: SettingsAttributes = SettingsAttributes(),
    _ defaultValue: Value
  ) -> SettingRecord<Value> {
    SettingRecord(
      name: name, key: key, default: defaultValue, documentation: documentation, traits: traits,
      attributes: attributes, coding: coding, aliases: aliases, publish: publish, version: version,
      migrations: migrations)
  }

  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// Makes the record of a `@Pref` that shows the projection of its wrapper.
  ///
  /// - Warning: It is there for the macro alone; use ``ProjectingSettingRecord``.
  public func __projectingPrefRecord<Wrapper: ProjectingSettingWrapper>(
    wrapper: Wrapper.Type, config: Wrapper.Config, name: String, documentation: String? = nil, version: Int? = nil,
    migrations: () -> [SettingsMigration] = { [] }, key: SettingsKey, traits: SettingsTrait = [],
    aliases: [String] = [], _ coding: SettingCoding<Wrapper.WrappedValue>, publish: SettingPublication = .afterStore,
    attributes: SettingsAttributes = SettingsAttributes(), _ defaultValue: Wrapper.WrappedValue
  ) -> ProjectingSettingRecord<Wrapper> where Wrapper.WrappedValue: Sendable, Wrapper.Config: Sendable {
    ProjectingSettingRecord(
      wrapper: wrapper, config: config, name: name, key: key, default: defaultValue, documentation: documentation,
      traits: traits, attributes: attributes, coding: coding, aliases: aliases, publish: publish, version: version,
      migrations: migrations)
  }

  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// Takes the place of a record whose values aren't `Sendable`.
  ///
  /// - Warning: It is there for the macro alone. It lets everything compile but one use, which says what is wrong.
  @_disfavoredOverload
  public func __checkedPrefRecord<Value>(
    name: String, documentation: String? = nil, version: Int? = nil, migrations: () -> [SettingsMigration] = { [] },
    key: SettingsKey, traits: SettingsTrait = [], aliases: [String] = [], _ coding: __PrefCoding,
    publish: SettingPublication = .afterStore, attributes: SettingsAttributes = SettingsAttributes(),
    _ defaultValue: Value
  ) -> __UnsendableRecord<Value> { __UnsendableRecord() }

  /// Stands for the record of a setting whose values aren't `Sendable`, in a program that doesn't compile.
  public struct __UnsendableRecord<Value>: Sendable {
    /// The value.
    public var value: Value {
      get { while true {} }
      nonmutating set { _ = newValue }
    }
  }

  extension SettingsList {
    /// Requires a setting whose values are `Sendable`.
    @available(
      *, unavailable,
      message:
        "a setting's type must conform to 'Sendable', and to 'Codable' or to 'RawRepresentable' with a raw value that can be stored"
    )
    public mutating func append<Value>(_ record: __UnsendableRecord<Value>) {}

    /// Requires a setting whose type is not isolated to an actor.
    @available(
      *, unavailable,
      message:
        "a setting's type must be 'Sendable', and its conformance to 'Codable' must not be isolated to an actor; declare the type 'nonisolated'"
    )
    public mutating func append<Value: Codable>(_ record: __UnsendableRecord<Value>) {}
  }
#endif
