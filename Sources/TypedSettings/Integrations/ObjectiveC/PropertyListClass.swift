#if canImport(Darwin) || UserDefaults
  public import Foundation

  /// A class of property lists whose objects a setting can keep as a ``PropertyListCopy``.
  ///
  /// - Warning: It is there for the classes that conform to it; conform no other.
  public protocol PropertyListClass: AnyObject {
    /// The class of the objects that cannot be changed.
    associatedtype Immutable: AnyObject

    /// What an empty object says.
    static var emptySettingsValue: SettingsValue { get }

    /// An object that says what a value says, or an empty one where ``isSettingsValue(_:)`` is false.
    static func settingsObject(of value: SettingsValue) -> Immutable

    /// Whether an object of the class can say what a value says.
    static func isSettingsValue(_ value: SettingsValue) -> Bool
  }

  // The objects are made by the initializers of their classes: off Apple's platforms, a cast doesn't bridge.

  extension NSDictionary: PropertyListClass {
    /// What an empty dictionary says.
    public static var emptySettingsValue: SettingsValue { [:] }

    /// The dictionary of a value.
    public static func settingsObject(of value: SettingsValue) -> NSDictionary {
      NSDictionary(dictionary: PropertyListObject.plainObject(of: value) as? [String: Any] ?? [:])
    }

    /// Whether a value is a dictionary.
    public static func isSettingsValue(_ value: SettingsValue) -> Bool {
      if case .dictionary = value { true } else { false }
    }
  }

  extension NSArray: PropertyListClass {
    /// What an empty array says.
    public static var emptySettingsValue: SettingsValue { [] }

    /// The array of a value.
    public static func settingsObject(of value: SettingsValue) -> NSArray {
      NSArray(array: PropertyListObject.plainObject(of: value) as? [Any] ?? [])
    }

    /// Whether a value is an array.
    public static func isSettingsValue(_ value: SettingsValue) -> Bool {
      if case .array = value { true } else { false }
    }
  }

  extension NSString: PropertyListClass {
    /// What an empty text says.
    public static var emptySettingsValue: SettingsValue { "" }

    /// The text of a value.
    public static func settingsObject(of value: SettingsValue) -> NSString {
      NSString(string: value.stringValue ?? "")
    }

    /// Whether a value is text.
    public static func isSettingsValue(_ value: SettingsValue) -> Bool {
      if case .string = value { true } else { false }
    }
  }

  extension NSData: PropertyListClass {
    /// What empty data says.
    public static var emptySettingsValue: SettingsValue { .data(Data()) }

    /// The data of a value.
    public static func settingsObject(of value: SettingsValue) -> NSData {
      NSData(data: value.dataValue ?? Data())
    }

    /// Whether a value is data.
    public static func isSettingsValue(_ value: SettingsValue) -> Bool {
      if case .data = value { true } else { false }
    }
  }

  extension NSNumber: PropertyListClass {
    /// What zero says.
    public static var emptySettingsValue: SettingsValue { 0 }

    /// The number, or the truth value, of a value.
    public static func settingsObject(of value: SettingsValue) -> NSNumber {
      switch value {
      case .bool(let value): NSNumber(value: value)
      case .integer(let value): NSNumber(value: value)
      case .unsigned(let value): NSNumber(value: value)
      case .double(let value): NSNumber(value: value)
      default: NSNumber(value: 0)
      }
    }

    /// Whether a value is a number or a truth value.
    public static func isSettingsValue(_ value: SettingsValue) -> Bool {
      switch value {
      case .bool, .integer, .unsigned, .double: true
      default: false
      }
    }
  }

  extension NSDate: PropertyListClass {
    /// What the reference date says.
    public static var emptySettingsValue: SettingsValue { .date(Date(timeIntervalSinceReferenceDate: 0)) }

    /// The date of a value.
    public static func settingsObject(of value: SettingsValue) -> NSDate {
      NSDate(timeIntervalSinceReferenceDate: value.dateValue?.timeIntervalSinceReferenceDate ?? 0)
    }

    /// Whether a value is a date.
    public static func isSettingsValue(_ value: SettingsValue) -> Bool {
      if case .date = value { true } else { false }
    }
  }
#endif
