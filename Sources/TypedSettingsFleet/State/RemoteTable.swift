package import TypedSettingsCore

/// The entries of an engine at one revision.
package struct RemoteTable: Sendable {
  /// A value with the revision of the commit that wrote it.
  package struct Entry: Hashable, Sendable {
    package var value: [UInt8]
    package var revision: Int64

    package init(value: [UInt8], revision: Int64) {
      self.value = value
      self.revision = revision
    }
  }

  package private(set) var entries: [RemoteKey: Entry]

  /// The number of bytes of all keys and values.
  package private(set) var size: Int

  /// The position that the entries belong to, or `nil` if they are unknown.
  package private(set) var position: RemotePosition?

  /// Creates a table.
  package init(entries: [RemoteKey: Entry] = [:], position: RemotePosition? = nil) {
    self.entries = entries
    self.position = position
    size = entries.reduce(0) { $0 + Self.size(of: $1.key.text, $1.value.value) }
  }

  private static func size(of key: String, _ value: [UInt8]) -> Int { key.utf8.count + value.count }

  /// Returns the settings of a domain that have an entry, in no particular order.
  ///
  /// Entries whose keys differ only in Unicode normalization belong to one setting.
  ///
  /// - Parameters:
  ///   - domain: The domain.
  ///   - limits: The limits that an entry must not exceed, because it's ignored otherwise.
  /// - Returns: The keys of the settings.
  package func settings(inDomain domain: String, limits: RemoteLimits = RemoteLimits()) -> [SettingsKey] {
    var settings: Set<SettingsKey> = []
    for (key, entry) in entries where RemoteValue.issue(of: key, entry.value, limits: limits) == nil {
      if let setting = key.setting, setting.domain == domain { settings.insert(setting) }
    }
    return Array(settings)
  }

  /// Replaces the entries with the entries of a snapshot.
  ///
  /// - Returns: The keys whose values are different.
  /// - Throws: `SettingsError` if the snapshot can't come from an engine; the table is then unchanged.
  package mutating func replace(
    with snapshot: RemoteSnapshot, limits: RemoteLimits
  ) throws(SettingsError) -> [RemoteKey] {
    let new = snapshot.position
    guard new.revision >= 0 else { throw .remoteMalformed("a snapshot with the revision \(new.revision)") }
    let newSize = snapshot.entries.reduce(0) { $0 + Self.size(of: $1.key, $1.value) }
    try Self.check(count: snapshot.entries.count, size: newSize, limits)
    if let old = position, new.history != nil, new.history == old.history, new.revision < old.revision {
      throw .remoteMalformed("a snapshot of revision \(new.revision), which is older than \(old.revision)")
    }
    var replaced: [RemoteKey: Entry] = [:]
    replaced.reserveCapacity(snapshot.entries.count)
    var changed: [RemoteKey] = []
    for entry in snapshot.entries {
      guard entry.revision > 0, entry.revision <= new.revision else {
        throw .remoteMalformed("an entry of revision \(entry.revision) in a snapshot of revision \(new.revision)")
      }
      let key = RemoteKey(entry.key)
      let isRepeated = replaced.updateValue(Entry(value: entry.value, revision: entry.revision), forKey: key)
      guard isRepeated == nil else { throw .remoteMalformed("a snapshot with a repeated key") }
      if entries[key]?.value != entry.value { changed.append(key) }
    }
    for key in entries.keys where replaced[key] == nil { changed.append(key) }
    entries = replaced
    size = newSize
    position = new
    return changed
  }

  /// Returns the reason why other entries can't be a later state of the same data, or `nil` if they can be.
  ///
  /// The table may lack entries, because a cache has only those of declared settings.
  ///
  /// - Parameter other: The entries of a later request.
  /// - Returns: What was found in an engine that has lost its data.
  package func contradiction(by other: RemoteTable) -> String? {
    guard let known = position, let new = other.position else { return nil }
    if let old = known.engine, let engine = new.engine, old != engine {
      return "the engine '\(engine)', where the last known values come from '\(old)'"
    }
    if let old = known.history, let history = new.history {
      return old == history ? nil : "an engine with other data than that of the last known values"
    }
    if new.revision < known.revision {
      return "an engine at revision \(new.revision), where revision \(known.revision) was known"
    }
    for (key, entry) in entries {
      let found = other.entries[key]
      if found == entry || found == nil && new.revision > known.revision { continue }
      guard let found, found.revision > known.revision else {
        return "an engine with another past of '\(key.text)' than the known one"
      }
    }
    return nil
  }

  /// Applies the changes of an event, without those that are known already.
  ///
  /// - Returns: The keys whose values are different.
  /// - Throws: `SettingsError` if the event can't come from an engine; the table is then unchanged.
  package mutating func apply(
    _ changes: [RemoteChange], revision: Int64, limits: RemoteLimits
  ) throws(SettingsError) -> [RemoteKey] {
    guard let old = position else { return [] }
    var last: Int64 = 0
    for change in changes {
      guard change.revision >= max(last, 1), change.revision <= revision else {
        throw .remoteMalformed("a change of revision \(change.revision) after \(last), in an event of \(revision)")
      }
      last = change.revision
    }
    var latest: [RemoteKey: RemoteChange] = [:]
    for change in changes where change.revision > old.revision { latest[RemoteKey(change.key)] = change }
    let new = try extent(after: latest.mapValues(\.value), limits: limits)
    var changed: [RemoteKey] = []
    for (key, change) in latest {
      if entries[key]?.value != change.value { changed.append(key) }
      entries[key] = change.value.map { Entry(value: $0, revision: change.revision) }
    }
    size = new.size
    position?.revision = max(old.revision, revision)
    return changed
  }

  /// Returns the number of entries, and of their bytes, that writes lead to.
  ///
  /// - Throws: `SettingsError` if they exceed the limits.
  @discardableResult
  package func extent(
    after writes: [RemoteKey: [UInt8]?], limits: RemoteLimits
  ) throws(SettingsError) -> (count: Int, size: Int) {
    var (count, size) = (entries.count, size)
    for (key, value) in writes {
      if let old = entries[key] {
        count -= 1
        size -= Self.size(of: key.text, old.value)
      }
      if let value {
        count += 1
        size += Self.size(of: key.text, value)
      }
    }
    try Self.check(count: count, size: size, limits)
    return (count, size)
  }

  private static func check(count: Int, size: Int, _ limits: RemoteLimits) throws(SettingsError) {
    guard count <= limits.maximumKeyCount else {
      throw .remoteTooLarge("\(count) keys, where \(limits.maximumKeyCount) are allowed")
    }
    guard size <= limits.maximumTotalSize else {
      throw .remoteTooLarge("keys and values of \(size) bytes, where \(limits.maximumTotalSize) are allowed")
    }
  }
}
