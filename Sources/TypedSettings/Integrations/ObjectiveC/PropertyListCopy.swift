#if canImport(Darwin) || UserDefaults
  /// What an object of a property list says, as the value of a setting.
  ///
  /// `NSDictionary`, `NSArray`, `NSString` and `NSData` have subclasses that can be changed, so they are not `Sendable`
  /// and cannot be the value of a setting themselves. A copy holds what the object says and nothing of the object, and
  /// makes a new object, which cannot be changed, whenever one is asked for. `@Pref` uses it by itself for a property
  /// that is declared with one of these classes, `NSNumber` or `NSDate`, optional or not:
  ///
  /// ```swift
  /// #if canImport(ObjectiveC)
  ///   @Pref var layout: NSDictionary = ["columns": 2]
  /// #endif
  /// ```
  ///
  /// `settings.layout` is an `NSDictionary` then, and the values of `settings.$layout` are copies.
  public struct PropertyListCopy<Object: PropertyListClass>: Hashable, SettingsValueConvertible {
    /// What the object says.
    public let settingsValue: SettingsValue

    /// An object that says the same; a new one each time.
    public var object: Object.Immutable { Object.settingsObject(of: settingsValue) }

    /// Copies an object.
    ///
    /// - Parameter object: An object with nothing in it but what a property list can hold.
    /// - Throws: ``SettingsError`` with ``SettingsError/Code/undecodable`` if there is something else in it, and that of a
    ///   limit.
    public init(_ object: Object) throws(SettingsError) {
      settingsValue = try PropertyListObject.value(of: object, unwrapsValues: false)
    }

    /// Copies the default of a setting.
    ///
    /// - Parameter object: An object with nothing in it but what a property list can hold. Any other is reported to
    ///   ``SettingsDiagnostics``, and the copy is one of an empty object.
    public init(default object: Object) {
      do throws(SettingsError) { try self.init(object) } catch {
        SettingsDiagnostics.report(error)
        self.init(unchecked: Object.emptySettingsValue)
      }
    }

    private init(unchecked value: SettingsValue) { settingsValue = value }

    /// Takes a value that an object of the class can say.
    ///
    /// - Throws: ``SettingsError`` with ``SettingsError/Code/undecodable`` if it is of another kind.
    public init(settingsValue: SettingsValue) throws(SettingsError) {
      guard Object.isSettingsValue(settingsValue) else { throw .undecodable(settingsValue, as: Object.Immutable.self) }
      self.settingsValue = settingsValue
    }
  }

  extension PropertyListCopy: ObjectiveCRepresentable {
    static var objectiveCType: ObjectiveCType? {
      switch Object.emptySettingsValue {
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
#endif
