#if Macros
  /// The arguments of `@SettingsGroup`, which the records of all settings of a group share.
  ///
  /// - Warning: This type is an implementation detail of the macro.
  public struct __GroupDeclaration {
    /// The namespace of the settings in the store.
    @usableFromInline let domain: String
    /// The prefix of the names in the store, if it isn't a literal.
    public let keyPrefix: String
    @usableFromInline let version: Int?
    @usableFromInline let traits: SettingsTrait
    @usableFromInline let migrations: () -> [SettingsMigration]

    /// Creates the declaration of a group.
    @inlinable
    public init(
      domain: String, keyPrefix: String = "", traits: SettingsTrait = [], version: Int? = nil,
      migrations: @escaping () -> [SettingsMigration] = { [] }
    ) {
      self.domain = domain
      self.keyPrefix = keyPrefix
      self.version = version
      self.traits = traits
      self.migrations = migrations
    }
  }

  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// Creates the record of a `@Pref`.
  ///
  /// - Warning: This function is an implementation detail of the macro; use ``SettingRecord``. Its parameters follow
  ///   the order of a declaration and have few labels, so that compiler errors point at the source of the declaration.
  @inlinable
  public func __pref<Value: Sendable>(
    traits: SettingsTrait = [], aliases: [String] = [], _ coding: SettingCoding<Value>,
    publish: SettingObservation.Timing = .afterStore, attributes: SettingsAttributes = SettingsAttributes(),
    _ defaultValue: Value, name: String, key: String, documentation: String? = nil, in group: __GroupDeclaration
  ) -> SettingRecord<Value> {
    SettingRecord(
      name: name, key: SettingsKey(domain: group.domain, name: key), default: defaultValue,
      documentation: documentation, traits: group.traits.union(traits), attributes: attributes, coding: coding,
      aliases: aliases, publish: publish, version: group.version, migrations: group.migrations)
  }

  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// Returns a coding with a rule.
  ///
  /// - Warning: This function is an implementation detail of the macro; use ``SettingCoding/validated(by:policy:)``.
  @inlinable
  public func __validated<Value>(
    _ rule: SettingValidation<Value>, policy: SettingValidationPolicy = .reject, _ coding: SettingCoding<Value>
  ) -> SettingCoding<Value> { coding.validated(by: rule, policy: policy) }

  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// Returns a coding of optional values with a rule for the values other than `nil`.
  ///
  /// - Warning: This function is an implementation detail of the macro; use ``SettingCoding/validated(by:policy:)``.
  @inlinable @_disfavoredOverload
  public func __validated<Wrapped>(
    _ rule: SettingValidation<Wrapped>, policy: SettingValidationPolicy = .reject, _ coding: SettingCoding<Wrapped?>
  ) -> SettingCoding<Wrapped?> { coding.validated(by: rule, policy: policy) }

  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// Returns `nil` as the default of a setting whose type is optional.
  ///
  /// - Warning: This function is an implementation detail of the macro.
  public func __nil<Wrapped>() -> Wrapped? { nil }

  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// A substitute for the default `nil` of a setting whose type isn't optional, which the compiler reports elsewhere.
  ///
  /// - Warning: This function is an implementation detail of the macro.
  @_disfavoredOverload
  public func __nil<Value>() -> Value { while true {} }

  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// Creates the record of a `@Pref` whose type may not be supported.
  ///
  /// - Warning: This function is an implementation detail of the macro; use ``SettingRecord``. Its parameters follow
  ///   the order of a declaration and have few labels, so that compiler errors point at the source of the declaration.
  @inlinable
  public func __checkedPref<Value: Sendable>(
    traits: SettingsTrait = [], aliases: [String] = [], _ coding: SettingCoding<Value>,
    publish: SettingObservation.Timing = .afterStore, attributes: SettingsAttributes = SettingsAttributes(),
    _ defaultValue: Value, name: String, key: String, documentation: String? = nil, in group: __GroupDeclaration
  ) -> SettingRecord<Value> {
    SettingRecord(
      name: name, key: SettingsKey(domain: group.domain, name: key), default: defaultValue,
      documentation: documentation, traits: group.traits.union(traits), attributes: attributes, coding: coding,
      aliases: aliases, publish: publish, version: group.version, migrations: group.migrations)
  }

  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// Creates the record of a `@Pref` with a projecting wrapper.
  ///
  /// - Warning: This function is an implementation detail of the macro; use ``ProjectingSettingRecord``.
  public func __projectingPref<Wrapper: ProjectingSettingWrapper>(
    wrapper: Wrapper.Type, config: Wrapper.Config, traits: SettingsTrait = [], aliases: [String] = [],
    _ coding: SettingCoding<Wrapper.WrappedValue>, publish: SettingObservation.Timing = .afterStore,
    attributes: SettingsAttributes = SettingsAttributes(), _ defaultValue: Wrapper.WrappedValue, name: String,
    key: String, documentation: String? = nil, in group: __GroupDeclaration
  ) -> ProjectingSettingRecord<Wrapper> where Wrapper.WrappedValue: Sendable, Wrapper.Config: Sendable {
    ProjectingSettingRecord(
      wrapper: wrapper, config: config, name: name, key: SettingsKey(domain: group.domain, name: key),
      default: defaultValue, documentation: documentation, traits: group.traits.union(traits), attributes: attributes,
      coding: coding, aliases: aliases, publish: publish, version: group.version, migrations: group.migrations)
  }

  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// Creates a placeholder for the record of a setting whose values aren't `Sendable`.
  ///
  /// - Warning: This function is an implementation detail of the macro. The placeholder compiles everywhere except in
  ///   one call, whose error message explains the problem.
  @_disfavoredOverload
  public func __checkedPref<Value>(
    traits: SettingsTrait = [], aliases: [String] = [], _ coding: AutomaticPrefCoding,
    publish: SettingObservation.Timing = .afterStore, attributes: SettingsAttributes = SettingsAttributes(),
    _ defaultValue: Value, name: String, key: String, documentation: String? = nil, in group: __GroupDeclaration
  ) -> UnstorableSetting<Value> { UnstorableSetting() }

  /// A placeholder for the record of a setting whose type can't be stored, in a program that doesn't compile.
  ///
  /// - Warning: This type is an implementation detail of the macro. Its name is part of the error message. It has
  ///   members of ``SettingRecord``, so that code that uses the setting causes no further errors.
  @_documentation(visibility: internal)
  @dynamicMemberLookup
  public struct UnstorableSetting<Value>: Sendable {
    /// The value.
    public var value: Value {
      get { while true {} }
      nonmutating set { _ = newValue }
    }

    /// Does nothing.
    public func set(_ newValue: Value) throws {}

    /// Does nothing.
    public func reset() {}
  }

  extension UnstorableSetting where Value: Sendable {
    /// A property of the record.
    public subscript<Member>(dynamicMember member: KeyPath<SettingRecord<Value>, Member>) -> Member {
      while true {}
    }
  }

  /// The record of a setting whose type conforms to `Codable`, or to `RawRepresentable` with a raw value that can be
  /// stored.
  ///
  /// - Warning: This protocol is an implementation detail of the macro, and no type conforms to it. Its name is the
  ///   remedy in the error message for a type that can't be stored.
  @_documentation(visibility: internal)
  public protocol CodableOrRawRepresentable {}

  /// A setting whose type isn't isolated to an actor.
  ///
  /// - Warning: This protocol is an implementation detail of the macro, for the message of its unavailable conformance.
  @_documentation(visibility: internal)
  public protocol NonisolatedSetting {
    /// The type of the values.
    associatedtype Value
  }

  @available(
    *, unavailable,
    message: """
      a setting's type must be 'Sendable', and its conformance to 'Codable' must not be isolated to an actor; declare \
      the type 'nonisolated'
      """
  )
  extension UnstorableSetting: NonisolatedSetting {}

  extension SettingsList {
    /// Requires a setting whose values can be stored.
    ///
    /// - Warning: This method is an implementation detail of the macro.
    @_documentation(visibility: internal)
    public mutating func append<Record: CodableOrRawRepresentable>(_ record: Record) {}

    /// Requires a setting whose type isn't isolated to an actor.
    ///
    /// - Warning: This method is an implementation detail of the macro.
    @_documentation(visibility: internal)
    public mutating func append<Record: NonisolatedSetting>(_ record: Record) where Record.Value: Codable {}
  }
#endif
