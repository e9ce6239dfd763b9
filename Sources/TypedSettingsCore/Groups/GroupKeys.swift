/// The check that the settings of a group have different keys.
///
/// The macro finds keys that are equal literals. Keys that are computed can only be compared at run time. Settings of
/// different groups may share a key on purpose.
enum GroupKeys {
  /// The classes without settings that share a key, which aren't checked again.
  private static let distinct = LockedState<Set<ObjectIdentifier>>([])

  /// Returns whether the settings of a class have to be compared.
  static func needsCheck(_ type: any SettingsGroup.Type) -> Bool {
    !distinct.withLock { $0.contains(ObjectIdentifier(type)) }
  }

  /// Reports the settings of a group that have the same key and the same type in one store, once for each key.
  ///
  /// - Parameters:
  ///   - settings: The settings of the group, without the settings of nested groups.
  ///   - type: The class of the group.
  static func check(_ settings: [any Setting], of type: any SettingsGroup.Type) {
    var first: [SettingsKey: any Setting] = [:]
    var areDistinct = true
    for setting in settings {
      guard let other = first.updateValue(setting, forKey: setting.key) else { continue }
      // Settings of different types are reported when they're created.
      guard other !== setting, other.store === setting.store, other.valueType == setting.valueType else { continue }
      areDistinct = false
      guard let live = (setting as? any LinkedSetting)?.link.live, live.claimSharedKeyReport() else { continue }
      SettingsDiagnostics.report(.sharedKey(setting.key, by: other.name, and: setting.name, in: type))
    }
    if areDistinct { distinct.withLock { _ = $0.insert(ObjectIdentifier(type)) } }
  }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
extension PreferenceContext {
  /// Creates a settings group in a store, and reports settings of the group that share a key.
  ///
  /// - Warning: This method is an implementation detail of the macro; use `make(alternateStore:)`.
  /// - Parameters:
  ///   - store: The store of the group.
  ///   - make: A closure that returns a new group.
  /// - Returns: The group.
  public static func __make<Group: SettingsGroup>(in store: any SettingsStore, _ make: () -> Group) -> Group {
    let group = $store.withValue(DraftContext.store(insteadOf: store), operation: make)
    if GroupKeys.needsCheck(type(of: group)) { _ = group.allSettings }
    return group
  }
}

extension SettingsError {
  fileprivate static func sharedKey(
    _ key: SettingsKey, by first: String, and second: String, in type: any SettingsGroup.Type
  ) -> SettingsError {
    SettingsError(
      .keyCollision, key: key, found: "one key for the settings '\(first)' and '\(second)' of '\(type)'",
      advice: "give one of them another 'key:'; until then each has the value of the other")
  }
}
