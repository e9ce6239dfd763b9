public import TypedSettingsCore

/// A setting whose value can be read and written in the native form of its type, whatever form its coding stores.
///
/// Objective-C uses the native form: a date that is stored as text is still an `NSDate`.
package protocol PlainValueSetting: Setting {
  /// The current value in the native form of its type, or in its stored form if there is no native form.
  var plainValue: SettingsValue? { get }

  /// Sets the value from the native form of its type, or from its stored form if there is no native form.
  func setPlainValue(_ value: SettingsValue) throws(SettingsError)
}

extension SettingRecord: PlainValueSetting {
  package var plainValue: SettingsValue? { PlainForm<Value>.form(of: value) ?? encodedValue }

  package func setPlainValue(_ form: SettingsValue) throws(SettingsError) {
    do throws(SettingsError) {
      if let value = try PlainForm<Value>.value(of: form) { return try set(value) }
      try setEncodedValue(form)
    } catch {
      throw located(error)
    }
  }
}

/// The native form of a type, of its raw value, or of the elements of a container.
private enum PlainForm<Value> {
  /// Returns the native form of a value, or `nil` if its type has none.
  static func form(of value: Value) -> SettingsValue? {
    if let type = Value.self as? any SettingsValueConvertible.Type { return form(of: value, as: type) }
    if let type = Value.self as? any RawRepresentable.Type { return rawForm(of: value, as: type) }
    if let type = containerType { return form(of: value, inContainer: type) }
    return nil
  }

  /// Returns the value with a native form, or `nil` if its type has none.
  ///
  /// - Throws: ``SettingsError`` with ``SettingsError/Code/undecodable`` if no value of the type has the form.
  static func value(of form: SettingsValue) throws(SettingsError) -> Value? {
    if let type = Value.self as? any SettingsValueConvertible.Type {
      guard let value = try type.init(settingsValue: form) as? Value else { throw .undecodable(form, as: Value.self) }
      return value
    }
    if let type = Value.self as? any RawRepresentable.Type { return try rawValue(form, as: type) }
    if let type = containerType { return try value(of: form, inContainer: type) }
    return nil
  }

  /// The type as a container; `nil` if it isn't one, or if its elements have no counterpart in Objective-C.
  private static var containerType: (any PlainContainer.Type)? {
    ObjectiveCType(Value.self) == nil ? nil : Value.self as? any PlainContainer.Type
  }

  private static func form<Native: SettingsValueConvertible>(of value: Value, as type: Native.Type) -> SettingsValue? {
    (value as? Native)?.settingsValue
  }

  private static func rawForm<Raw: RawRepresentable>(of value: Value, as type: Raw.Type) -> SettingsValue? {
    guard let raw = (value as? Raw)?.rawValue as? any SettingsValueConvertible else { return nil }
    return raw.settingsValue
  }

  private static func form<Container: PlainContainer>(
    of value: Value, inContainer type: Container.Type
  ) -> SettingsValue? {
    (value as? Container)?.plainForm
  }

  /// Returns the value with a raw value, or `nil` if the raw type has no native form.
  private static func rawValue<Raw: RawRepresentable>(
    _ form: SettingsValue, as type: Raw.Type
  ) throws(SettingsError) -> Value? {
    guard let native = Raw.RawValue.self as? any SettingsValueConvertible.Type else { return nil }
    guard let raw = try native.init(settingsValue: form) as? Raw.RawValue, let value = Raw(rawValue: raw) as? Value
    else { throw .undecodable(form, as: Value.self) }
    return value
  }

  private static func value<Container: PlainContainer>(
    of form: SettingsValue, inContainer type: Container.Type
  ) throws(SettingsError) -> Value? {
    guard let value = try Container.value(ofPlainForm: form) else { return nil }
    return value as? Value
  }
}

/// A container whose native form consists of its elements' forms, such as an array of enumerations with raw values.
private protocol PlainContainer {
  /// The native form; `nil` if the elements have none.
  var plainForm: SettingsValue? { get }

  /// Returns the container with a native form, or `nil` if the elements have none.
  static func value(ofPlainForm form: SettingsValue) throws(SettingsError) -> Self?
}

extension Optional: PlainContainer {
  fileprivate var plainForm: SettingsValue? {
    guard let value = self else { return .null }
    return PlainForm<Wrapped>.form(of: value)
  }

  fileprivate static func value(ofPlainForm form: SettingsValue) throws(SettingsError) -> Self? {
    if form.isNull { return Self.none }
    guard let value = try PlainForm<Wrapped>.value(of: form) else { return nil }
    return Self.some(value)
  }
}

extension Array: PlainContainer {
  fileprivate var plainForm: SettingsValue? {
    var forms: [SettingsValue] = []
    for element in self {
      guard let form = PlainForm<Element>.form(of: element) else { return nil }
      forms.append(form)
    }
    return .array(forms)
  }

  fileprivate static func value(ofPlainForm form: SettingsValue) throws(SettingsError) -> Self? {
    guard case .array(let forms) = form else { throw .undecodable(form, as: Self.self) }
    var elements: Self = []
    for (index, form) in forms.enumerated() {
      do throws(SettingsError) {
        guard let element = try PlainForm<Element>.value(of: form) else { return nil }
        elements.append(element)
      } catch {
        throw error.inside(String(index))
      }
    }
    return elements
  }
}

extension Dictionary: PlainContainer where Key == String {
  fileprivate var plainForm: SettingsValue? {
    var forms: [String: SettingsValue] = [:]
    for (key, value) in self {
      guard let form = PlainForm<Value>.form(of: value) else { return nil }
      forms[key] = form
    }
    return .dictionary(forms)
  }

  fileprivate static func value(ofPlainForm form: SettingsValue) throws(SettingsError) -> Self? {
    guard case .dictionary(let forms) = form else { throw .undecodable(form, as: Self.self) }
    var values: Self = [:]
    for (key, form) in forms {
      do throws(SettingsError) {
        guard let value = try PlainForm<Value>.value(of: form) else { return nil }
        values.updateValue(value, forKey: key)
      } catch {
        throw error.inside("*")
      }
    }
    return values
  }
}
