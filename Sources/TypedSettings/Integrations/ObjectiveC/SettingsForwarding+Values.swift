extension SettingsForwarding {
  /// The current value of the setting that a key means, in the native form of the setting's type.
  ///
  /// - Parameter key: The name of a property.
  /// - Returns: The value, ``SettingsValue/null`` for a `nil`; `nil` if no setting answers to the name.
  public func value(forKey key: String) -> SettingsValue? { setting(forKey: key)?.forwardedValue }

  /// Sets the setting that a key means, from the native form of the setting's type.
  ///
  /// ```swift
  /// try SettingsForwarding(settings).setValue(50, forKey: "sessionLength")
  /// ```
  ///
  /// - Parameters:
  ///   - value: The new value; ``SettingsValue/null`` is `nil`.
  ///   - key: The name of a property.
  /// - Throws: ``SettingsError`` with ``SettingsError/Code/unknownName`` if no setting answers to the name, and what
  ///   ``Setting/setEncodedValue(_:)`` throws.
  public func setValue(_ value: SettingsValue, forKey key: String) throws(SettingsError) {
    guard let setting = setting(forKey: key) else { throw .unknownName }
    try setting.setForwardedValue(value)
  }
}

extension Setting {
  /// The value in the form that Objective-C sees.
  var forwardedValue: SettingsValue? {
    guard let setting = self as? any PlainValueSetting else { return encodedValue }
    return setting.plainValue
  }

  /// Sets the value from the form that Objective-C sees.
  func setForwardedValue(_ value: SettingsValue) throws(SettingsError) {
    guard let setting = self as? any PlainValueSetting else { return try setEncodedValue(value) }
    try setting.setPlainValue(value)
  }
}
