/// A setting whose wrapper shows its value in a second way.
///
/// A group has one for each `@Pref` that says `projected: true`; it is a ``SettingRecord`` and has ``projection`` beside.
/// ``ProjectingSettingWrapper`` has an example.
public final class ProjectingSettingRecord<Wrapper: ProjectingSettingWrapper>: SettingRecord<Wrapper.WrappedValue>,
  // Unchecked, because the superclass is, and a subclass has to say so again. Proof that it is safe: the one property
  // added is a constant of a `Sendable` type, so nothing that two threads share can change here either.
  @unchecked Sendable  // Safe: it adds a constant of a Sendable type.
where Wrapper.WrappedValue: Sendable, Wrapper.Config: Sendable {
  private let config: Wrapper.Config

  /// Makes the record of a setting in the current store, ``PreferenceContext/store``.
  ///
  /// - Parameters:
  ///   - wrapper: The wrapper that shows the value in a second way; `coding` should be wrapped in it.
  ///   - config: What wrappers are made with.
  ///   - name: The name of the property.
  ///   - key: The identity of the setting in the store.
  ///   - defaultValue: The value while the setting is not set.
  ///   - documentation: What the setting is for.
  ///   - traits: The traits of the setting.
  ///   - attributes: The attributes of the setting.
  ///   - coding: How values become stored values, with the wrapper:
  ///     ``SettingCoding/wrapped(in:config:)``.
  ///   - aliases: Older names of the setting in the same domain.
  ///   - publish: Whether those who observe the value hear of a write after the store holds it, or before.
  ///   - version: The version of the domain's values that the record is made for; `nil` where they have none.
  ///   - migrations: What brings values of older versions to this one, before the record is made.
  public init(
    wrapper: Wrapper.Type, config: Wrapper.Config, name: String, key: SettingsKey,
    default defaultValue: Wrapper.WrappedValue, documentation: String? = nil, traits: SettingsTrait = [],
    attributes: SettingsAttributes = SettingsAttributes(), coding: SettingCoding<Wrapper.WrappedValue>,
    aliases: [String] = [], publish: SettingPublication = .afterStore, version: Int? = nil,
    migrations: () -> [SettingsMigration] = { [] }
  ) {
    self.config = config
    super.init(
      name: name, key: key, default: defaultValue, documentation: documentation, traits: traits,
      attributes: attributes, coding: coding, aliases: aliases, publish: publish, version: version,
      migrations: migrations)
  }

  /// The value in the wrapper's second way.
  ///
  /// It is read from the value, and observed with it. Assigning it changes the value, in one atomic step and with one
  /// event; a wrapper keeps nothing beside the value, because that is all that is stored. What goes wrong is reported to
  /// ``SettingsDiagnostics``.
  public var projection: Wrapper.ProjectedValue {
    get { wrapper(of: value).projectedValue }
    set {
      do {
        try update { value in
          var wrapper = wrapper(of: value)
          wrapper.projectedValue = newValue
          value = wrapper.wrappedValue
        }
      } catch {
        SettingsDiagnostics.report(.wrapping(error, key: settingsKey))
      }
    }
  }

  private func wrapper(of value: Wrapper.WrappedValue) -> Wrapper {
    Wrapper.makeWrapper(from: value, config: config)
  }
}
