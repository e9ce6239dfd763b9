/// One setting of a group: its value, where it is kept, and what is known about it.
///
/// A group has one for each `@Pref`, under the property's name with a dollar sign:
///
/// ```swift
/// settings.sessionLength = 50          // the value
/// settings.$sessionLength.isSet        // true
/// settings.$sessionLength.reset()      // back to the default
/// for await minutes in settings.$sessionLength.stream { … }
/// ```
///
/// The first read asks the store, later ones the record's cache. A change from anywhere (another record of the key,
/// the store itself) reaches the cache, Swift Observation and the streams.
@dynamicMemberLookup
// Unchecked, because the compiler checks final classes alone. Proof that it is safe: every stored property of this
// class, and of its one subclass, is a constant of a `Sendable` type, and no other module can add a subclass. So nothing
// that two threads share can change, but for what the cache and the store, which are safe themselves, guard.
public class SettingRecord<Value: Sendable>: @unchecked Sendable {  // Safe: it has constants of Sendable types alone.
  /// The name of the property.
  public final let name: String

  /// The traits of the setting.
  public final let traits: SettingsTrait

  @usableFromInline final let documentation: String?
  @usableFromInline final let declaredAttributes: SettingsAttributes
  @usableFromInline final let coding: SettingCoding<Value>
  @usableFromInline package final let link: SettingLink

  /// Whether a write need not look at what is stored; known once, because asking costs as much as half a write.
  ///
  /// It follows the link, because there it takes no room of its own.
  @usableFromInline final let replacesWhole: Bool

  /// The value of the setting while it is not set.
  ///
  /// It lives in the declaration and is stored only when it is assigned.
  public final let defaultValue: Value

  @usableFromInline final let cache: ValueCache<Value>

  /// Makes the record of a setting in the current store, ``PreferenceContext/store``.
  ///
  /// - Parameters:
  ///   - name: The name of the property.
  ///   - key: The identity of the setting in the store.
  ///   - defaultValue: The value while the setting is not set, after the rules of `coding` have seen it; one that they
  ///     do not allow is reported to ``SettingsDiagnostics``, and used.
  ///   - documentation: What the setting is for.
  ///   - traits: The traits of the setting.
  ///   - attributes: The attributes of the setting.
  ///   - coding: How values become stored values; `.automatic` for most types.
  ///   - aliases: Older names of the setting in the same domain. While the key is absent, the value of the first of
  ///     them that is present is the setting's; the first write moves it to the key.
  ///   - publish: Whether those who observe the value hear of a write after the store holds it, or before.
  ///   - version: The version of the domain's values that the record is made for; `nil` where they have none.
  ///   - migrations: What brings values of older versions to this one, before the record is made.
  @inlinable
  public init(
    name: String, key: SettingsKey, default defaultValue: Value, documentation: String? = nil,
    traits: SettingsTrait = [], attributes: SettingsAttributes = SettingsAttributes(), coding: SettingCoding<Value>,
    aliases: [String] = [], publish: SettingPublication = .afterStore, version: Int? = nil,
    migrations: () -> [SettingsMigration] = { [] }
  ) {
    self.name = name
    self.defaultValue = coding.hasRules ? coding.admittedDefault(defaultValue, forKey: key) : defaultValue
    self.documentation = documentation
    let traits = coding.hasRules ? traits.union(coding.impliedTraits) : traits
    self.traits = traits
    declaredAttributes = attributes
    self.coding = coding
    link = SettingLink(
      key, traits: traits, aliases: aliases, announcesWrites: publish == .beforeStore, version: version,
      migrations: migrations, valueType: Value.self,
      makeCheck: { coding.makeCheck(default: defaultValue) })
    cache = ValueCache()
    replacesWhole = coding.isPlain && version == nil
    link.prepareStore(for: Value.self, named: name, aliases: aliases, traits: traits, attributes: attributes)
  }

  /// The current value.
  ///
  /// Assigning changes the store; what the store refuses goes to ``SettingsDiagnostics``. What of a
  /// stored value is not of the type reads as the default's, is kept as it is, and is reported once; see ``issues``. An
  /// edit in place is one write, and one that changes nothing is none.
  public final var value: Value {
    @inlinable
    get {
      cache.read(link.live.access()) ?? load()
    }
    @inlinable
    set { assign(newValue) }
    @inlinable
    _modify {
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
