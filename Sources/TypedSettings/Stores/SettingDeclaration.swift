/// The parts of a setting's declaration that a store can depend on.
///
/// A record passes its declaration to ``SettingsStore/prepare(for:)``.
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

  /// The version of the domain's values that the setting's group requires, or `nil` if the group has none.
  package internal(set) var version: DeclaredVersion?

  /// Returns the value of a store for text that a user typed; `nil` if no record made the declaration.
  var textReader: (@Sendable (String) -> SettingsValue)?

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
  package var isBoolean: Bool { valueType == Bool.self || valueType == Bool?.self }

  /// Returns the value that a store holds for text that a user typed, such as an argument of the process.
  ///
  /// The setting reads the value as that of the text. This can be another one than the setting would decode from a
  /// stored string, because stored data can have older forms. For example, `1700000000` isn't a date, `a,b` isn't an
  /// array of strings, and `null` is the `nil` of an optional. If the setting refuses the text, it can't use the value.
  ///
  /// - Parameter text: The text.
  /// - Returns: The value; a string of the text if the setting isn't one of the library's records.
  public func value(ofText text: String) -> SettingsValue { textReader?(text) ?? .string(text) }
}

/// The parts of a setting that a store needs to decide which of several values is in effect.
package struct ResolvableSetting: Sendable {
  /// The identity of the setting.
  package let key: SettingsKey
  /// The traits of the setting.
  package let traits: SettingsTrait
  /// The older names of the setting, in order of precedence.
  package private(set) var aliases: [SettingsKey]
  /// Returns the reason why a stored value can't be used, or `nil` if it can be used in whole or in part.
  package let issue: @Sendable (SettingsValue) -> SettingsError?

  init(_ setting: SettingDeclaration, issue: @escaping @Sendable (SettingsValue) -> SettingsError?) {
    let key = setting.key
    self.key = key
    traits = setting.traits
    // Values stored under older names are removed, so the key's current name can't be one of them.
    aliases = setting.aliases.filter { $0 != key.name }.map { SettingsKey(domain: key.domain, name: $0) }
    self.issue = issue
  }

  /// Returns the setting with further older names, after its own.
  func adding(_ further: [SettingsKey]) -> ResolvableSetting {
    var copy = self
    copy.aliases += further.filter { !aliases.contains($0) }
    return copy
  }
}

/// A store that reads the value of a setting from several sources, and decides which one is in effect.
package protocol ResolvingStore: SettingsStore {
  /// Registers a setting whose values the store holds.
  ///
  /// - Returns: `true` if the store itself resolves the setting's older names.
  func declare(_ setting: ResolvableSetting) -> Bool

  /// Moves a value that is stored only under an older name of a registered key to the key.
  ///
  /// - Returns: `true` if a value was moved.
  func adoptAliases(ofKey key: SettingsKey) throws -> Bool

  /// Returns whether the current value of a key can come from a layer other than the writable one, or `nil` if only the
  /// layers of the key show it.
  ///
  /// If it's `true`, a write of the current value can still change the store.
  func hasLayers(forKey key: SettingsKey) -> Bool?

  /// Returns the store that a write of a key changes.
  ///
  /// In a layered store, that's the store of the writable layer.
  func writableStore(forKey key: SettingsKey) -> any SettingsStore

  /// Returns the store of the source whose value is in effect, or `nil` if it's unknown.
  func decidingStore(forKey key: SettingsKey) -> (any SettingsStore)?
}

extension ResolvingStore {
  /// Returns `false`.
  package func hasLayers(forKey key: SettingsKey) -> Bool? { false }

  /// Returns the store itself.
  package func writableStore(forKey key: SettingsKey) -> any SettingsStore { self }

  /// Returns `nil`.
  package func decidingStore(forKey key: SettingsKey) -> (any SettingsStore)? { nil }
}

extension SettingsStore {
  /// Registers a setting with the store, if the store decides between several values.
  ///
  /// - Returns: `true` if the store itself resolves the setting's older names.
  package func resolve(_ setting: ResolvableSetting) -> Bool {
    (self as? any ResolvingStore)?.declare(setting) ?? false
  }

  /// Returns the store that a write of a key changes.
  ///
  /// In a layered store, that's the store of the writable layer.
  package func writeTarget(forKey key: SettingsKey) -> any SettingsStore {
    guard let store = self as? any ResolvingStore else { return self }
    return store.writableStore(forKey: key)
  }

  /// Returns whether the current value of a key can come from a layer other than the writable one, or `nil` if only the
  /// layers of the key show it.
  ///
  /// A store of another module can wrap a store with layers, and forward its layers.
  package func hasKnownLayers(forKey key: SettingsKey) -> Bool? {
    switch self {
    case let store as any ResolvingStore: store.hasLayers(forKey: key)
    case let store as AliasingStore: store.base.hasKnownLayers(forKey: key)
    default: self is any LiveSettingsStore ? false : nil
    }
  }

  /// Returns the writable layer of a key, or `nil` if it's the only layer or if there is none.
  func ownLayer(forKey key: SettingsKey) -> SettingsLayer.Value? {
    if hasKnownLayers(forKey: key) == false { return nil }
    let layers = layers(forKey: key)
    return layers.count > 1 ? layers.first(where: \.isWritable) : nil
  }

  /// Returns the value that a write of a key replaces: that of the writable layer, if the store has layers.
  func ownValue(forKey key: SettingsKey) -> SettingsValue? {
    if let layer = ownLayer(forKey: key) { return layer.value }
    return value(forKey: key)
  }
}
