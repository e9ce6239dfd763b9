#if canImport(Darwin) || UserDefaults
  public import Foundation
  public import TypedSettingsCore

  extension SettingsGroup {
    /// Copies values of `UserDefaults` to the group's store, including nested groups.
    ///
    /// A value is copied if the setting has none of its own in its store. The value has the name of the setting's key
    /// in `defaults`, or else one of its aliases. A setting that a policy locks isn't imported. Older forms are
    /// supported. At the end, all stores are flushed:
    ///
    /// ```swift
    /// let store = UserDefaultsSettingsStore(suiteName: "group.com.example.pomodoro")
    /// let settings = TimerSettings.make(alternateStore: store)
    /// let result = try settings.import(from: .standard)
    /// for failure in result.failures { logger.warning("\(failure)") }
    /// ```
    ///
    /// Values with which a ``SettingsRule`` would be broken are failures, and aren't copied.
    ///
    /// The values remain in `defaults`, for an older version of the app or for other code. If a setting is reset, the
    /// next import restores the value. To import only once, pass `removingSource: true`. The values are removed
    /// after the stores are flushed, so each value always exists in at least one place. A value stays in `defaults` if
    /// the setting's store keeps its values there too, if the group is the instance of a ``SettingsDraft``, or if other
    /// code has changed the value in the meantime.
    ///
    /// A value registered with `register(defaults:)` isn't imported. For an instance other than
    /// `UserDefaults.standard`, neither is a value that's equal to a registered one.
    ///
    /// - Parameters:
    ///   - defaults: The source of the values.
    ///   - removesSource: Whether to remove the imported values from `defaults`.
    /// - Returns: The imported settings, and the errors for settings that couldn't be imported: values of another type,
    ///   and values that the store refuses.
    /// - Throws: ``SettingsError`` if a store can't be flushed; nothing is removed from `defaults` then.
    @discardableResult
    public nonisolated func `import`(
      from defaults: UserDefaults, removingSource removesSource: Bool = false
    ) throws(SettingsError) -> UserDefaultsImport {
      let objects = found(in: ImportedDefaults(defaults))
      // Reloaded after the source is read. A setting whose store keeps its value in `defaults` itself is set then, even
      // if other stores wrap that store, and other code has just changed the value.
      UserDefaultsRegistry.reload()
      var result = UserDefaultsImport()
      var values: [ImportedValue] = []
      for (setting, name, object) in objects {
        (setting as? any LinkedSetting)?.link.invalidate()
        if setting.inspect().importTarget != nil { continue }
        do throws(SettingsError) {
          values.append(ImportedValue(setting: setting, name: name, value: try PropertyListObject.value(of: object)))
        } catch {
          result.failures.append(error.at(setting.key))
        }
      }
      removeBrokenRules(from: &values, &result)
      let moved = write(values, &result)
      guard let first = result.imported.first else { return result }
      var stores: [ObjectIdentifier: any SettingsStore] = [:]
      for (_, setting) in allSettings { stores[ObjectIdentifier(setting.store)] = setting.store }
      do { for store in stores.values { try store.flush() } } catch { throw .wrapping(error, key: first.key) }
      if removesSource { remove(moved, from: defaults) }
      return result
    }

    /// Returns the settings that have an object in the source, under the name of their key or else an older one.
    private nonisolated func found(in source: ImportedDefaults) -> [(setting: any Setting, name: String, object: Any)] {
      // Names without domains, because the source has a single namespace for all of them.
      let currentNames = Set(allSettings.map(\.setting.key.name))
      return allSettings.compactMap { _, setting in
        if setting.traits.contains(.transient) { return nil }
        let older = (setting as? any LinkedSetting)?.link.aliases.map(\.name) ?? []
        for name in [setting.key.name] + older.filter({ !currentNames.contains($0) }) {
          if let object = source.object(forKey: name) { return (setting, name, object) }
        }
        return nil
      }
    }

    /// Sets the values, and returns those that are safe to remove from their source after a flush.
    private nonisolated func write(_ values: [ImportedValue], _ result: inout UserDefaultsImport) -> [ImportedValue] {
      var moved: [ImportedValue] = []
      for member in values {
        let setting = member.setting
        do throws(SettingsError) {
          try setting.setEncodedValue(member.value)
          result.imported.append(setting)
          // A draft can be discarded, and its changes with it.
          if !setting.store.isDraft { moved.append(member) }
        } catch {
          result.failures.append(error.at(setting.key))
        }
      }
      return moved
    }

    /// Removes values, except those that other code has changed meanwhile.
    private nonisolated func remove(_ values: [ImportedValue], from defaults: UserDefaults) {
      if values.isEmpty { return }
      let present = ImportedDefaults(defaults)
      for member in values where present.holds(member.value, forKey: member.name) {
        defaults.removeObject(forKey: member.name)
      }
      _ = defaults.synchronize()
    }

    /// Removes the values with which a rule about several settings would be broken.
    private nonisolated func removeBrokenRules(
      from values: inout [ImportedValue], _ result: inout UserDefaultsImport
    ) {
      var rules = RuleCheck(of: [self])
      var supposed: [ReadTrace.Place: SettingsValue?] = [:]
      for member in values {
        guard let setting = member.setting as? any LinkedSetting else { continue }
        // Values that can't be used are failures anyway.
        let form = nilOnFailure { () throws(SettingsError) in
          try setting.importedForm(of: member.value, over: nil, in: .binaryPropertyList)
        }
        if let form { supposed.updateValue(form, forKey: ReadTrace.Place(setting.link)) }
      }
      for violation in rules.removeViolations(from: &supposed) {
        values.removeAll { member in
          guard let link = (member.setting as? any LinkedSetting)?.link,
            violation.places.contains(ReadTrace.Place(link))
          else { return false }
          let advice = "correct or remove the value in UserDefaults; it isn't imported"
          result.failures.append(violation.error.replacing(advice: advice).at(member.setting.key))
          return true
        }
      }
    }
  }

  /// A value of a `UserDefaults` that is imported.
  private struct ImportedValue {
    let setting: any Setting
    /// The name of the value in the `UserDefaults`.
    let name: String
    let value: SettingsValue
  }

  /// The values stored in a `UserDefaults`, without registered values and other fallbacks.
  private struct ImportedDefaults {
    private let defaults: UserDefaults
    private let stored: [String: Any]?
    /// A suite without values, which returns only registered values and other fallbacks.
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

    /// Returns a Boolean value that indicates whether a key has a value.
    func holds(_ value: SettingsValue, forKey key: String) -> Bool {
      guard let object = object(forKey: key) else { return false }
      do throws(SettingsError) {
        return try PropertyListObject.value(of: object) == value
      } catch {
        return false
      }
    }

    private func isSame(_ left: Any, _ right: Any) -> Bool {
      do throws(SettingsError) {
        return try PropertyListObject.value(of: left) == PropertyListObject.value(of: right)
      } catch {
        return false
      }
    }
  }

  /// The result of ``SettingsGroup/import(from:removingSource:)``.
  public struct UserDefaultsImport: Sendable {
    /// The imported settings, in declaration order.
    public fileprivate(set) var imported: [any Setting] = []

    /// The errors for settings that couldn't be imported.
    public fileprivate(set) var failures: [SettingsError] = []
  }
#endif
