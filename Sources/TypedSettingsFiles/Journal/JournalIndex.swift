internal import TypedSettingsCore

/// The last change of each key in the journals of a document, as the place of its value.
///
/// Most changes are followed by others of the same key, so most values are never decoded. Reading journals therefore
/// takes time in proportion to their length, and memory in proportion to the values that count.
struct JournalIndex {
  /// A key, and its last change.
  struct Entry {
    let key: SettingsKey
    /// The number of the record that contains the value; zero if the key was only mentioned.
    var number: UInt64 = 0
    /// The bytes of the value.
    var value: ArraySlice<UInt8> = []
  }

  /// The bytes of a key.
  private struct EncodedKey: Hashable {
    let bytes: ArraySlice<UInt8>

    func hash(into hasher: inout Hasher) { bytes.withUnsafeBytes { hasher.combine(bytes: $0) } }
  }

  private(set) var entries: [Entry] = []
  /// The indices of the entries by the encoded keys.
  private var places: [EncodedKey: Int] = [:]
  /// The indices of the entries by the keys: several encoded names may be canonically equivalent.
  private var keys: [SettingsKey: Int] = [:]

  /// Returns the index of a key's entry, which is added if there is none.
  ///
  /// - Parameters:
  ///   - bytes: The encoded key.
  ///   - budget: The budget that an additional key is taken from.
  /// - Returns: The index; `nil` if the key is invalid or exceeds the budget.
  mutating func place(of bytes: ArraySlice<UInt8>, _ budget: inout JournalBudget) -> Int? {
    let encoded = EncodedKey(bytes: bytes)
    if let place = places[encoded] { return place }
    guard budget.take(memory: JournalBudget.memoryOfKey) else { return nil }
    var scanner = JournalScanner(Array(bytes), in: 0..<bytes.count)
    guard let key = scanner.readKey(&budget) else { return nil }
    let place = keys[key] ?? entries.count
    if place == entries.count {
      entries.append(Entry(key: key))
      keys[key] = place
    }
    places[encoded] = place
    return place
  }

  /// Removes the entries that were added last.
  mutating func removeEntries(from count: Int) {
    if count == entries.count { return }
    entries.removeSubrange(count...)
    places = places.filter { $0.value < count }
    keys = keys.filter { $0.value < count }
  }

  subscript(place: Int) -> Entry { entries[place] }

  /// Records the last value of a key.
  mutating func put(_ value: ArraySlice<UInt8>, at place: Int, number: UInt64) {
    entries[place].number = number
    entries[place].value = value
  }
}

/// The changes of a record, whose values aren't decoded.
///
/// The parts are found again each time, because a record may have more of them than fit into memory.
struct EncodedChanges {
  /// The number from which on a record of a key that this one depends on voids it.
  private(set) var since: UInt64 = 0
  /// The number of changes.
  let count: Int
  private var dependencyCount = 0
  private var dependencies: JournalScanner?
  private let changes: JournalScanner

  /// Finds the changes of a record.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the journal.
  ///   - head: The head of the record; `nil` results if it has another kind, or if its parts don't have the lengths
  ///     that they declare.
  init?(_ bytes: [UInt8], _ head: JournalRecord.Head) {
    var scanner = JournalScanner(bytes, in: head.contents)
    guard let kind = scanner.readNumber(UInt8.self).flatMap(JournalRecord.Kind.init) else { return nil }
    switch kind {
    case .changes: break
    case .conditional:
      guard let since = scanner.readNumber(UInt64.self), since <= head.number, let count = scanner.readCount() else {
        return nil
      }
      self.since = since
      dependencyCount = count
      dependencies = scanner
      for _ in 0..<count { guard scanner.skipKey() != nil else { return nil } }
    default: return nil
    }
    guard let count = scanner.readCount() else { return nil }
    self.count = count
    changes = scanner
    for _ in 0..<count { guard scanner.skipKey() != nil, scanner.skipValue() else { return nil } }
    guard scanner.isAtEnd else { return nil }
  }

  /// Returns whether a condition holds for the encoded form of all keys that the record depends on.
  func allDependencies(_ condition: (ArraySlice<UInt8>) -> Bool) -> Bool {
    guard var scanner = dependencies else { return true }
    for _ in 0..<dependencyCount { guard let key = scanner.skipKey(), condition(key) else { return false } }
    return true
  }

  /// Returns whether a condition holds for the encoded form of all changes.
  func allChanges(_ condition: (_ key: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>) -> Bool) -> Bool {
    var scanner = changes
    for _ in 0..<count {
      guard let key = scanner.skipKey() else { return false }
      let value = scanner.rest
      guard scanner.skipValue(), condition(key, value.prefix(value.count - scanner.rest.count)) else { return false }
    }
    return true
  }
}
