#if canImport(Darwin) || UserDefaults
  internal import Foundation

  extension ObjectiveCType {
    /// The object that stands for a value of the type; `nil` for null, and for a value that is none of the type.
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
      case (.truth, .bool), (.word, .integer), (.word, .unsigned), (.integer, .integer), (.integer, .unsigned),
        (.float, .double), (.double, .double), (.propertyListArray, .array), (.propertyListDictionary, .dictionary),
        (.number, .bool), (.number, .integer), (.number, .unsigned),
        (.number, .double), (.string, .string), (.data, .data), (.date, .date):
        return PropertyListObject.plainObject(of: value)
      default: return nil
      }
    }

    /// The value that an object stands for.
    ///
    /// - Throws: ``SettingsError`` with ``SettingsError/Code/undecodable`` if it is none of the type.
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

    /// A number as Objective-C means it: there a truth value is one, and one may be a truth value.
    private func adapted(_ value: SettingsValue) -> SettingsValue {
      switch (self, value) {
      case (.truth, 0): false
      case (.truth, 1): true
      case (.word, .bool(let value)), (.integer, .bool(let value)): value ? 1 : 0
      default: value
      }
    }

    /// The objects, or `nil` if one of them is.
    private static func all(_ objects: [Any?]) -> [Any]? {
      let present = objects.compactMap(\.self)
      return present.count == objects.count ? present : nil
    }
  }

  extension PropertyListObject {
    /// The object that other code expects for a value, where it need not come back to the bit: nothing is wrapped, and
    /// null is `NSNull`.
    static func plainObject(of value: SettingsValue) -> Any {
      switch value {
      case .null: NSNull()
      case .unsigned(let value): value
      case .double(let value): value
      case .string(let value): value
      case .date(let value): value
      case .array(let values): values.map(plainObject)
      case .dictionary(let values): values.mapValues(plainObject)
      case .bool, .integer, .data: object(of: value)
      }
    }
  }
#endif
