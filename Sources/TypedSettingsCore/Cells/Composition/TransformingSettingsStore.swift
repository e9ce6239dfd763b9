/// A store that keeps the values of another store in another form, such as encrypted or compressed.
///
/// ```swift
/// struct UnknownForm: Error {}
///
/// final class SealedStore: TransformingSettingsStore {
///   private static let coding: SettingCoding<SettingsValue> = .jsonData
///   let base: any SettingsStore
///   private let convert: @Sendable (_ data: Data, _ isSealed: Bool) throws -> Data
///
///   init(_ base: any SettingsStore, convert: @escaping @Sendable (_ data: Data, _ isSealed: Bool) throws -> Data) {
///     self.base = base
///     self.convert = convert
///   }
///
///   func wrapping(_ store: any SettingsStore) -> any SettingsStore { SealedStore(store, convert: convert) }
///
///   func storedForm(of value: SettingsValue, forKey key: SettingsKey) throws -> SettingsValue {
///     guard let data = try Self.coding.encode(value).dataValue else { throw UnknownForm() }
///     return .data(try convert(data, false))
///   }
///
///   func value(ofStoredForm form: SettingsValue, forKey key: SettingsKey) throws -> SettingsValue {
///     guard let data = form.dataValue else { throw UnknownForm() }
///     return try Self.coding.decode(.data(convert(data, true)))
///   }
/// }
/// ```
///
/// Wrap the store that holds the values, and use the wrapper as a layer or a route: the values of other layers, such as
/// the environment, have no other form.
///
/// A value may have several forms, as with encryption. Setting the value that a key has keeps its form, so that it's
/// still no change. A setting whose form can't be read has its default, and reports that; the form is kept until the
/// setting is written.
public protocol TransformingSettingsStore: WrappingSettingsStore {
  /// Returns the form in which the wrapped store keeps a value.
  ///
  /// - Throws: Any error, which the write of the value then throws; nothing is changed.
  func storedForm(of value: SettingsValue, forKey key: SettingsKey) throws -> SettingsValue

  /// Returns the value of a form.
  ///
  /// - Throws: Any error, which the setting reports.
  func value(ofStoredForm form: SettingsValue, forKey key: SettingsKey) throws -> SettingsValue
}

extension TransformingSettingsStore {
  /// Returns the value of the form in the wrapped store.
  public func value(forKey key: SettingsKey) -> SettingsValue? { read(base.value(forKey: key), forKey: key) }

  /// Sets the form of a value in the wrapped store, or removes it.
  ///
  /// - Throws: The error of the transformation or of the wrapped store.
  public func set(_ value: SettingsValue?, forKey key: SettingsKey) throws {
    try base.set(form(of: value, replacing: base.ownValue(forKey: key), forKey: key), forKey: key)
  }

  /// Replaces the form in the wrapped store if its value is the expected one.
  ///
  /// - Returns: `true` if the key had the expected value.
  /// - Throws: The error of the transformation or of the wrapped store.
  public func compareExchange(
    expected: SettingsValue?, desired: SettingsValue?, forKey key: SettingsKey
  ) throws -> Bool {
    let current = base.value(forKey: key)
    guard read(current, forKey: key) == expected else { return false }
    let form = try form(of: desired, replacing: base.ownValue(forKey: key), forKey: key)
    return try base.compareExchange(expected: current, desired: form, forKey: key)
  }

  /// Changes the forms of several keys of the wrapped store as one step.
  ///
  /// - Returns: `true` if the keys had the expected values.
  /// - Throws: The error of the transformation or of the wrapped store.
  public func commit(_ changes: SettingsChanges) throws -> Bool {
    var forms = changes
    for (key, expected) in changes.expected {
      let current = base.value(forKey: key)
      guard read(current, forKey: key) == expected else { return false }
      forms.expected.updateValue(current, forKey: key)
    }
    for (key, value) in changes.values {
      forms.values.updateValue(try form(of: value, replacing: base.ownValue(forKey: key), forKey: key), forKey: key)
    }
    return try base.commit(forms)
  }

  /// Opens the setting in the wrapped store, which knows only the form of its values.
  public func open(_ setting: SettingDeclaration) -> SettingCell {
    SettingCell(around: base.open(setting.ofForms), in: store(forKey: setting.key, traits: setting.traits))
  }

  /// Adds an observer of the values of the forms in the wrapped store.
  ///
  /// - Returns: A token to pass to ``SettingsStore/removeObserver(_:)``.
  public func observe(
    _ key: SettingsKey, onChange: @escaping @Sendable (SettingsChange) -> Void
  ) -> SettingsObservationToken {
    base.observe(key) { [weak self] change in
      guard let self else { return }
      onChange(
        SettingsChange(
          key: key, oldValue: read(change.oldValue, forKey: key), newValue: read(change.newValue, forKey: key),
          revision: change.revision, origin: change.origin))
    }
  }

  /// Returns the layers of the wrapped store, with the values of their forms.
  public func layers(forKey key: SettingsKey) -> [SettingsLayer.Value] {
    base.layers(forKey: key).map { layer in
      SettingsLayer.Value(
        layer: layer.layer, value: read(layer.value, forKey: key), isWritable: layer.isWritable,
        isSkipped: layer.isSkipped)
    }
  }

  /// Returns the value of a form, or one that no setting can use if the form can't be read.
  private func read(_ form: SettingsValue?, forKey key: SettingsKey) -> SettingsValue? {
    guard let form else { return nil }
    do { return try value(ofStoredForm: form.withoutKindTags, forKey: key) } catch {
      return SettingsValue(unreadableForm: form, reason: "\(type(of: error))")
    }
  }

  /// Returns the form of a value, which is the current one if it has the same value.
  private func form(
    of value: SettingsValue?, replacing current: SettingsValue?, forKey key: SettingsKey
  ) throws -> SettingsValue? {
    guard let value else { return nil }
    if let form = value.unreadableForm { return form }
    // Not every format has all kinds of values.
    return read(current, forKey: key) == value ? current : try storedForm(of: value, forKey: key).withKindTags
  }
}
