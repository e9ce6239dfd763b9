/// The parts of a setting's declaration that a store can depend on.
///
/// A record passes its declaration to ``SettingsStore/open(_:)``.
public struct SettingDeclaration: Sendable {
  /// The name of the property.
  public let name: String

  /// The identity of the setting in the store.
  public let key: SettingsKey

  /// Older names of the setting in the same domain.
  public internal(set) var aliases: [String]

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

  /// Returns the reason why a stored value can't be used, or `nil` if it can be used in whole or in part.
  var issue: @Sendable (SettingsValue) -> SettingsError? = { _ in nil }

  /// A Boolean value that indicates whether a setting is opened, and not only the place of a key.
  ///
  /// The library also opens keys that need not be settings, such as the version of a domain, and settings that were
  /// opened before. A store registers nothing then.
  public private(set) var isDeclared = true

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

  /// Creates a declaration of a key that need not be a setting's.
  package init(undeclared key: SettingsKey) {
    self.init(name: key.name, key: key, valueType: SettingsValue.self)
    isDeclared = false
  }

  /// A Boolean value that indicates whether the setting's values are `Bool` or an optional of it.
  var isBoolean: Bool { valueType == Bool.self || valueType == Bool?.self }

  /// Returns the value that a store holds for text that a user typed, such as an argument of the process.
  ///
  /// The setting reads the value as the value of the text. This can be another one than the setting would decode from a
  /// stored string, because stored data can have older forms. For example, `1700000000` isn't a date, `a,b` isn't an
  /// array of strings, and `null` is the `nil` of an optional. If the setting refuses the text, it can't use the value.
  ///
  /// - Parameter text: The text.
  /// - Returns: The value; a string of the text if the setting isn't one of the library's records.
  public func value(ofText text: String) -> SettingsValue { textReader?(text) ?? .string(text) }
}

extension SettingDeclaration {
  /// The keys of the older names, in order of precedence.
  ///
  /// Values stored under older names are removed, so the key's current name can't be one of them.
  var aliasKeys: [SettingsKey] {
    aliases.filter { $0 != key.name }.map { SettingsKey(domain: key.domain, name: $0) }
  }

  /// The declaration for a look at the place of a setting, which registers nothing.
  var lookup: SettingDeclaration {
    var copy = self
    copy.isDeclared = false
    return copy
  }

  /// The declaration of a setting whose values aren't migrated by the store.
  package var unversioned: SettingDeclaration {
    var copy = self
    copy.version = nil
    return copy
  }

  /// The declaration for a store of other forms of the values, which can neither migrate nor judge them.
  var ofForms: SettingDeclaration {
    var copy = self
    copy.version = nil
    copy.issue = { _ in nil }
    return copy
  }

  /// Returns the declaration with further older names, after its own.
  func adding(_ further: [String]) -> SettingDeclaration {
    var copy = self
    copy.aliases += further.filter { !aliases.contains($0) }
    return copy
  }
}
