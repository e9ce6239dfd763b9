/// A setting whose wrapper provides a projected value.
///
/// A group has one for each `@Pref` with `projected: true`; it is a ``SettingRecord`` with an additional
/// ``projection``. For an example, see ``ProjectingSettingWrapper``.
public final class ProjectingSettingRecord<Wrapper: ProjectingSettingWrapper>: SettingRecord<Wrapper.WrappedValue>,
  // Unchecked, because the superclass is, and a subclass has to restate it. Proof that it is safe: the only added
  // property is a constant of a `Sendable` type, so the subclass has no mutable state either.
  @unchecked Sendable  // Safe: it adds a constant of a Sendable type.
where Wrapper.WrappedValue: Sendable, Wrapper.Config: Sendable {
  private let config: Wrapper.Config

  /// Creates the record of a setting in the current store, ``PreferenceContext/store``.
  ///
  /// - Parameters:
  ///   - wrapper: The type of the wrapper; `coding` should be wrapped in it.
  ///   - config: The configuration of the wrappers.
  ///   - name: The name of the property.
  ///   - key: The identity of the setting in the store.
  ///   - defaultValue: The value while the setting isn't set.
  ///   - documentation: The documentation of the setting.
  ///   - traits: The traits of the setting.
  ///   - attributes: The attributes of the setting.
  ///   - coding: The coding that converts between values and stored values, with the wrapper:
  ///     ``SettingCoding/wrapped(in:config:)``.
  ///   - aliases: Older names of the setting in the same domain.
  ///   - publish: Whether observers are notified of a write after or before the store holds the value.
  ///   - version: The version of the domain's values that the record expects; `nil` if they are unversioned.
  ///   - migrations: The migrations that update older values to this version before the record is created.
  public init(
    wrapper: Wrapper.Type, config: Wrapper.Config, name: String, key: SettingsKey,
    default defaultValue: Wrapper.WrappedValue, documentation: String? = nil, traits: SettingsTrait = [],
    attributes: SettingsAttributes = SettingsAttributes(), coding: SettingCoding<Wrapper.WrappedValue>,
    aliases: [String] = [], publish: SettingObservation.Timing = .afterStore, version: Int? = nil,
    migrations: () -> [SettingsMigration] = { [] }
  ) {
    self.config = config
    super.init(
      name: name, key: key, default: defaultValue, documentation: documentation, traits: traits,
      attributes: attributes, coding: coding, aliases: aliases, publish: publish, version: version,
      migrations: migrations)
  }

  /// The wrapper's projected value.
  ///
  /// It is computed from the value and observed with it. Assigning it assigns the value atomically and notifies
  /// observers once. Like an assignment of the value, it stores the default and a recommended value too; an in-place
  /// edit that changes nothing doesn't write. A wrapper can't have further state, because only the value is stored.
  /// Errors are reported to ``SettingsDiagnostics``; in a draft or a transaction, they refuse it.
  public var projection: Wrapper.ProjectedValue {
    get { wrapper(of: value).projectedValue }
    set { setProjection(newValue, isAssignment: true) }
    _modify {
      var projection = wrapper(of: value).projectedValue
      defer { setProjection(projection, isAssignment: false) }
      yield &projection
    }
  }

  /// Changes the value to one with a projection, and reports errors.
  private func setProjection(_ projection: Wrapper.ProjectedValue, isAssignment: Bool) {
    do throws(SettingsError) {
      try change(isAssignment: isAssignment) { value in
        var wrapper = wrapper(of: value)
        wrapper.projectedValue = projection
        value = wrapper.wrappedValue
      }
    } catch {
      link.report(refusal: error)
    }
  }

  private func wrapper(of value: Wrapper.WrappedValue) -> Wrapper {
    Wrapper.makeWrapper(from: value, config: config)
  }
}
