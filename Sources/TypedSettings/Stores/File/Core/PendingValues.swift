/// Values that are set in memory and not in the journal, because a write failed or a journal was removed.
///
/// A value that couldn't be written is newer than all that other processes have written, except in a child process: its
/// parent may have written the value, and later ones. A value from a removed journal keeps the number it had there: of
/// the values that several processes restore, the newest one counts.
struct PendingValues: Sendable {
  typealias Change = FileContents.Change

  /// The record of a value in a removed journal.
  struct Origin: Sendable {
    let number: UInt64
    /// The journal, and the one that it continued.
    let journals: [JournalIdentity]
    /// The document without the value; `nil` if a later one may have had an earlier value of the key.
    var document: FormerDocument?
    /// A Boolean value that indicates whether the journal had ended, so that a later document may contain the value.
    let mayBeInDocument: Bool
  }

  /// The values by key.
  private(set) var values: [SettingsKey: SettingsValue?] = [:]
  /// The origins of those values that come from a removed journal.
  private(set) var origins: [SettingsKey: Origin] = [:]
  /// The numbers of the last records of these keys in the journal.
  private var lastNumbers: [SettingsKey: UInt64] = [:]
  /// The keys of values that couldn't be written, and that other processes have written since.
  ///
  /// They are dropped in a child process only.
  private var rewritten: Set<SettingsKey> = []
  /// The keys of values that the parent process couldn't write, and may write itself.
  private var inherited: Set<SettingsKey> = []
  /// The changes of a removed journal, until the journal that replaces it was read.
  private var removed: [(change: Change, origin: Origin)] = []
  /// The removed journals whose changes are among these values or in the document, in the order of their removal, until
  /// the present one records their removal.
  private var unrecordedRemovals: [RestoredJournal] = []
  /// The restored values of the current journal, even if later records have replaced them.
  private var restored: [SettingsKey: JournalHistory.Restored] = [:]
  /// A Boolean value that indicates whether these values are being appended.
  var isAppending = false

  var isEmpty: Bool { values.isEmpty }

  /// Returns whether a key has a value here, or its removal.
  func contains(_ key: SettingsKey) -> Bool { values.keys.contains(key) }

  /// A Boolean value that indicates whether records have to be appended before those of another write.
  var precedesWrites: Bool { !values.isEmpty || !unrecordedRemovals.isEmpty }
  var changes: [Change] { values.map { ($0.key, $0.value) } }

  /// Adds values that couldn't be written.
  ///
  /// - Parameters:
  ///   - changes: The values.
  ///   - number: Returns the number of the last record of a key.
  mutating func add(_ changes: [Change], lastNumber number: (SettingsKey) -> UInt64?) {
    for (key, value) in changes {
      if !values.keys.contains(key) { lastNumbers[key] = number(key) }
      values.updateValue(value, forKey: key)
      origins[key] = nil
      rewritten.remove(key)
      inherited.remove(key)
    }
  }

  /// Adds the changes of a journal that was removed.
  ///
  /// - Parameters:
  ///   - changes: The changes that the document lacks, with the numbers of their records.
  ///   - journals: The journal, and the one that it continues.
  ///   - document: The document without them; `nil` if a later one may have earlier values of their keys.
  ///   - mayBeInDocument: Whether the journal had ended, so that a later document may contain them.
  mutating func addRemoved(
    _ changes: [(change: Change, number: UInt64)], from journals: [JournalIdentity],
    formerDocument document: FormerDocument? = nil, mayBeInDocument: Bool = false
  ) {
    removed += changes.map { change, number in
      let origin = Origin(number: number, journals: journals, document: document, mayBeInDocument: mayBeInDocument)
      return (change: change, origin: origin)
    }
  }

  /// Returns whether there are changes of a removed journal.
  func hasChanges(of journal: RestoredJournal) -> Bool {
    origins.values.contains { $0.journals.contains(journal.identity) }
  }

  /// Adds removed journals whose changes were added here, or are in the document.
  ///
  /// The present journal has to record their removal.
  mutating func addRemovals(_ journals: [RestoredJournal]) {
    for journal in journals {
      if unrecordedRemovals.contains(where: { $0.includes(journal) }) { continue }
      unrecordedRemovals.removeAll { journal.includes($0) }
      unrecordedRemovals.append(journal)
    }
    unrecordedRemovals = unrecordedRemovals.suffix(RestoredJournal.maximumCount)
  }

  /// The removed journal whose removal has to be recorded next; `nil` if there is none.
  var nextRemoval: RestoredJournal? { unrecordedRemovals.first }

  /// Drops a removed journal whose removal the present journal has recorded.
  mutating func didRecordRemoval(of journal: RestoredJournal) { unrecordedRemovals.removeAll { $0 == journal } }

  /// Removes a value that was appended to the journal, or replaced by a later one.
  mutating func remove(_ key: SettingsKey) {
    values.removeValue(forKey: key)
    origins[key] = nil
    lastNumbers[key] = nil
    rewritten.remove(key)
    inherited.remove(key)
  }

  /// Returns the value of a removed journal that is to be restored next, with its number there.
  mutating func nextRestored() -> (key: SettingsKey, value: SettingsValue?, number: UInt64)? {
    while let (key, origin) = origins.first {
      if let value = values[key] { return (key, value, origin.number) }
      origins[key] = nil
    }
    return nil
  }

  /// Prepares for another process that has the same values, because it has created this one by a fork.
  ///
  /// That process may save them, and may set others later. Values that were written since they are pending are dropped.
  mutating func inherit() {
    isAppending = false
    for key in rewritten { remove(key) }
    inherited = Set(values.keys).subtracting(origins.keys)
  }

  /// The value of the parent process that is to be appended next; `nil` if there is none.
  var nextInherited: Change? {
    guard let key = inherited.first, let value = values[key] else { return nil }
    return (key, value)
  }

  /// Returns the number of the last record of a key in the journal.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - contents: The values in memory, which have the numbers of keys without a pending value.
  /// - Returns: The number; `nil` if the document contains the value.
  func lastNumber(ofKey key: SettingsKey, in contents: FileContents) -> UInt64? {
    values.keys.contains(key) ? lastNumbers[key] : contents.number(ofKey: key)
  }

  /// Records that the journal contains changes by other processes.
  ///
  /// - Parameters:
  ///   - changes: The changes of a record.
  ///   - number: The number of the record.
  /// - Returns: The changes that take effect: pending values that couldn't be written override them.
  mutating func merge(_ changes: [Change], number: UInt64) -> [Change] {
    if values.isEmpty { return changes }
    for (key, _) in changes where values.keys.contains(key) {
      if origins[key] != nil || inherited.contains(key) {
        remove(key)
      } else {
        lastNumbers[key] = number
        rewritten.insert(key)
      }
    }
    return changes.filter { !values.keys.contains($0.key) }
  }

  /// Records that another process has restored a value of a removed journal.
  ///
  /// - Parameters:
  ///   - change: The value.
  ///   - oldNumber: The number that it had in the removed journal.
  ///   - number: The number of the record in the present journal.
  /// - Returns: The changes that take effect: a pending value that couldn't be written, or has a greater number,
  ///   overrides the restored one.
  mutating func mergeRestored(_ change: Change, oldNumber: UInt64, number: UInt64) -> [Change] {
    restored[change.key] = JournalHistory.Restored(oldNumber: oldNumber, number: number)
    guard values.keys.contains(change.key), origins[change.key].map({ $0.number > oldNumber }) ?? true else {
      return merge([change], number: number)
    }
    lastNumbers[change.key] = number
    return []
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
    guard let restored = restored[key], restored.number == last else { return false }
    return oldNumber > restored.oldNumber
  }

  /// Records that this process has restored a value.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - oldNumber: The number that the value had in the removed journal.
  ///   - number: The number of its record in the present journal.
  ///   - isNewest: Whether the record has an effect.
  mutating func didRestore(_ key: SettingsKey, oldNumber: UInt64, number: UInt64, isNewest: Bool) {
    if isNewest { restored[key] = JournalHistory.Restored(oldNumber: oldNumber, number: number) }
    remove(key)
  }

  /// Compares the pending values with journals that were read again, and keeps those without a later record.
  ///
  /// - Parameters:
  ///   - history: The journals.
  ///   - isComplete: Pass `false` if the journals couldn't be read, or their folder is missing.
  mutating func rebase(on history: JournalHistory, isComplete: Bool = true) {
    removed += origins.compactMap { key, origin in values[key].map { ((key, $0), origin) } }
    for key in origins.keys { values.removeValue(forKey: key) }
    origins = [:]
    restored = history.restored
    if isComplete { noteRewritten(in: history) }
    for journal in RestoredJournal.all(in: history.copied) {
      dropRestored(from: journal)
      unrecordedRemovals.removeAll { journal.includes($0) }
    }
    if isComplete {
      removed.removeAll { _, origin in
        origin.mayBeInDocument && history.isPreceded(by: origin.number, of: origin.journals)
      }
    }
    // A journal that has returned to its place isn't removed.
    unrecordedRemovals.removeAll { removal in history.journals.contains { $0.header.identity == removal.identity } }
    for (change, origin) in removed where !values.keys.contains(change.key) {
      guard history.changes[change.key] == nil || origin.number > history.restored[change.key]?.oldNumber ?? .max else {
        continue
      }
      values.updateValue(change.value, forKey: change.key)
      origins[change.key] = origin
    }
    removed = []
    // The journals that couldn't be read still have the last records.
    let former = isComplete ? [:] : lastNumbers
    lastNumbers = [:]
    for key in values.keys { lastNumbers[key] = history.changes[key]?.number ?? former[key] }
  }

  /// Finds the values that couldn't be written, and that other processes have written since.
  private mutating func noteRewritten(in history: JournalHistory) {
    for key in values.keys where history.restored[key] == nil {
      // Without an earlier record, the document had the value before, with all records up to its last one.
      let last = lastNumbers[key] ?? history.checkpointed
      if let change = history.changes[key], change.number > last { rewritten.insert(key) }
    }
    dropRewritten()
  }

  /// Drops the values that another process has restored, because later ones may have replaced them.
  private mutating func dropRestored(from journal: RestoredJournal) {
    removed.removeAll { $0.origin.journals.contains(journal.identity) && $0.origin.number <= journal.last }
    // That process hadn't read the other ones, so the document may have the values before them.
    for index in removed.indices where removed[index].origin.journals.contains(journal.identity) {
      removed[index].origin.document = nil
    }
  }

  /// Drops the pending values that a document replaces.
  ///
  /// - Parameter isReplaced: Returns whether the document has a later value of a key: than the one with that origin in
  ///   a removed journal, or, without an origin, than the document that was read before.
  /// - Returns: The dropped values, without those of the parent process, which saves them itself.
  mutating func dropReplaced(_ isReplaced: (SettingsKey, Origin?) -> Bool) -> [Change] {
    var dropped: [Change] = []
    for (key, value) in values where isReplaced(key, origins[key]) {
      if origins[key] == nil {
        rewritten.insert(key)
      } else {
        dropped.append((key, value))
        remove(key)
      }
    }
    dropRewritten()
    return dropped
  }

  /// Drops the values of the parent process that it, or another process, has written since.
  private mutating func dropRewritten() { for key in rewritten.intersection(inherited) { remove(key) } }
}

/// The last document before the changes of a journal that was removed.
struct FormerDocument: Sendable {
  let location: FileLocation
  /// The time of its last change, in nanoseconds.
  let modified: Int64
  /// Its values of the changed keys.
  let values: [SettingsKey: SettingsValue]
}
