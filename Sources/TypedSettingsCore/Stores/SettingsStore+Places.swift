extension SettingsStore {
  /// Returns the place of a stored value in the file that holds it, to be looked up when it's needed.
  ///
  /// - Parameters:
  ///   - value: The stored value.
  ///   - path: The path inside the value.
  ///   - keys: The key of the setting, followed by its older names.
  ///   - isSecret: Whether the text of the value mustn't be shown.
  ///   - constraint: A closure that returns the constraint on the value.
  /// - Returns: The place, or `nil` if the value isn't in a file.
  func place(
    of value: SettingsValue, at path: [String], forKeys keys: [SettingsKey], isSecret: Bool,
    constraint: @escaping @Sendable () -> SettingConstraint?
  ) -> DocumentPlace? {
    let searches = leaves(belowWrappers: true).compactMap {
      $0.store.documentStore?.search(for: value, at: path, forKeys: keys, isSecret: isSecret)
    }
    if searches.isEmpty { return nil }
    return DocumentPlace {
      var found = searches.lazy.compactMap { $0() }.first
      if path.isEmpty { found?.constraint = constraint() }
      return found
    }
  }
}
