public import TypedSettingsCore

extension SettingsSchema {
  /// The names of custom traits and attributes, which a program knows only as bits and types.
  ///
  /// ```swift
  /// let names = SettingsSchema.Names(
  ///   traits: ["advanced": SettingsTrait(custom: 0)], attributes: ["unit": \.syncUnit])
  /// let schema = SettingsSchema(of: settings, naming: names)
  /// ```
  ///
  /// A trait that's declared with `SettingsTrait(name:)` has its name already. Another custom trait that isn't named
  /// here has its index as a name, such as `custom0`. A custom attribute without a name isn't part of the schema.
  public struct Names: Sendable {
    private let traits: [String: SettingsTrait]
    private let attributes: [String: any PartialKeyPath<SettingsAttributes> & Sendable]

    /// Creates a list of names.
    ///
    /// - Parameters:
    ///   - traits: The custom traits by name. A name of a trait of the library is ignored.
    ///   - attributes: The custom attributes by name. An attribute has to be `Encodable` to be part of the schema.
    public init(
      traits: [String: SettingsTrait] = [:],
      attributes: [String: any PartialKeyPath<SettingsAttributes> & Sendable] = [:]
    ) {
      self.traits = traits.filter { SettingsTrait(names: [$0.key]).isSubset(of: .named) }
      self.attributes = attributes
    }

    /// Returns traits without the named ones, and the names of those, sorted.
    func split(_ set: SettingsTrait) -> (others: SettingsTrait, names: [String]) {
      let named = traits.filter { !$0.value.isEmpty && set.isSuperset(of: $0.value) }
      // The traits of the library stay, because they change its behavior.
      let bits = named.values.reduce(into: SettingsTrait()) { $0.formUnion($1) }
      let custom = bits.intersection(.custom)
      let others = set.subtracting(custom)
      let ownNames = others.intersection(.named)
      return (others.subtracting(ownNames), (ownNames.names + named.keys).sorted())
    }

    /// Returns the named attributes that differ from their default and can be encoded.
    func values(of set: SettingsAttributes) -> [String: SettingsValue] {
      let defaults = SettingsAttributes()
      return attributes.compactMapValues { path in
        guard let value = Self.form(of: set[keyPath: path]) else { return Optional.none }
        return value == Self.form(of: defaults[keyPath: path]) ? Optional.none : value
      }
    }

    private static func form(of value: Any) -> SettingsValue? {
      guard let value = value as? any Encodable else { return Optional.none }
      do throws(SettingsError) { return try MigratingEncoder().encode(value) } catch { return Optional.none }
    }
  }
}
