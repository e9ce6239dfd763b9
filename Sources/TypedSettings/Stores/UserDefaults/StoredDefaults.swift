#if canImport(Darwin) || UserDefaults
  /// What a suite of `UserDefaults` held at one moment.
  package struct StoredDefaults: Sendable {
    /// The values by name.
    package var values: [String: SettingsValue] = [:]
    /// Why others are no values; they stay as they are.
    package var undecodable: [String: SettingsError] = [:]

    package init() {}

    /// Reads the objects of a suite.
    package init(_ objects: [String: Any]) {
      for (name, object) in objects {
        do throws(SettingsError) { values[name] = try PropertyListObject.value(of: object) } catch {
          undecodable[name] = error
        }
      }
    }
  }
#endif
