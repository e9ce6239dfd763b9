#if canImport(Darwin) || UserDefaults
  internal import Foundation

  /// What stands for a value in `UserDefaults`: an object that a property list can hold.
  ///
  /// A value that comes back to the bit stands for itself: truth values, whole numbers that fit `Int64`, floating-point
  /// numbers, text, data, dates, and arrays and dictionaries of these. Any other is wrapped in a dictionary of one entry,
  /// whose key says what it is:
  ///
  /// - `$null`: nothing, with an empty text;
  /// - `$unsigned`: a whole number above `Int64.max`, which others would read as a negative one; its digits;
  /// - `$double`: a negative zero, or a NaN that is not the usual one; its bits in hexadecimal digits;
  /// - `$date`: off Apple's platforms, a date with a part of a second; as ISO 8601, or, outside the years 1 to 9999, the
  ///   bits of its seconds since 2001 in hexadecimal digits;
  /// - `$string`: text that XML cannot hold; its UTF-8, as data;
  /// - `$dictionary`: a dictionary with such a text for a key, with the key `CF$UID`, for which `UserDefaults` would lose
  ///   the whole file, or that would be taken for one of these; its keys and values in turn, in an array.
  package enum PropertyListObject {
    enum Wrapping: String {
      case null = "$null"
      case unsigned = "$unsigned"
      case double = "$double"
      case date = "$date"
      case string = "$string"
      case dictionary = "$dictionary"
    }

    /// The object that stands for a value within the limits.
    package static func object(of value: SettingsValue) -> Any {
      switch value {
      case .null: wrap("", as: .null)
      case .bool(let value): value
      case .integer(let value): value
      case .unsigned(let value): wrap(String(value), as: .unsigned)
      case .double(let value): survives(value) ? value : wrap(bits(of: value), as: .double)
      case .string(let value): survives(value) ? value : wrap(Data(value.utf8), as: .string)
      case .data(let value): value
      case .date(let value): object(of: value)
      case .array(let values): values.map(object)
      case .dictionary(let values): object(of: values)
      }
    }

    /// Whether text comes back as it is, and leaves the file one that others can read.
    static func survives(_ text: String) -> Bool {
      var text = text
      return text.withUTF8 { bytes in
        // Foundation drops a byte order mark at the beginning of a text.
        if bytes.starts(with: "\u{FEFF}".utf8) { return false }
        for (index, byte) in bytes.enumerated() {
          if byte < 0x20, !byte.isXMLWhiteSpace { return false }
          if byte == 0xEF, bytes[index + 1] == 0xBF, bytes[index + 2] >= 0xBE { return false }
        }
        return true
      }
    }

    private static func survives(_ number: Double) -> Bool {
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
      let isTakenForWrapped = values.count == 1 && values.keys.allSatisfy { Wrapping(rawValue: $0) != nil }
      if !isTakenForWrapped, values.keys.allSatisfy({ survives($0) && $0 != "CF$UID" }) {
        return values.mapValues(object)
      }
      return wrap(values.flatMap { [object(of: .string($0)), object(of: $1)] }, as: .dictionary)
    }

    private static func wrap(_ object: Any, as wrapping: Wrapping) -> Any { [wrapping.rawValue: object] }

    private static func bits(of number: Double) -> String { String(number.bitPattern, radix: 16) }
  }

  extension PropertyListObject {
    /// A wrapped value may be two containers, where the value itself is none.
    static let maximumDepth = 3 * SettingsValue.maximumDepth

    /// The value that an object stands for.
    ///
    /// - Parameters:
    ///   - object: The object.
    ///   - unwrapsValues: Whether what was wrapped is unwrapped; else it is the dictionary that it looks like.
    /// - Returns: The value.
    /// - Throws: ``SettingsError`` with ``SettingsError/Code/undecodable`` if it is none of a property list, or that of a
    ///   limit.
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

      /// The value of a number object, which a cast would take for a truth value where it's 0 or 1.
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

    /// The value that was wrapped; `nil` if none was, and somebody else has made a dictionary with that key.
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
#endif
