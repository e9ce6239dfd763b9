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

  /// The current value in its stored form.
  ///
  /// It is the form of what a read returns: where the stored value can't be used, the default's. For the raw value see
  /// ``storedValue``. `nil` only if the current value can't be encoded.
  var encodedValue: SettingsValue? { get }

  /// The raw value that the store holds for the setting, whether it can be used or not; `nil` if it holds none.
  var storedValue: SettingsValue? { get }

  /// Whether the store holds a value, be it `nil` or equal to the default.
  var isSet: Bool { get }

  /// Why the stored value, or parts of it, cannot be used; empty if all of it can, or if there is none.
  ///
  /// Each names the part by its coding path. Reading it changes nothing.
  var issues: [SettingsError] { get }

  /// What must hold for the setting's values, as data; `nil` if all values of the type are allowed.
  var validation: SettingConstraint? { get }

  /// The values that the layers of the store hold for the setting, and which one decides.
  func inspect() -> SettingInspection

  /// The store that holds the setting.
  var store: any SettingsStore { get }

  /// Sets the value from its stored form.
  ///
  /// - Parameter value: A stored form.
  /// - Throws: ``SettingsError`` when `value` is not one of the setting's type, the store refuses it, the domain could not be
  ///   migrated (``SettingsError/Code/migrationFailed``), or it would replace what a newer version wrote
  ///   (``SettingsError/Code/newerVersion``). Then nothing was changed.
  func setEncodedValue(_ value: SettingsValue) throws(SettingsError)

  /// Writes the stored value anew if it has an older form or stands under an older name; its meaning stays.
  ///
  /// - Returns: Whether the value was moved or written anew.
  /// - Throws: ``SettingsError`` when the store refuses a write, or with ``SettingsError/Code/migrationFailed`` or
  ///   ``SettingsError/Code/newerVersion``. The value is the same then, but may have moved to its key already.
  @discardableResult
  func migrate() throws(SettingsError) -> Bool

  /// Removes the stored value, so that the setting has its default again.
  ///
  /// Failure goes to ``SettingsDiagnostics``. A value that a newer version of the program has stored, and that this one
  /// cannot read, is not removed; that is reported too.
  func reset()
}

extension Setting {
  /// Why the stored value, or a part of it, cannot be used: the first of ``issues``; `nil` if all of it can be used, or
  /// if nothing is stored.
  public var issue: SettingsError? { issues.first }

  /// Says that all values of the type are allowed.
  public var validation: SettingConstraint? { nil }

  /// Where the value comes from.
  public var source: SettingSource { inspect().source }

  /// Whether a layer above the one that takes writes decides the setting, so that writes are refused with
  /// ``SettingsError/Code/locked``.
  public var isLocked: Bool { inspect().isLocked }

  /// The name of the setting in its store.
  public var key: String { settingsKey.name }

  /// The domain of the setting in its store.
  public var domain: String { settingsKey.domain }

  /// An attribute of the setting, such as `setting.section`.
  public subscript<Value>(dynamicMember attribute: KeyPath<SettingsAttributes, Value>) -> Value {
    attributes[keyPath: attribute]
  }
}
