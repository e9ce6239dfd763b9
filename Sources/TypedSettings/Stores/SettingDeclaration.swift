/// The parts of a setting's declaration that a store can depend on.
///
/// ``SettingsStore/prepare(for:)`` receives one for each record.
public struct SettingDeclaration: Sendable {
  /// The name of the property.
  public let name: String

  /// The identity of the setting in the store.
  public let key: SettingsKey

  /// Older names of the setting in the same domain.
  public let aliases: [String]

  /// The type of the setting's values.
  public let valueType: Any.Type

  /// The traits of the setting.
  public let traits: SettingsTrait

  /// The attributes of the setting, without its documentation.
  public let attributes: SettingsAttributes

  /// Creates a declaration.
  ///
  /// - Parameters:
  ///   - name: The name of the property.
  ///   - key: The identity of the setting in the store.
  ///   - valueType: The type of the setting's values.
  ///   - aliases: Older names of the setting in the same domain.
  ///   - traits: The traits of the setting.
  ///   - attributes: The attributes of the setting.
  public init(
    name: String, key: SettingsKey, valueType: Any.Type, aliases: [String] = [], traits: SettingsTrait = [],
    attributes: SettingsAttributes = SettingsAttributes()
  ) {
    self.name = name
    self.key = key
    self.valueType = valueType
    self.aliases = aliases
    self.traits = traits
    self.attributes = attributes
  }

  /// A Boolean value that indicates whether the setting's values are `Bool` or an optional of it.
  public var isBoolean: Bool { valueType == Bool.self || valueType == Bool?.self }
}

extension SettingLink {
  /// Prepares the store of the link for its setting.
  @usableFromInline
  package func prepareStore(
    for valueType: Any.Type, named name: String, aliases: [String], traits: SettingsTrait,
    attributes: SettingsAttributes
  ) {
    connection.store.prepare(
      for: SettingDeclaration(
        name: name, key: live.key, valueType: valueType, aliases: aliases, traits: traits, attributes: attributes))
  }
}
