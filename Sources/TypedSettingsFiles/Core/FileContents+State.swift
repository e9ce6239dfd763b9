internal import TypedSettingsCore
internal import TypedSettingsFormats

extension FileContents {
  /// The state that the lock protects.
  struct State {
    /// The state of a key whose value is in the journal but not in the document.
    struct Uncheckpointed {
      /// The number of the record with the value, or ``FileContents/unwritten``.
      fileprivate(set) var number: UInt64
      /// The number of the key's last record in the journal, whose value may be an earlier one; zero if there is none.
      fileprivate(set) var lastRecord: UInt64
      /// The number of the record that had the value before the log was interrupted; `nil` for other values.
      fileprivate(set) var formerRecord: UInt64?
      /// The value in the document.
      var documentValue: SettingsValue?
      /// The value before that record; for a value that isn't in the journal, the one that counts there.
      fileprivate(set) var before: SettingsValue?
      private let memoryOfKey: Int
      fileprivate var memoryOfValue: Int

      init(
        _ change: FileContents.Change, number: UInt64, lastRecord: UInt64? = nil, formerRecord: UInt64? = nil,
        documentValue: SettingsValue?, before: SettingsValue?
      ) {
        self.number = number
        self.lastRecord = lastRecord ?? (number == FileContents.unwritten ? 0 : number)
        self.formerRecord = formerRecord
        self.documentValue = documentValue
        self.before = before
        memoryOfKey = JournalBudget.memoryOfKey + change.key.memory
        memoryOfValue = change.value?.memory ?? 0
      }

      /// The memory for reading the key and the value in the journals; zero if they aren't in a journal.
      var memory: Int { number == FileContents.unwritten ? 0 : memoryOfKey + memoryOfValue }
    }

    /// A written value that isn't in the tree yet.
    private struct Recent {
      let live: LiveValue
      var value: SettingsValue?
      var number: UInt64
      /// The value of the record before, unless that's the one in the tree.
      var before: SettingsValue??
    }

    var tree = DocumentTree()
    var live: [String: [String: LiveValue]] = [:]
    /// Further live values of keys that already have one, of stores that opened the file later.
    var duplicates: [SettingsKey: [LiveValue]] = [:]
    private(set) var uncheckpointed: [SettingsKey: Uncheckpointed] = [:]
    /// The memory for reading the values in the journals that the document lacks.
    private(set) var uncheckpointedMemory = 0
    /// The keys whose values another process has written to a document that this process hasn't read yet.
    var unconfirmed: Set<SettingsKey> = []

    /// The last written values, each of another key.
    ///
    /// Frequently written keys are written many times in a row. Looking up the key each time would take as long as the
    /// rest of a write in memory.
    private var recent: ContiguousArray<Recent> = []
    private static let recentCapacity = 8
  }
}

extension FileContents.State {
  /// Moves the recent values to the tree; must be called before the tree is read.
  @inline(__always)
  mutating func storeRecent() { if !recent.isEmpty { storeAllRecent() } }

  private mutating func storeAllRecent() {
    for entry in recent { place((entry.live.key, entry.value), entry.number, before: entry.before) }
    recent.removeAll(keepingCapacity: true)
  }

  /// Sets a value that's in a record.
  mutating func put(_ change: FileContents.Change, _ number: UInt64) {
    storeRecent()
    place(change, number)
  }

  /// Sets the value of a live value that's in a record.
  mutating func put(_ value: SettingsValue?, of live: LiveValue, _ number: UInt64) {
    for index in recent.indices where recent[index].live === live {
      recent[index].before = .some(recent[index].value)
      recent[index].value = value
      recent[index].number = number
      return
    }
    if recent.count == Self.recentCapacity { storeAllRecent() }
    // Only one of two live values of a key can be among the recent ones, which aren't ordered.
    if self.live[live.key.domain]?[live.key.name] === live {
      recent.append(Recent(live: live, value: value, number: number))
    } else {
      put((live.key, value), number)
    }
  }

  private mutating func place(_ change: FileContents.Change, _ number: UInt64, before: SettingsValue?? = nil) {
    let old = tree[change.key]
    if let index = uncheckpointed.index(forKey: change.key) {
      uncheckpointedMemory -= uncheckpointed.values[index].memory
      uncheckpointed.values[index].replace(with: change.value, number: number, before: before ?? old)
      uncheckpointedMemory += uncheckpointed.values[index].memory
    } else {
      let new = Uncheckpointed(change, number: number, documentValue: old, before: before ?? old)
      setUncheckpointed(new, forKey: change.key)
    }
    tree[change.key] = change.value
  }

  /// Sets the state of a key whose value the document lacks; `nil` if the document contains it.
  mutating func setUncheckpointed(_ new: Uncheckpointed?, forKey key: SettingsKey) {
    let old = uncheckpointed.removeValue(forKey: key)
    uncheckpointedMemory += (new?.memory ?? 0) - (old?.memory ?? 0)
    if let new { uncheckpointed[key] = new }
  }

  /// Assigns the number of its record to a value.
  mutating func assignNumber(_ number: UInt64, to key: SettingsKey) {
    guard let index = uncheckpointed.index(forKey: key) else { return }
    uncheckpointedMemory -= uncheckpointed.values[index].memory
    uncheckpointed.values[index].number = number
    uncheckpointed.values[index].lastRecord = number
    uncheckpointed.values[index].formerRecord = nil
    uncheckpointedMemory += uncheckpointed.values[index].memory
  }

  /// Records that the journal has another value of a key whose value isn't in the journal.
  mutating func noteRecord(_ number: UInt64, of change: FileContents.Change) {
    guard let index = uncheckpointed.index(forKey: change.key) else { return }
    uncheckpointed.values[index].lastRecord = number
    uncheckpointed.values[index].before = change.value
  }

  /// Makes the values of a document the base for detecting conflicts with later edits.
  mutating func setDocument(_ document: DocumentTree) {
    // By index, because each lookup computes a hash value while writers wait.
    var index = uncheckpointed.startIndex
    while index != uncheckpointed.endIndex {
      uncheckpointed.values[index].documentValue = document[uncheckpointed.keys[index]]
      uncheckpointed.formIndex(after: &index)
    }
  }

  /// Removes the states of the keys whose values a document contains.
  ///
  /// - Parameter number: The number of the last record that it contains.
  /// - Returns: The states.
  mutating func removeUncheckpointed(upTo number: UInt64) -> [SettingsKey: Uncheckpointed] {
    let all = uncheckpointed
    uncheckpointed = all.filter { $0.value.number > number }
    uncheckpointedMemory = uncheckpointed.values.reduce(0) { $0 + $1.memory }
    return uncheckpointed.isEmpty ? all : all.filter { $0.value.number <= number }
  }
}

extension FileContents.State.Uncheckpointed {
  /// Records a later value of the key.
  @inline(__always)
  fileprivate mutating func replace(with value: SettingsValue?, number: UInt64, before old: SettingsValue?) {
    // The journal has none of the values that couldn't be written.
    if self.number != FileContents.unwritten { before = old }
    self.number = number
    formerRecord = nil
    if number != FileContents.unwritten { lastRecord = number }
    memoryOfValue = value?.memory ?? 0
  }
}

extension ReplicatedValue {
  /// Creates the replica of a value that the document lacks.
  init(_ key: SettingsKey, _ value: SettingsValue?, _ uncheckpointed: FileContents.State.Uncheckpointed) {
    let isInJournal = uncheckpointed.number != FileContents.unwritten
    self.init(
      key: key, value: value, number: isInJournal ? uncheckpointed.number : uncheckpointed.formerRecord,
      isInJournal: isInJournal, base: uncheckpointed.documentValue, before: uncheckpointed.before)
  }
}
