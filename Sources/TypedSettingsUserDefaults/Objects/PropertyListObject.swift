#if canImport(Darwin) || UserDefaults
  internal import Foundation
  package import TypedSettingsCore

  /// A conversion between values and the property-list objects that represent them in `UserDefaults`.
  ///
  /// A value that a property list preserves exactly is represented by itself: Boolean values, integers that fit
  /// `Int64`, floating-point numbers, strings, data, dates, and arrays and dictionaries of these. Any other value is
  /// wrapped in a dictionary with one of these keys:
  ///
  /// - `$null`: Null, as an empty string.
  /// - `$unsigned`: An integer above `Int64.max`, which other code would read as negative, as its digits.
  /// - `$double`: Negative zero or a nonstandard NaN, as its bits in hexadecimal digits.
  /// - `$date`: On non-Apple platforms, a date with a fraction of a second, as ISO 8601. Outside the years 1 to
  ///   9999, it's the bits of the seconds since 2001 in hexadecimal digits.
  /// - `$string`: A string with characters that XML can't represent, as UTF-8 data.
  /// - `$dictionary`: A dictionary with such a string as a key, with the key `CF$UID`, which would make `UserDefaults`
  ///   lose the whole file, or with the form of a wrapped value. It's an array of alternating keys and values.
  package enum PropertyListObject {
    enum Wrapping: String {
      case null = "$null"
      case unsigned = "$unsigned"
      case double = "$double"
      case date = "$date"
      case string = "$string"
      case dictionary = "$dictionary"
    }

    /// Returns the object that represents a value within the limits.
    package static func object(of value: SettingsValue) -> Any {
      switch value {
      case .null: wrap("", as: .null)
      case .bool(let value): value
      case .integer(let value): value
      case .unsigned(let value): wrap(String(value), as: .unsigned)
      case .double(let value): isPreserved(value) ? value : wrap(bits(of: value), as: .double)
      case .string(let value): isPreserved(value) ? value : wrap(Data(value.utf8), as: .string)
      case .data(let value): value
      case .date(let value): object(of: value)
      case .array(let values): values.map(object)
      case .dictionary(let values): object(of: values)
      }
    }

    /// Returns a Boolean value that indicates whether a property list preserves a string and stays readable.
    static func isPreserved(_ text: String) -> Bool {
      var text = text
      return text.withUTF8 { bytes in
        // Foundation drops a byte order mark at the beginning of a string.
        if bytes.starts(with: "\u{FEFF}".utf8) { return false }
        for (index, byte) in bytes.enumerated() {
          if byte < 0x20, !byte.isXMLWhiteSpace { return false }
          if byte == 0xEF, bytes[index + 1] == 0xBF, bytes[index + 2] >= 0xBE { return false }
        }
        return true
      }
    }

    /// Returns a Boolean value that indicates whether a property list preserves a string as a key.
    ///
    /// Foundation reads a dictionary with the key `CF$UID` alone as an archiver's reference. If a suite has no other
    /// name, the whole file counts as empty.
    static func isPreservedKey(_ text: String) -> Bool { isPreserved(text) && text != referenceKey }

    /// The only key of a dictionary that represents an archiver's reference.
    static let referenceKey = "CF$UID"

    private static func isPreserved(_ number: Double) -> Bool {
      if number == 0 { return number.sign == .plus }
      return !number.isNaN || number.bitPattern == Double.nan.bitPattern
    }

    private static func object(of date: Date) -> Any {
      #if canImport(Darwin)
        if date.timeIntervalSinceReferenceDate.isFinite { return date }
      #else
        if TimestampText.isWholeSecond(date) { return date }
      #endif
      let text = TimestampText.text(of: date) ?? bits(of: date.timeIntervalSinceReferenceDate)
      return wrap(text, as: .date)
    }

    private static func object(of values: [String: SettingsValue]) -> Any {
      let resemblesWrapped = values.count == 1 && values.keys.allSatisfy { Wrapping(rawValue: $0) != nil }
      if !resemblesWrapped, values.keys.allSatisfy(isPreservedKey) {
        return values.mapValues(object)
      }
      return wrap(values.flatMap { [object(of: .string($0)), object(of: $1)] }, as: .dictionary)
    }

    private static func wrap(_ object: Any, as wrapping: Wrapping) -> Any { [wrapping.rawValue: object] }

    private static func bits(of number: Double) -> String { String(number.bitPattern, radix: 16) }
  }

  extension PropertyListObject {
    /// The maximum depth of an object; wrapping adds up to two containers at each level.
    static let maximumDepth = 3 * SettingsValue.maximumDepth

    /// Returns the value that an object represents.
    ///
    /// - Parameters:
    ///   - object: The object.
    ///   - unwrapsValues: Pass `false` to return wrapped values as dictionaries.
    /// - Returns: The value.
    /// - Throws: ``SettingsError`` with ``SettingsError/Code/undecodable`` if the object isn't a property-list object,
    ///   or the error for a value beyond the limits.
    package static func value(
      of object: Any, unwrapsValues: Bool = true
    ) throws(SettingsError) -> SettingsValue {
      let value = try value(of: object, unwrapsValues, depth: 0)
      try value.checkLimits()
      return value
    }

    private static func value(
      of object: Any, _ unwrapsValues: Bool, depth: Int
    ) throws(SettingsError) -> SettingsValue {
      if depth > maximumDepth { throw .tooDeep() }
      if let number = number(of: object) { return number }
      switch object {
      case let text as String: return .string(text)
      case let data as Data: return .data(data)
      case let date as Date: return .date(date)
      case let objects as [Any]:
        return .array(
          try objects.map { object throws(SettingsError) in
            try value(of: object, unwrapsValues, depth: depth + 1)
          })
      case let objects as [String: Any]: return try value(of: objects, unwrapsValues, depth: depth)
      case is NSNull: return .null
      default: throw .undecodable(found: "an object of the class '\(type(of: object))'")
      }
    }

    #if canImport(Darwin)
      private static func number(of object: Any) -> SettingsValue? {
        guard let number = object as? NSNumber else { return nil }
        if CFGetTypeID(number) == CFBooleanGetTypeID() { return .bool(number.boolValue) }
        if CFNumberIsFloatType(number as CFNumber) { return .double(number.doubleValue) }
        return number.compare(NSNumber(value: Int64.max)) == .orderedDescending
          ? SettingsValue(number.uint64Value) : .integer(number.int64Value)
      }
    #else
      private static func number(of object: Any) -> SettingsValue? {
        switch object {
        case let number as NSNumber: value(of: number)
        case let value as Bool: .bool(value)
        case let value as Int: .integer(Int64(value))
        case let value as Double: .double(value)
        case let value as any BinaryInteger: SettingsValue(value)
        case let value as any BinaryFloatingPoint: .double(Double(value))
        default: nil
        }
      }

      /// Returns the value of a number object; a cast would convert 0 and 1 to Boolean values.
      private static func value(of number: NSNumber) -> SettingsValue? {
        switch String(cString: number.objCType) {
        case "c", "B": .bool(number.boolValue)
        case "f": number.floatValue.settingsValue
        case "d": .double(number.doubleValue)
        case "Q": SettingsValue(number.uint64Value)
        default: .integer(number.int64Value)
        }
      }
    #endif

    private static func value(
      of objects: [String: Any], _ unwrapsValues: Bool, depth: Int
    ) throws(SettingsError) -> SettingsValue {
      if unwrapsValues, objects.count == 1, let (key, object) = objects.first, let wrapping = Wrapping(rawValue: key),
        let value = try unwrap(object, wrapping, depth: depth)
      {
        return value
      }
      var values: [String: SettingsValue] = [:]
      for (key, object) in objects { values[key] = try value(of: object, unwrapsValues, depth: depth + 1) }
      return .dictionary(values)
    }

    /// Returns the wrapped value, or `nil` if the dictionary only resembles a wrapped value.
    private static func unwrap(
      _ object: Any, _ wrapping: Wrapping, depth: Int
    ) throws(SettingsError) -> SettingsValue? {
      switch (wrapping, object) {
      case (.null, let text as String): return text.isEmpty ? .null : nil
      case (.unsigned, let digits as String):
        return UInt64(digits).map(SettingsValue.unsigned)
      case (.double, let digits as String): return number(ofBits: digits).map(SettingsValue.double)
      case (.date, let text as String):
        if let date = TimestampText.date(of: text) { return .date(date) }
        return number(ofBits: text).map { .date(Date(timeIntervalSinceReferenceDate: $0)) }
      case (.string, let data as Data): return String(validating: data, as: UTF8.self).map(SettingsValue.string)
      case (.dictionary, let objects as [Any]): return try dictionary(of: objects, depth: depth + 1)
      default: return nil
      }
    }

    private static func number(ofBits digits: String) -> Double? {
      guard let bits = UInt64(digits, radix: 16), String(bits, radix: 16) == digits else { return nil }
      return Double(bitPattern: bits)
    }

    private static func dictionary(of objects: [Any], depth: Int) throws(SettingsError) -> SettingsValue? {
      guard objects.count.isMultiple(of: 2) else { return nil }
      var values: [String: SettingsValue] = [:]
      for index in stride(from: 0, to: objects.count, by: 2) {
        guard case .string(let key) = try value(of: objects[index], true, depth: depth + 1) else { return nil }
        values[key] = try value(of: objects[index + 1], true, depth: depth + 1)
      }
      return .dictionary(values)
    }
  }

  extension PropertyListObject {
    /// Returns the plain object for a value, which doesn't have to round-trip exactly.
    ///
    /// Nothing is wrapped, and null is `NSNull`.
    package static func plainObject(of value: SettingsValue) -> Any {
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
