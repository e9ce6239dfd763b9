#if canImport(Darwin) || UserDefaults
  public import Foundation

  extension SettingsGroup {
    /// Copies values of `UserDefaults` to the group's store, nested groups included.
    ///
    /// For each setting that has no value in its store and has one in `defaults`, under the name of its key, the value
    /// is set; older forms are understood. All stores are flushed at the end:
    ///
    /// ```swift
    /// let settings = TimerSettings.make(alternateStore: UserDefaultsSettingsStore(suiteName: "group.com.example.pomodoro"))
    /// let result = try settings.import(from: .standard)
    /// for failure in result.failures { logger.warning("\(failure)") }
    /// ```
    ///
    /// The values in `defaults` stay, for an older version of the app or other code. A setting that is reset gets the
    /// value again with the next import. To import only once, remove the values with `removingSource: true`, which
    /// happens after the stores are flushed, so that each value is always in at least one place.
    ///
    /// A value that `register(defaults:)` has registered isn't imported. Of another instance than
    /// `UserDefaults.standard`, neither is a value that equals a registered one.
    ///
    /// - Parameters:
    ///   - defaults: Where the values are now.
    ///   - removesSource: Whether the values that were imported are removed from `defaults`.
    /// - Returns: The settings that were imported, and why others weren't: values that aren't of a setting's type, and
    ///   values that its store refuses.
    /// - Throws: ``SettingsError`` if a store can't be flushed; then nothing is removed.
    @discardableResult
    public nonisolated func `import`(
      from defaults: UserDefaults, removingSource removesSource: Bool = false
    ) throws(SettingsError) -> UserDefaultsImport {
      let source = ImportedDefaults(defaults)
      var stores: [ObjectIdentifier: any SettingsStore] = [:]
      for (_, setting) in allSettings { stores[ObjectIdentifier(setting.store)] = setting.store }
      // One of them may be on this very suite, and not know yet what other code has set there.
      for case let store as UserDefaultsSettingsStore in stores.values { store.refresh() }
      var result = UserDefaultsImport()
      for (_, setting) in allSettings where !setting.isSet && !setting.traits.contains(.transient) {
        guard let object = source.object(forKey: setting.key) else { continue }
        do throws(SettingsError) {
          try setting.setEncodedValue(PropertyListObject.value(of: object))
          result.imported.append(setting)
        } catch {
          result.failures.append(error.at(setting.settingsKey))
        }
      }
      if result.imported.isEmpty { return result }
      do { for store in stores.values { try store.flush() } } catch {
        throw .wrapping(error, key: result.imported[0].settingsKey)
      }
      guard removesSource else { return result }
      for setting in result.imported { defaults.removeObject(forKey: setting.key) }
      _ = defaults.synchronize()
      return result
    }
  }

  /// What is stored in a `UserDefaults`, apart from what it only answers with.
  private struct ImportedDefaults {
    private let defaults: UserDefaults
    private let stored: [String: Any]?
    /// A suite without values: it has the answers that are no value of any suite.
    private let empty = UserDefaults(suiteName: "TypedSettings.NoValues")

    init(_ defaults: UserDefaults) {
      self.defaults = defaults
      stored = defaults === UserDefaults.standard ? defaults.persistentDomain(forName: SuiteName.standard.text) : nil
    }

    func object(forKey key: String) -> Any? {
      if defaults === UserDefaults.standard { return stored?[key] }
      guard let object = defaults.object(forKey: key) else { return nil }
      guard let answer = empty?.object(forKey: key) else { return object }
      return isSame(object, answer) ? nil : object
    }

    private func isSame(_ left: Any, _ right: Any) -> Bool {
      do throws(SettingsError) {
        return try PropertyListObject.value(of: left) == PropertyListObject.value(of: right)
      } catch {
        return false
      }
    }
  }

  /// What ``SettingsGroup/import(from:removingSource:)`` has done.
  public struct UserDefaultsImport: Sendable {
    /// The settings whose values were imported, in the order of their declarations.
    public internal(set) var imported: [any Setting] = []

    /// Why other values stay where they are.
    public internal(set) var failures: [SettingsError] = []
  }
#endif
