extension SettingsStore {
  /// Returns the place of the first source that has one, or the place in a file.
  public func origin(ofKeys keys: [SettingsKey]) -> String? {
    if let origin = sources.lazy.compactMap({ $0.store.origin(ofKeys: keys) }).first { return origin }
    guard let documentStore, let first = keys.first, let value = keys.lazy.compactMap(documentStore.value).first else {
      return nil
    }
    let search = documentStore.search(for: value, at: [], forKeys: keys, isSecret: true)
    if let found = search?(), let file = found.file { return SettingsLocation(file: file, found.position).description }
    // The value isn't in the document yet.
    return documentStore.documentPath(forDomain: first.domain)
  }

  /// Returns the places from which the layers read the value of a setting, with the names of the layers.
  ///
  /// - Parameter keys: The key of the setting, followed by its older names.
  /// - Returns: The places in order of precedence; those of stores without a value are left out.
  package func layerOrigins(ofKeys keys: [SettingsKey]) -> [(layer: String?, origin: String)] {
    leaves(belowWrappers: true).compactMap { layer, store in store.origin(ofKeys: keys).map { (layer, $0) } }
  }

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
    let searches = leaves(belowWrappers: true).compactMap { _, store in
      store.documentStore?.search(for: value, at: path, forKeys: keys, isSecret: isSecret)
        ?? store.originSearch(for: value, at: path, forKeys: keys, isSecret: isSecret)
    }
    if searches.isEmpty { return nil }
    return DocumentPlace {
      var found = searches.lazy.compactMap { $0() }.first
      if path.isEmpty { found?.constraint = constraint() }
      return found
    }
  }

  /// Returns a closure that finds the place of a value in a store without documents, or `nil` if it has another value.
  private func originSearch(
    for value: SettingsValue, at path: [String], forKeys keys: [SettingsKey], isSecret: Bool
  ) -> (@Sendable () -> DocumentPlace.Found?)? {
    guard let origin = origin(ofKeys: keys), keys.lazy.compactMap(self.value).first == value else { return nil }
    let text = isSecret || !path.isEmpty ? nil : value.typed
    return {
      var found = DocumentPlace.Found(at: TextPosition(), in: nil)
      found.origin = origin
      found.text = text
      return found
    }
  }
}

extension SettingsValue {
  /// The text that a user typed for the value.
  fileprivate var typed: String {
    if case .string(let text) = self { return text }
    return refusedText ?? excerpt
  }
}
