/// A setting whose value type is not known: what settings have in common, for code that works on all of them.
@dynamicMemberLookup
public protocol Setting: AnyObject, Sendable {
  /// The name of the property.
  var name: String { get }

  /// The identity of the setting in its store.
  var settingsKey: SettingsKey { get }

  /// The traits of the setting.
  var traits: SettingsTrait { get }

  /// The attributes of the setting.
  var attributes: SettingsAttributes { get }

  /// The type of the setting's values.
  var valueType: Any.Type { get }

  /// The current value in its stored form; the default's where the setting is not set.
  ///
  /// `nil` only if the default cannot be encoded.
  var encodedValue: SettingsValue? { get }

  /// What the store holds for the setting; `nil` where it is not set.
  var storedValue: SettingsValue? { get }

  /// Whether the store holds a value, be it `nil` or equal to the default.
  var isSet: Bool { get }

  /// Why the stored value, or parts of it, cannot be used; empty if all of it can, or if there is none.
  ///
  /// Each names the part by its coding path. Reading it changes nothing.
  var issues: [SettingsError] { get }

  /// The store that holds the setting.
  var store: any SettingsStore { get }

  /// Sets the value from its stored form.
  ///
  /// - Parameter value: A stored form.
  /// - Throws: ``SettingsError`` when `value` is not one of the setting's type, or when the store refuses it. Then
  ///   nothing was changed.
  func setEncodedValue(_ value: SettingsValue) throws(SettingsError)

  /// Writes the stored value anew if it has an older form or stands under an older name; its meaning stays.
  ///
  /// - Returns: Whether anything was written.
  /// - Throws: ``SettingsError`` when the store refuses it. Then nothing was changed.
  @discardableResult
  func migrate() throws(SettingsError) -> Bool

  /// Removes the stored value, so that the setting has its default again.
  ///
  /// Failure goes to ``SettingsDiagnostics``.
  func reset()
}

extension Setting {
  /// Why the stored value, or the first part of it, cannot be used; `nil` if all of it can, or if there is none.
  public var issue: SettingsError? { issues.first }

  /// The name of the setting in its store.
  public var key: String { settingsKey.name }

  /// The domain of the setting in its store.
  public var domain: String { settingsKey.domain }

  /// An attribute of the setting, such as `setting.section`.
  public subscript<Value>(dynamicMember attribute: KeyPath<SettingsAttributes, Value>) -> Value {
    attributes[keyPath: attribute]
  }
}
