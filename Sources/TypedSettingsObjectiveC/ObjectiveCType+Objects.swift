#if canImport(Darwin) || UserDefaults
  internal import Foundation
  internal import TypedSettingsCore
  internal import TypedSettingsUserDefaults

  extension ObjectiveCType {
    /// Returns the object that represents a value of the type; `nil` for null, and for a value of another type.
    func object(of value: SettingsValue) -> Any? {
      switch (self, value) {
      case (.nullable(let type), _): return type.object(of: value)
      case (.any, _): return value.isNull ? nil : PropertyListObject.plainObject(of: value)
      case (.url, .string(let text)): return URL(string: text)
      case (.uuid, .string(let text)): return UUID(uuidString: text)
      case (.decimal, .string(let text)): return Decimal(plainText: text)
      case (.array(let element), .array(let values)): return Self.all(values.map(element.object))
      case (.dictionary(let element), .dictionary(let values)):
        guard let objects = Self.all(values.values.map(element.object)) else { return nil }
        return Dictionary(uniqueKeysWithValues: zip(values.keys, objects))
      case (.boolean, .bool), (.nativeInteger, .integer), (.nativeInteger, .unsigned), (.integer, .integer),
        (.integer, .unsigned),
        (.float, .double), (.double, .double), (.propertyListArray, .array), (.propertyListDictionary, .dictionary),
        (.number, .bool), (.number, .integer), (.number, .unsigned),
        (.number, .double), (.string, .string), (.data, .data), (.date, .date):
        return PropertyListObject.plainObject(of: value)
      default: return nil
      }
    }

    /// Returns the value that an object represents.
    ///
    /// - Throws: ``SettingsError`` with ``SettingsError/Code/undecodable`` if the object isn't of the type.
    func value(of object: Any?) throws(SettingsError) -> SettingsValue {
      guard let object, !(object is NSNull) else { return .null }
      switch self {
      case .nullable(let type): return try type.value(of: object)
      case .url: if let url = object as? URL { return url.settingsValue }
      case .uuid: if let uuid = object as? UUID { return uuid.settingsValue }
      case .decimal: if let number = object as? Decimal { return number.settingsValue }
      case .array(let element):
        if let objects = object as? [Any] {
          return .array(try objects.map { object throws(SettingsError) in try element.value(of: object) })
        }
      case .dictionary(let element):
        if let objects = object as? [String: Any] {
          var values: [String: SettingsValue] = [:]
          for (key, object) in objects { values[key] = try element.value(of: object) }
          return .dictionary(values)
        }
      default: break
      }
      return adapted(try PropertyListObject.value(of: object, unwrapsValues: false))
    }

    /// Converts between numbers and Boolean values, which are interchangeable in Objective-C.
    private func adapted(_ value: SettingsValue) -> SettingsValue {
      switch (self, value) {
      case (.boolean, 0): false
      case (.boolean, 1): true
      case (.nativeInteger, .bool(let value)), (.integer, .bool(let value)): value ? 1 : 0
      default: value
      }
    }

    /// Returns the objects, or `nil` if any of them is `nil`.
    private static func all(_ objects: [Any?]) -> [Any]? {
      let unwrapped = objects.compactMap(\.self)
      return unwrapped.count == objects.count ? unwrapped : nil
    }
  }

  extension PropertyListCopy: ObjectiveCRepresentable {
    static var objectiveCType: ObjectiveCType? {
      switch Object.__emptySettingsValue {
      case .dictionary: .propertyListDictionary
      case .array: .propertyListArray
      case .string: .string
      case .data: .data
      case .integer: .number
      case .date: .date
      default: nil
      }
    }
  }

  extension Setting {
    /// The value as an object of the setting's Objective-C type, or of its stored form if there is no such type.
    var forwardedObject: Any? { forwardedValue.flatMap { (ObjectiveCType(valueType) ?? .any).object(of: $0) } }

    /// Sets the value from an object as returned by ``forwardedObject``, and reports errors.
    func setForwardedObject(_ object: Any?) {
      reportingRefusal { () throws(SettingsError) in
        try setForwardedValue((ObjectiveCType(valueType) ?? .any).value(of: object))
      }
    }

    /// Returns the value as a number; if it isn't one, reports an error and returns zero.
    func forwardedNumber<Number: SettingsValueConvertible & Numeric>(as type: Number.Type) -> Number {
      var number = Number.zero
      reporting { () throws(SettingsError) in number = try Number(settingsValue: forwardedValue ?? .null) }
      return number
    }

    /// The value as a Boolean value; if it isn't one, an error is reported and this is `false`.
    var forwardedBool: Bool {
      var boolean = false
      reporting { () throws(SettingsError) in boolean = try Bool(settingsValue: forwardedValue ?? .null) }
      return boolean
    }

    /// Sets the value, and reports errors.
    func setForwarded(_ value: some SettingsValueConvertible) {
      reportingRefusal { () throws(SettingsError) in try setForwardedValue(value.settingsValue) }
    }

    private func reporting(_ body: () throws(SettingsError) -> Void) {
      do throws(SettingsError) { try body() } catch { SettingsDiagnostics.report(error.at(key)) }
    }

    /// Runs an assignment; in a draft, its error is a refusal.
    private func reportingRefusal(_ body: () throws(SettingsError) -> Void) {
      do throws(SettingsError) { try body() } catch {
        guard let setting = self as? any LinkedSetting else { return SettingsDiagnostics.report(error.at(key)) }
        setting.link.report(refusal: error.at(key))
      }
    }
  }
#endif
