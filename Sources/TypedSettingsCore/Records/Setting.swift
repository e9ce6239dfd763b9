/// A type-erased setting: the members that all settings share, whatever the type of their values.
@dynamicMemberLookup
public protocol Setting: AnyObject, Sendable {
  /// The name of the property.
  var name: String { get }

  /// The identity of the setting in its store.
  var key: SettingsKey { get }

  /// The traits of the setting.
  var traits: SettingsTrait { get }

  /// The attributes of the setting.
  var attributes: SettingsAttributes { get }

  /// The type of the setting's values.
  var valueType: Any.Type { get }

  /// The current value in its stored form, or `nil` if it can't be encoded.
  ///
  /// If the stored value can't be used, this is the stored form of the default, as a read returns the default then.
  /// For the raw value, see ``storedValue``.
  var encodedValue: SettingsValue? { get }

  /// The raw value that the store holds for the setting, whether or not it can be used; `nil` if it holds none.
  var storedValue: SettingsValue? { get }

  /// A Boolean value that indicates whether the store holds a value, including `nil` or one equal to the default.
  var isSet: Bool { get }

  /// The reasons why the stored value, or parts of it, can't be used; empty if all of it can, or if there is none.
  ///
  /// Each error names the part by its coding path. Reading this property changes nothing.
  var issues: [SettingsError] { get }

  /// The constraint on the setting's values, as data; `nil` if all values of the type are allowed.
  var validation: SettingConstraint? { get }

  /// Returns the values that the layers of the store hold for the setting, and which layer decides.
  func inspect() -> SettingInspection

  /// The store that holds the setting.
  var store: any SettingsStore { get }

  /// Sets the value from its stored form.
  ///
  /// - Parameter value: A stored form.
  /// - Throws: ``SettingsError`` if `value` can't be decoded or breaks the setting's rule, a layer locks the setting,
  ///   the store refuses the value, the domain couldn't be migrated (``SettingsError/Code/migrationFailed``), or the
  ///   value would replace one written by a newer version (``SettingsError/Code/newerVersion``). With
  ///   ``SettingsError/Code/notSaved``, the value is in effect. After any other error, nothing has changed.
  func setEncodedValue(_ value: SettingsValue) throws(SettingsError)

  /// Rewrites a stored value that has an older form or is stored under an older name, without changing its meaning.
  ///
  /// In a store with layers, only the value of the writable layer is rewritten, and only while it's in effect.
  ///
  /// - Returns: `true` if the value was moved or rewritten.
  /// - Throws: ``SettingsError`` if the store refuses a write, or with ``SettingsError/Code/migrationFailed`` or
  ///   ``SettingsError/Code/newerVersion``. The value has its former form then, but may already have moved to its key.
  ///   With ``SettingsError/Code/notSaved``, the new form is in effect.
  @discardableResult
  func migrate() throws(SettingsError) -> Bool

  /// Removes the stored value, so that the setting has its default again.
  ///
  /// Errors are reported to ``SettingsDiagnostics``. A value that a newer version of the program stored, and that this
  /// version can't read, is not removed; this is reported too.
  func reset()
}

extension Setting {
  /// The first of the ``issues`` with the stored value; `nil` if all of it can be used, or if nothing is stored.
  public var issue: SettingsError? { issues.first }

  /// Returns `nil`: all values of the type are allowed.
  public var validation: SettingConstraint? { nil }

  /// The place that the value comes from.
  public var source: SettingInspection.Source { inspect().source }

  /// A Boolean value that indicates whether a layer above the writable one decides the setting.
  ///
  /// Writes are then refused with ``SettingsError/Code/locked``.
  public var isLocked: Bool { inspect().isLocked }

  /// The domain of the setting in its store.
  public var domain: String { key.domain }

  /// An attribute of the setting, such as `setting.section`.
  public subscript<Value>(dynamicMember attribute: KeyPath<SettingsAttributes, Value>) -> Value {
    attributes[keyPath: attribute]
  }
}

/// A setting with a link to its key in the store; all settings of the library are.
package protocol LinkedSetting: Setting {
  /// The link between the setting and its key in the store.
  var link: SettingLink { get }

  /// Returns the form that identifies the value which is read for a stored value: the one that the value encodes to.
  ///
  /// Stored values with equal identities are read as the same value, whatever else they contain.
  ///
  /// - Parameters:
  ///   - stored: The stored value; `nil` is read as the default.
  ///   - revision: The revision of the stored value, to find the value in the cache; `nil` if it has none.
  /// - Returns: The form; if the value can't be encoded, the stored value itself.
  func identity(of stored: SettingsValue?, revision: SettingsRevision?) -> SettingsValue?

  /// Returns whether two stored values decode to the same value, whatever their forms.
  func areEquivalent(_ left: SettingsValue, _ right: SettingsValue) -> Bool

  /// Returns the reasons why a stored form, or a part of it, can't be decoded; empty if all of it can.
  func issues(of stored: SettingsValue) -> [SettingsError]

  /// A Boolean value that indicates whether ``Setting/migrate()`` would rewrite or move the stored value.
  var isOutdated: Bool { get }

  /// The description of the values that the setting's coding stores.
  var codingDescription: CodingDescription { get }

  /// Returns the stored form of text that a user typed.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - usesDefault: Whether missing properties are taken from the default. Otherwise, they are missing in the
  ///     stored form too, or the text is refused.
  /// - Returns: The stored form, to which rules have yet to be applied.
  /// - Throws: ``SettingsError`` with ``SettingsError/Code/undecodable``.
  func value(ofText text: String, usesDefault: Bool) throws(SettingsError) -> SettingsValue

  /// Returns the stored form of JSON that a user typed.
  ///
  /// - Throws: ``SettingsError`` with ``SettingsError/Code/undecodable``.
  func value(ofJSON json: SettingsValue) throws(SettingsError) -> SettingsValue

  /// Returns the text of a stored form, which is read as the same value again.
  func text(of stored: SettingsValue) -> String

  /// The values that have a name instead of a readable stored form, such as the cases of an enumeration of numbers.
  var namedForms: [(name: String, form: SettingsValue)] { get }

  /// Returns the form to store for a value from a document.
  ///
  /// - Parameters:
  ///   - imported: The value as it is in the document.
  ///   - current: The value that the store holds.
  ///   - format: The format of the document.
  /// - Returns: The value in its current form, including the parts of `current` that must be preserved.
  /// - Throws: ``SettingsError`` if a part of `imported` can't be read, or ``SettingsError/Code/newerVersion`` if it
  ///   would replace a value written by a newer version.
  func importedForm(
    of imported: SettingsValue, over current: SettingsValue?, in format: DocumentFormat
  ) throws(SettingsError) -> SettingsValue
}

extension LinkedSetting {
  /// Returns whether two stored values are read as the same value; `nil` is read as the default.
  package func isSame(_ left: SettingsValue?, _ right: SettingsValue?) -> Bool {
    left == right || identity(of: left, revision: nil) == identity(of: right, revision: nil)
  }

  /// Returns whether two snapshots are read as the same value.
  package func isSame(_ left: LiveValue.Snapshot, _ right: LiveValue.Snapshot) -> Bool {
    if left.revision == right.revision || left.value == right.value { return true }
    return identity(of: left.value, revision: left.revision) == identity(of: right.value, revision: right.revision)
  }
}
