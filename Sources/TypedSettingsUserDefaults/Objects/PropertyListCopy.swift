#if canImport(Darwin) || UserDefaults
  public import TypedSettingsCore

  /// The value of a property-list object, as the value of a setting.
  ///
  /// `NSDictionary`, `NSArray`, `NSString` and `NSData` have mutable subclasses, so they aren't `Sendable` and can't be
  /// the value of a setting themselves. A copy stores the value of the object, without a reference to it, and creates a
  /// new immutable object on each access. `@Pref` uses it automatically for a property that is declared with one of
  /// these classes, `NSNumber` or `NSDate`, optional or not:
  ///
  /// ```swift
  /// #if canImport(ObjectiveC)
  ///   @Pref var layout: NSDictionary = ["columns": 2]
  /// #endif
  /// ```
  ///
  /// Here, `settings.layout` is an `NSDictionary`, and the values of `settings.$layout` are copies.
  public struct PropertyListCopy<Object: __PropertyListClass>: Hashable, SettingsValueConvertible {
    /// The value of the object.
    public let settingsValue: SettingsValue

    /// A new object with the same value.
    public var object: Object.Immutable { Object.__settingsObject(of: settingsValue) }

    /// Creates a copy of an object.
    ///
    /// - Parameter object: An object that contains only property-list objects.
    /// - Throws: ``SettingsError`` with ``SettingsError/Code/undecodable`` if it contains other objects, or the error
    ///   of a limit that it exceeds.
    public init(_ object: Object) throws(SettingsError) {
      settingsValue = try PropertyListObject.value(of: object, unwrapsValues: false)
    }

    /// Creates a copy of the default of a setting.
    ///
    /// - Parameter object: An object that contains only property-list objects. Any other object is reported to
    ///   ``SettingsDiagnostics``, and an empty object is copied instead.
    public init(default object: Object) {
      do throws(SettingsError) { try self.init(object) } catch {
        SettingsDiagnostics.report(error)
        self.init(unchecked: Object.__emptySettingsValue)
      }
    }

    private init(unchecked value: SettingsValue) { settingsValue = value }

    /// Creates a copy from a value that an object of the class can represent.
    ///
    /// - Throws: ``SettingsError`` with ``SettingsError/Code/undecodable`` if the class can't represent the value.
    public init(settingsValue: SettingsValue) throws(SettingsError) {
      guard Object.__isSettingsValue(settingsValue) else {
        throw .undecodable(settingsValue, as: Object.Immutable.self)
      }
      self.settingsValue = settingsValue
    }
  }

  // The functions that `@Pref` calls in the accessors of a property with a property-list class.

  extension SettingRecord {
    /// Returns a new object with the current value.
    public func object<Object>() -> Object.Immutable where Value == PropertyListCopy<Object> { value.object }

    /// Returns a new object with the current value, or `nil`.
    public func object<Object>() -> Object.Immutable? where Value == PropertyListCopy<Object>? { value?.object }

    /// Sets the value to a copy of an object, and reports errors.
    public func setObject<Object>(_ object: Object) where Value == PropertyListCopy<Object> {
      assignCopy { () throws(SettingsError) in try PropertyListCopy(object) }
    }

    /// Sets the value to a copy of an object or to `nil`, and reports errors.
    public func setObject<Object>(_ object: Object?) where Value == PropertyListCopy<Object>? {
      assignCopy { () throws(SettingsError) in
        guard let object else { return nil }
        return try PropertyListCopy(object)
      }
    }

    private func assignCopy(_ copy: () throws(SettingsError) -> Value) {
      do throws(SettingsError) { try set(try copy()) } catch { link.report(refusal: located(error)) }
    }
  }
#endif
