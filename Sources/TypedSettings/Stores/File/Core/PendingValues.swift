/// Values that are set in memory and not in the journal, because a write failed or a journal was removed.
///
/// A value that couldn't be written is newer than all that other processes have written. A value from a removed journal
/// keeps the number it had there: of the values that several processes restore, the newest one counts.
struct PendingValues: Sendable {
  typealias Change = FileContents.Change

  /// The values by key.
  private(set) var values: [SettingsKey: SettingsValue?] = [:]
  /// The record numbers of those values that come from a removed journal.
  private(set) var numbers: [SettingsKey: UInt64] = [:]
  /// The numbers of the last records of these keys in the journal.
  private var overtaken: [SettingsKey: UInt64] = [:]
  /// The changes of a removed journal, until the journal that replaces it was read.
  private var removed: [(change: Change, number: UInt64)] = []
  /// The journals that they come from; none if they come from several that were removed one after the other.
  private var sources: Set<JournalIdentity> = []
  /// The removed journals whose changes are among these values or in the document, until the present one mentions them.
  private var unmentioned: [RestoredJournal] = []
  /// The numbers that values of the current journal had in a removed one.
  private var restoredNumbers: [SettingsKey: UInt64] = [:]
  /// A Boolean value that indicates whether these values are being appended.
  var isAppending = false

  var isEmpty: Bool { values.isEmpty }
  /// A Boolean value that indicates whether records have to be appended before those of another write.
  var precedesWrites: Bool { !values.isEmpty || !unmentioned.isEmpty }
  var changes: [Change] { values.map { ($0.key, $0.value) } }

  /// Adds values that couldn't be written.
  ///
  /// - Parameters:
  ///   - changes: The values.
  ///   - number: Returns the number of the last record of a key.
  mutating func add(_ changes: [Change], lastNumber number: (SettingsKey) -> UInt64?) {
    for (key, value) in changes {
      if !values.keys.contains(key) { overtaken[key] = number(key) }
      values.updateValue(value, forKey: key)
      numbers[key] = nil
    }
  }

  /// Adds the changes of a journal that was removed.
  ///
  /// - Parameters:
  ///   - changes: The changes that the document lacks, with the numbers of their records.
  ///   - journals: The journal, and the one that it continues.
  mutating func addRemoved(_ changes: [(change: Change, number: UInt64)], from journals: [JournalIdentity]) {
    // The numbers of different journals can't be compared.
    sources = numbers.isEmpty && removed.isEmpty ? Set(journals) : []
    removed += changes
  }

  /// Has the present journal mention journals whose changes were added here, or are in the document.
  mutating func mention(_ journals: [RestoredJournal]) {
    for journal in journals {
      if unmentioned.contains(where: { $0.includes(journal) }) { continue }
      unmentioned.removeAll { journal.includes($0) }
      unmentioned.append(journal)
    }
    unmentioned = unmentioned.suffix(RestoredJournal.maximumCount)
  }

  /// The removed journal that the present one has to mention next; `nil` if there is none.
  var nextToMention: RestoredJournal? { unmentioned.last }

  /// Records that the present journal mentions a removed one.
  mutating func didMention(_ journal: RestoredJournal) { unmentioned.removeAll { $0 == journal } }

  /// Removes a value that was appended to the journal.
  mutating func remove(_ key: SettingsKey) {
    values.removeValue(forKey: key)
    numbers[key] = nil
    overtaken[key] = nil
  }

  /// Returns the value of a removed journal that is to be restored next, with its number there.
  mutating func nextRestored() -> (key: SettingsKey, value: SettingsValue?, number: UInt64)? {
    while let (key, number) = numbers.first {
      if let value = values[key] { return (key, value, number) }
      numbers[key] = nil
    }
    return nil
  }

  /// Returns the number of the last record of a key in the journal.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - contents: The values in memory, which have the numbers of keys without a pending value.
  /// - Returns: The number; `nil` if the document contains the value.
  func lastNumber(ofKey key: SettingsKey, in contents: FileContents) -> UInt64? {
    values.keys.contains(key) ? overtaken[key] : contents.number(ofKey: key)
  }

  /// Records that the journal contains changes by other processes.
  ///
  /// - Parameters:
  ///   - changes: The changes of a record.
  ///   - number: The number of the record.
  /// - Returns: The changes that take effect: pending values that couldn't be written override them.
  mutating func merge(_ changes: [Change], number: UInt64) -> [Change] {
    if !restoredNumbers.isEmpty { for (key, _) in changes { restoredNumbers[key] = nil } }
    if values.isEmpty { return changes }
    for (key, _) in changes {
      if numbers.removeValue(forKey: key) != nil { values.removeValue(forKey: key) }
      if values.keys.contains(key) { overtaken[key] = number }
    }
    return changes.filter { !values.keys.contains($0.key) }
  }

  /// Records that another process has restored a value of a removed journal.
  ///
  /// - Parameters:
  ///   - change: The value.
  ///   - oldNumber: The number that it had in the removed journal.
  ///   - number: The number of the record in the present journal.
  /// - Returns: The changes that take effect: a pending value with a greater number overrides the restored one.
  mutating func mergeRestored(_ change: Change, oldNumber: UInt64, number: UInt64) -> [Change] {
    defer { restoredNumbers[change.key] = oldNumber }
    if numbers[change.key] ?? 0 > oldNumber {
      overtaken[change.key] = number
      return []
    }
    return merge([change], number: number)
  }

  /// Returns whether a restored value is the newest one of its key in the present journal.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - oldNumber: The number that the value had in the removed journal.
  ///   - last: The number of the last record of the key in the present journal.
  ///   - first: The first number of the present journal.
  /// - Returns: `false` if the journal contains a value that was set, or restored with a greater number.
  func isNewest(_ key: SettingsKey, oldNumber: UInt64, last: UInt64?, first: UInt64?) -> Bool {
    guard let last, let first, last >= first else { return true }
    return oldNumber > restoredNumbers[key] ?? .max
  }

  /// Records that this process has restored a value.
  mutating func didRestore(_ key: SettingsKey, oldNumber: UInt64, isNewest: Bool) {
    if isNewest { restoredNumbers[key] = oldNumber }
    remove(key)
  }

  /// Compares the pending values with journals that were read again, and keeps what they lack.
  mutating func rebase(on history: JournalHistory) {
    removed += numbers.compactMap { key, number in values[key].map { ((key, $0), number) } }
    for key in numbers.keys { values.removeValue(forKey: key) }
    numbers = [:]
    restoredNumbers = history.restored
    let restored = RestoredJournal.all(in: history.copied)
    for journal in restored {
      // Another process has restored these changes, and later ones may have replaced them.
      if sources.contains(journal.identity) { removed.removeAll { $0.number <= journal.last } }
      unmentioned.removeAll { journal.includes($0) }
    }
    for (change, number) in removed where !values.keys.contains(change.key) {
      guard history.changes[change.key] == nil || number > history.restored[change.key] ?? .max else { continue }
      values.updateValue(change.value, forKey: change.key)
      numbers[change.key] = number
    }
    removed = []
    overtaken = [:]
    for key in values.keys { overtaken[key] = history.changes[key]?.number }
  }
}
