/// Changes of several keys, made in all the stores that keep them or in none.
struct SettingsBatch {
  private struct Part {
    let store: any SettingsStore
    var changes: [SettingsKey: SettingsValue?] = [:]
    var expected: [SettingsKey: SettingsValue?] = [:]
  }

  /// What one call can change.
  private struct Place: Hashable {
    let store: ObjectIdentifier
    /// The domain, where the store keeps domains apart.
    let domain: String?

    init(_ key: SettingsKey, in store: any SettingsStore) {
      self.store = ObjectIdentifier(store)
      domain = (store as? any ConditionalBatchStore)?.keepsDomainsApart ?? false ? key.domain : nil
    }
  }

  /// In the order of their first keys.
  private var parts: [Part] = []
  private var indices: [Place: Int] = [:]

  /// Adds a change.
  mutating func change(_ key: SettingsKey, to value: SettingsValue?, in store: any SettingsStore) {
    parts[index(of: key, in: store)].changes.updateValue(value, forKey: key)
  }

  /// Lets the batch take place only if a key has a value.
  mutating func expect(_ value: SettingsValue?, forKey key: SettingsKey, in store: any SettingsStore) {
    parts[index(of: key, in: store)].expected.updateValue(value, forKey: key)
  }

  private mutating func index(of key: SettingsKey, in store: any SettingsStore) -> Int {
    let place = Place(key, in: store)
    if let index = indices[place] { return index }
    indices[place] = parts.endIndex
    parts.append(Part(store: store))
    return parts.endIndex - 1
  }

  /// Makes the changes, with one call to each store.
  ///
  /// A store that cannot compare and change as one step compares first. What a store has taken is put back if a later
  /// one fails.
  ///
  /// - Returns: Whether the keys had the expected values; if not, nothing was changed.
  /// - Throws: What a store throws. Then nothing was changed, unless it is ``SettingsError/Code/notSaved``.
  func write() throws -> Bool {
    guard parts.allSatisfy(Self.isExpected) else { return false }
    var written: [(part: Part, old: [SettingsKey: SettingsValue?])] = []
    var unsaved: (any Error)?
    for part in parts where !part.changes.isEmpty {
      let old = Dictionary(
        uniqueKeysWithValues: part.changes.keys.map { ($0, part.store.value(forKey: $0)) })
      do {
        guard try Self.write(part) else {
          for (part, old) in written { Self.putBack(old, in: part) }
          return false
        }
      } catch  where SettingsError.isOfUnsavedChange(error) {
        unsaved = unsaved ?? error
      } catch {
        // A store that has no batch of its own may have taken some of the values.
        for (part, old) in written + [(part, old)] { Self.putBack(old, in: part) }
        throw error
      }
      written.append((part, old))
    }
    if let unsaved { throw unsaved }
    return true
  }

  private static func isExpected(_ part: Part) -> Bool {
    part.expected.allSatisfy { part.store.value(forKey: $0.key) == $0.value }
  }

  private static func write(_ part: Part) throws -> Bool {
    if let store = part.store as? any ConditionalBatchStore {
      return try store.set(part.changes, ifUnchanged: part.expected)
    }
    try part.store.set(part.changes)
    return true
  }

  /// Gives keys the values again that they had, unless somebody has changed them since.
  ///
  /// The versions of domains stay: they are right for what is stored, and somebody may have written by them since.
  private static func putBack(_ old: [SettingsKey: SettingsValue?], in part: Part) {
    for (key, value) in part.changes where key.name != SettingsMigration.versionKeyName {
      guard part.store.value(forKey: key) == value else { continue }
      do { _ = try part.store.exchange(value, for: old[key] ?? nil, forKey: key) } catch {
        SettingsDiagnostics.report(.wrapping(error, key: key))
      }
    }
  }
}

/// A store that other processes write to as well, and that can change keys if nobody has changed some meanwhile.
package protocol ConditionalBatchStore: SettingsStore {
  /// Whether a batch can hold the keys of one domain alone.
  var keepsDomainsApart: Bool { get }

  /// Changes several keys as one step, if keys still have the expected values.
  ///
  /// - Returns: Whether they had; if not, nothing was changed.
  func set(
    _ values: [SettingsKey: SettingsValue?], ifUnchanged expected: [SettingsKey: SettingsValue?]
  ) throws -> Bool
}

extension ConditionalBatchStore {
  /// Says that a batch can hold the keys of any domains.
  package var keepsDomainsApart: Bool { false }
}

/// The steps of one write, of which each may leave its change in memory alone.
///
/// Such a step has taken place, so it doesn't keep the later ones from running; its error is thrown at the end.
struct UnsavedSteps {
  private var error: (any Error)?

  /// Runs a step.
  ///
  /// - Throws: The error of the step, unless it means that the change is in place and not saved.
  mutating func run(_ step: () throws -> Void) throws {
    do { try step() } catch let unsaved where SettingsError.isOfUnsavedChange(unsaved) {
      if error == nil { error = unsaved }
    }
  }

  /// Throws the first error of a step whose change is not saved.
  func finish() throws {
    if let error { throw error }
  }
}
