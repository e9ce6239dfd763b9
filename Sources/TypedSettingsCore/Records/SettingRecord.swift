/// A single setting of a group: its value, its store, and its metadata.
///
/// A group has one record for each `@Pref`, under the property's name with a dollar sign:
///
/// ```swift
/// settings.sessionLength = 50          // the value
/// settings.$sessionLength.isSet        // true
/// settings.$sessionLength.reset()      // back to the default
/// for await minutes in settings.$sessionLength.stream { … }
/// ```
///
/// The first read loads the value from the store; later reads use the record's cache. Any change, whether made through
/// another record of the key or in the store itself, updates the cache and notifies Swift Observation and the streams.
@dynamicMemberLookup
// Unchecked, because the compiler checks only final classes. Proof that it is safe: every stored property of this
// class, and of its one subclass, is a constant of a `Sendable` type, and no other module can add a subclass. All
// mutable state is inside the cache and the store, which are thread-safe themselves.
public class SettingRecord<Value: Sendable>: @unchecked Sendable {  // Safe: all properties are Sendable constants.
  /// The name of the property.
  public final let name: String

  /// The traits of the setting.
  public final let traits: SettingsTrait

  @usableFromInline final let documentation: String?
  @usableFromInline final let declaredAttributes: SettingsAttributes
  @usableFromInline package final let coding: SettingCoding<Value>
  @usableFromInline package final let link: SettingLink

  /// The value of the setting while it isn't set.
  ///
  /// It is part of the declaration and is stored only when it is assigned.
  public final let defaultValue: Value

  @usableFromInline final let cache: ValueCache<Value>

  /// Creates the record of a setting in the current store, ``PreferenceContext/store``.
  ///
  /// - Parameters:
  ///   - name: The name of the property.
  ///   - key: The identity of the setting in the store.
  ///   - defaultValue: The value while the setting isn't set. The rules of `coding` are applied to it; a value that
  ///     they don't allow is reported to ``SettingsDiagnostics``, and used.
  ///   - documentation: The documentation of the setting.
  ///   - traits: The traits of the setting.
  ///   - attributes: The attributes of the setting.
  ///   - coding: The coding that converts between values and stored values; `.automatic` for most types.
  ///   - aliases: Older names of the setting in the same domain. While the key is absent, the setting has the value of
  ///     the first alias that is present; the first write moves it to the key.
  ///   - publish: Whether observers are notified of a write after or before the store holds the value.
  ///   - version: The version of the domain's values that the record expects; `nil` if they are unversioned.
  ///   - migrations: The migrations that update older values to this version before the record is created.
  @inlinable
  public init(
    name: String, key: SettingsKey, default defaultValue: Value, documentation: String? = nil,
    traits: SettingsTrait = [], attributes: SettingsAttributes = SettingsAttributes(), coding: SettingCoding<Value>,
    aliases: [String] = [], publish: SettingObservation.Timing = .afterStore, version: Int? = nil,
    migrations: () -> [SettingsMigration] = { [] }
  ) {
    self.name = name
    self.defaultValue = coding.hasRules ? coding.validatedDefault(defaultValue, forKey: key) : defaultValue
    self.documentation = documentation
    let traits = coding.hasRules ? traits.union(coding.impliedTraits) : traits
    self.traits = traits
    declaredAttributes = attributes
    self.coding = coding
    link = Self.makeLink(
      name: name, key: key, default: defaultValue, traits: traits, attributes: attributes, coding: coding,
      aliases: aliases, publish: publish, version: version, migrations: migrations)
    cache = ValueCache()
  }

  /// Returns the link of a setting to the current store.
  ///
  /// Not inlined, because the initializer of a group contains the initializers of all of its records.
  @inlinable @inline(never)
  static func makeLink(
    name: String, key: SettingsKey, default defaultValue: Value, traits: SettingsTrait, attributes: SettingsAttributes,
    coding: SettingCoding<Value>, aliases: [String], publish: SettingObservation.Timing, version: Int?,
    migrations: () -> [SettingsMigration]
  ) -> SettingLink {
    let isPlain = version == nil && aliases.isEmpty && publish == .afterStore && !traits.contains(.transient)
    if isPlain,
      let link = SettingLink(
        toPlainSetting: key, valueType: Value.self, replacesStoredValue: coding.replacesStoredValue)
    {
      return link
    }
    return SettingLink(
      SettingDeclaration(
        name: name, key: key, valueType: Value.self, aliases: aliases, traits: traits, attributes: attributes),
      replacesStoredValue: coding.replacesStoredValue, announcesWrites: publish == .beforeStore, version: version,
      migrations: migrations,
      makeCheck: { coding.makeCheck(default: defaultValue) },
      makeTextReader: { coding.makeTextReader(default: defaultValue) })
  }

  deinit { CacheMemory.release(cache.storage, cache.word, as: Value.self) }

  /// The current value.
  ///
  /// Assigning a value writes it to the store. If the value breaks the setting's rule, or the store refuses it, nothing
  /// is changed, and the error is reported to ``SettingsDiagnostics``. Any part of the stored value that can't be
  /// decoded falls back to the default. The stored data is preserved, and the failure is reported once; see ``issues``.
  /// An in-place edit is a single write, and one that changes nothing doesn't write.
  public final var value: Value {
    @inlinable
    get {
      let revision = link.live.access()
      if !ValueCache<Value>.isInline, cache.isDefault(revision) { return defaultValue }
      return cache.read(revision) ?? load()
    }
    @inlinable
    set { assign(newValue) }
    @inlinable
    _modify {
      if ValueCache<Value>.isCopiedWithoutCost, case .replacing = link.mode {
        let before = self.value
        var value = before
        defer { finishEdit(value, from: before) }
        yield &value
        return
      }
      var (value, before) = startEdit()
      defer { finishEdit(value, of: before) }
      yield &value
    }
  }

  /// The attributes of the setting.
  public final var attributes: SettingsAttributes {
    documentation.map { declaredAttributes.setting(\.documentation, to: $0) } ?? declaredAttributes
  }

  /// An attribute of the setting, such as `settings.$soundEnabled.section`.
  public final subscript<Attribute>(dynamicMember attribute: KeyPath<SettingsAttributes, Attribute>) -> Attribute {
    attributes[keyPath: attribute]
  }
}

extension SettingRecord: CustomStringConvertible, CustomReflectable {
  /// The name and the value; the value of a ``SettingsTrait/secret`` setting is hidden.
  public var description: String { "\(name) = \(shownValue)" }

  /// The representation in the debugger and in `dump`: the name, the key and the value, which is hidden if it's secret.
  public var customMirror: Mirror {
    Mirror(self, children: ["name": name, "key": key, "value": shownValue])
  }

  private var shownValue: String { traits.contains(.secret) ? SettingsTrait.hiddenValue : "\(value)" }
}
