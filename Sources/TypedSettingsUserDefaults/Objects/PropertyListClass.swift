// swift-format-ignore-file: AlwaysUseLowerCamelCase

#if canImport(Darwin) || UserDefaults
  public import Foundation
  public import TypedSettingsCore

  /// A property-list class whose objects a setting can store as a ``PropertyListCopy``.
  ///
  /// - Warning: This protocol is an implementation detail; don't conform your own types to it.
  public protocol __PropertyListClass: AnyObject {
    /// The class of the immutable objects.
    associatedtype Immutable: AnyObject

    /// The value of an empty object.
    static var __emptySettingsValue: SettingsValue { get }

    /// Returns an object with the given value, or an empty one if ``__isSettingsValue(_:)`` returns `false`.
    static func __settingsObject(of value: SettingsValue) -> Immutable

    /// Returns whether an object of the class can represent a value.
    static func __isSettingsValue(_ value: SettingsValue) -> Bool
  }

  // The objects are created by the initializers of their classes, because casts don't bridge on other platforms.

  extension NSDictionary: __PropertyListClass {
    /// The value of an empty dictionary.
    public static var __emptySettingsValue: SettingsValue { [:] }

    /// Returns the dictionary of a value.
    public static func __settingsObject(of value: SettingsValue) -> NSDictionary {
      NSDictionary(dictionary: PropertyListObject.plainObject(of: value) as? [String: Any] ?? [:])
    }

    /// Returns whether a value is a dictionary.
    public static func __isSettingsValue(_ value: SettingsValue) -> Bool {
      if case .dictionary = value { true } else { false }
    }
  }

  extension NSArray: __PropertyListClass {
    /// The value of an empty array.
    public static var __emptySettingsValue: SettingsValue { [] }

    /// Returns the array of a value.
    public static func __settingsObject(of value: SettingsValue) -> NSArray {
      NSArray(array: PropertyListObject.plainObject(of: value) as? [Any] ?? [])
    }

    /// Returns whether a value is an array.
    public static func __isSettingsValue(_ value: SettingsValue) -> Bool {
      if case .array = value { true } else { false }
    }
  }

  extension NSString: __PropertyListClass {
    /// The value of an empty string.
    public static var __emptySettingsValue: SettingsValue { "" }

    /// Returns the string of a value.
    public static func __settingsObject(of value: SettingsValue) -> NSString {
      NSString(string: value.stringValue ?? "")
    }

    /// Returns whether a value is a string.
    public static func __isSettingsValue(_ value: SettingsValue) -> Bool {
      if case .string = value { true } else { false }
    }
  }

  extension NSData: __PropertyListClass {
    /// The value of empty data.
    public static var __emptySettingsValue: SettingsValue { .data(Data()) }

    /// Returns the data of a value.
    public static func __settingsObject(of value: SettingsValue) -> NSData {
      NSData(data: value.dataValue ?? Data())
    }

    /// Returns whether a value is data.
    public static func __isSettingsValue(_ value: SettingsValue) -> Bool {
      if case .data = value { true } else { false }
    }
  }

  extension NSNumber: __PropertyListClass {
    /// The value of zero.
    public static var __emptySettingsValue: SettingsValue { 0 }

    /// Returns the number or Boolean value of a value.
    public static func __settingsObject(of value: SettingsValue) -> NSNumber {
      switch value {
      case .bool(let value): NSNumber(value: value)
      case .integer(let value): NSNumber(value: value)
      case .unsigned(let value): NSNumber(value: value)
      case .double(let value): NSNumber(value: value)
      default: NSNumber(value: 0)
      }
    }

    /// Returns whether a value is a number or a Boolean value.
    public static func __isSettingsValue(_ value: SettingsValue) -> Bool {
      switch value {
      case .bool, .integer, .unsigned, .double: true
      default: false
      }
    }
  }

  extension NSDate: __PropertyListClass {
    /// The value of the reference date.
    public static var __emptySettingsValue: SettingsValue { .date(Date(timeIntervalSinceReferenceDate: 0)) }

    /// Returns the date of a value.
    public static func __settingsObject(of value: SettingsValue) -> NSDate {
      NSDate(timeIntervalSinceReferenceDate: value.dateValue?.timeIntervalSinceReferenceDate ?? 0)
    }

    /// Returns whether a value is a date.
    public static func __isSettingsValue(_ value: SettingsValue) -> Bool {
      if case .date = value { true } else { false }
    }
  }
#endif
