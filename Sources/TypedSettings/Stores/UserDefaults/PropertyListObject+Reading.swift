#if canImport(Darwin) || UserDefaults
  internal import Foundation

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
