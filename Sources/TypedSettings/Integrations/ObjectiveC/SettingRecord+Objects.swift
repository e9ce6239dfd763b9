#if canImport(Darwin) || UserDefaults
  // What the accessors call that `@Pref` writes for a property of a class of property lists.

  extension SettingRecord {
    /// An object that says what the value says; a new one each time.
    public func object<Object>() -> Object.Immutable where Value == PropertyListCopy<Object> { value.object }

    /// An object that says what the value says, or `nil`; a new one each time.
    public func object<Object>() -> Object.Immutable? where Value == PropertyListCopy<Object>? { value?.object }

    /// Sets the value to a copy of an object, and reports what goes wrong.
    public func setObject<Object>(_ object: Object) where Value == PropertyListCopy<Object> {
      assignCopy { () throws(SettingsError) in try PropertyListCopy(object) }
    }

    /// Sets the value to a copy of an object or to `nil`, and reports what goes wrong.
    public func setObject<Object>(_ object: Object?) where Value == PropertyListCopy<Object>? {
      assignCopy { () throws(SettingsError) in
        guard let object else { return nil }
        return try PropertyListCopy(object)
      }
    }

    private func assignCopy(_ copy: () throws(SettingsError) -> Value) {
      do throws(SettingsError) { try set(try copy()) } catch { SettingsDiagnostics.report(located(error)) }
    }
  }
#endif
