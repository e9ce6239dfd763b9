internal import TypedSettingsCore

/// The keys that were changed since the state was last saved, by which a save writes only what's new.
///
/// They aren't part of the value of a state: states with the same entries are equal.
struct SyncChangedKeys: Hashable, Sendable {
  private var keys: Set<SettingsKey> = []

  var isEmpty: Bool { keys.isEmpty }

  mutating func insert(_ key: SettingsKey) { keys.insert(key) }

  /// Removes and returns the keys.
  mutating func take() -> Set<SettingsKey> {
    defer { keys = [] }
    return keys
  }

  static func == (left: SyncChangedKeys, right: SyncChangedKeys) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}
