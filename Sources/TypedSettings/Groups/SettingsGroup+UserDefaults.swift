#if canImport(Darwin) || UserDefaults
  public import Foundation

  extension SettingsGroup {
    /// Moves values of `UserDefaults` to the group's store, nested groups included.
    ///
    /// For each setting that has no value in its store and has one in `defaults`, under its key's name: the value is set,
    /// older forms being understood; all stores are flushed; and then the values that were moved are removed from
    /// `defaults`. So a value is never in neither place, and a second call moves nothing:
    ///
    /// ```swift
    /// let settings = TimerSettings.make(alternateStore: UserDefaultsSettingsStore(suiteName: "group.com.example.pomodoro"))
    /// let result = try settings.import(from: .standard)
    /// for failure in result.failures { logger.warning("\(failure)") }
    /// ```
    ///
    /// What `register(defaults:)` has registered is no value; of another instance than `UserDefaults.standard`, neither is
    /// one that equals what is registered.
    ///
    /// - Parameter defaults: Where the values are now.
    /// - Returns: What was moved, and why the rest stays: what is not of a setting's type, and what its store refuses.
    /// - Throws: ``SettingsError`` when a store cannot be flushed; then nothing was removed.
    @discardableResult
    public nonisolated func `import`(from defaults: UserDefaults) throws(SettingsError) -> UserDefaultsImport {
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
          result.moved.append(setting)
        } catch {
          result.failures.append(error.at(setting.settingsKey))
        }
      }
      if result.moved.isEmpty { return result }
      do { for store in stores.values { try store.flush() } } catch {
        throw .wrapping(error, key: result.moved[0].settingsKey)
      }
      for setting in result.moved { defaults.removeObject(forKey: setting.key) }
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
#endif
