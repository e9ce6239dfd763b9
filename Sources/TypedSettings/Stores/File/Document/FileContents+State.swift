extension FileContents {
  /// The state that the lock protects.
  struct State {
    /// The state of a key whose value is in the journal but not in the document.
    struct Uncheckpointed {
      /// The number of the key's last record, or ``FileContents/unwritten``.
      var number: UInt64
      /// The value in the document.
      var documentValue: SettingsValue?
      private let memoryOfKey: Int
      fileprivate var memoryOfValue: Int

      init(_ change: FileContents.Change, number: UInt64, documentValue: SettingsValue?) {
        self.number = number
        self.documentValue = documentValue
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
    for entry in recent { place((entry.live.key, entry.value), entry.number) }
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

  private mutating func place(_ change: FileContents.Change, _ number: UInt64) {
    if let index = uncheckpointed.index(forKey: change.key) {
      uncheckpointedMemory -= uncheckpointed.values[index].memory
      uncheckpointed.values[index].number = number
      uncheckpointed.values[index].memoryOfValue = change.value?.memory ?? 0
      uncheckpointedMemory += uncheckpointed.values[index].memory
    } else {
      setUncheckpointed(Uncheckpointed(change, number: number, documentValue: tree[change.key]), forKey: change.key)
    }
    tree[change.key] = change.value
  }

  /// Sets the state of a key whose value the document lacks; `nil` if the document contains it.
  mutating func setUncheckpointed(_ new: Uncheckpointed?, forKey key: SettingsKey) {
    let old = uncheckpointed.removeValue(forKey: key)
    uncheckpointedMemory += (new?.memory ?? 0) - (old?.memory ?? 0)
    if let new { uncheckpointed[key] = new }
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
