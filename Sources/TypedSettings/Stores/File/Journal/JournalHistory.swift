/// The combined contents of a document's journals.
struct JournalHistory: Sendable {
  /// The last value of a key.
  struct Change: Sendable {
    /// The number of the record that contains the value.
    let number: UInt64
    let value: SettingsValue?
  }

  /// The last value of each key.
  private(set) var changes: [SettingsKey: Change] = [:]
  /// The numbers that restored values had in a journal that was removed.
  private(set) var restored: [SettingsKey: UInt64] = [:]
  /// The journals, which also contain earlier values.
  private(set) var journals: [JournalContents] = []
  /// The documents that the journals mention, each with the number of the last record that it contains.
  private(set) var documents: [DocumentFingerprint?: UInt64] = [:]
  /// The document that only the header of the first journal mentions, and that may lack records of earlier journals.
  ///
  /// Each journal begins when the one before it ends, before the next document is written.
  private(set) var incompleteDocument: DocumentFingerprint?
  /// The number of the last record that a durable document contained, even if the document was lost since.
  private(set) var checkpointed: UInt64 = 0
  /// The number of the last record that was moved to the journal of another document; zero if none was.
  var moved: UInt64 { documents[.moved] ?? 0 }
  /// The records of a newer version, which are preserved.
  private(set) var foreign: [[UInt8]] = []
  /// A Boolean value that indicates whether no journal was added yet.
  ///
  /// Only the first journal's header applies to all records: its document contains everything before them.
  private var isFirst = true
  /// The number of the next record.
  private(set) var next: UInt64 = 1
  /// The journal before the first of these.
  private(set) var predecessor = JournalIdentity.none
  /// A Boolean value that indicates whether the last journal is ended, and another one continues it.
  private(set) var isEnded = false
  /// The remaining budget for reading the journals.
  private(set) var budget = JournalBudget()
  var isNewer = false
  var reports: [SettingsError] = []

  init() {}

  /// Creates an empty history with the budget that other journals have left.
  init(_ budget: JournalBudget) { self.budget = budget }

  /// Adds a journal to those before it.
  ///
  /// - Returns: `true` if the journal didn't exceed the budget.
  mutating func add(_ contents: JournalContents, of header: JournalHeader) -> Bool {
    if isFirst {
      predecessor = header.predecessor
      documents[header.document] = header.firstRecord - 1
      if header.predecessor != .none { incompleteDocument = header.document }
      isFirst = false
    }
    var budget = budget
    let isWhole = contents.read(&budget) { record, budget in
      // If a power failure has removed the next journal, this one was continued, so only a last record ends it.
      isEnded = false
      switch record.contents {
      case .changes(let changes): add(changes, record.number, &budget)
      case .conditional(let changes, let keys, let since):
        let isVoid = keys.contains { (self.changes[$0]?.number ?? 0) >= since }
        if isVoid { release(changes, &budget) } else { add(changes, record.number, &budget) }
      case .restored(let key, let value, let number):
        let last = self.changes[key].map(\.number) ?? 0
        guard last < header.firstRecord || number > restored[key] ?? .max else {
          release([(key, value)], &budget)
          break
        }
        add([(key, value)], record.number, &budget)
        restored[key] = number
      case .announcement(let fingerprint, let upTo): add(fingerprint, containing: upTo)
      case .document(let fingerprint, let upTo):
        add(fingerprint, containing: upTo)
        checkpointed = max(checkpointed, upTo)
      case .unknown(let contents): foreign.append(contents)
      case .end: isEnded = true
      case .skip, .filler: break
      }
    }
    self.budget = budget
    journals.append(contents)
    next = contents.next
    return isWhole
  }

  private mutating func add(_ document: DocumentFingerprint, containing upTo: UInt64) {
    documents[document] = upTo
    if document == incompleteDocument { incompleteDocument = nil }
  }

  /// Returns the number of the last record that a document contains; `nil` if it isn't mentioned or may lack records.
  func lastRecord(ofComplete document: DocumentFingerprint?) -> UInt64? {
    document != nil && document == incompleteDocument ? nil : documents[document]
  }

  private mutating func add(_ changes: [FileContents.Change], _ number: UInt64, _ budget: inout JournalBudget) {
    for (key, value) in changes {
      restored[key] = nil
      budget.release(memory: JournalBudget.memoryOfChange)
      if let old = self.changes.updateValue(Change(number: number, value: value), forKey: key) {
        budget.release(memory: JournalBudget.memoryOfKey + key.memory + (old.value?.memory ?? 0))
      }
    }
  }

  /// Returns the memory of changes that aren't kept to the budget.
  private func release(_ changes: [FileContents.Change], _ budget: inout JournalBudget) {
    for (key, value) in changes {
      budget.release(
        memory: JournalBudget.memoryOfChange + JournalBudget.memoryOfKey + key.memory + (value?.memory ?? 0))
    }
  }

  /// Prepares for the next journal, which contains copies of the records of a newer version.
  mutating func advance() {
    isEnded = false
    foreign = []
  }

  /// Returns the keys that never had the given value.
  ///
  /// - Parameters:
  ///   - values: The values by key.
  ///   - format: The format in which values are compared.
  /// - Returns: The keys, or none if a journal exceeds the budget.
  func keys(withoutPast values: [SettingsKey: SettingsValue?], _ format: DocumentFormat) -> Set<SettingsKey> {
    var keys = Set(values.keys)
    for journal in journals where !keys.isEmpty {
      var budget = JournalBudget()
      let isWhole = journal.read(&budget) { record, budget in
        let changes: [FileContents.Change]
        switch record.contents {
        case .changes(let all), .conditional(let all, _, _): changes = all
        case .restored(let key, let value, _): changes = [(key, value)]
        default: return
        }
        release(changes, &budget)
        for (key, value) in changes {
          if let found = values[key], format.isSame(found, value) { keys.remove(key) }
        }
      }
      // The records that weren't read may contain any value.
      if !isWhole { return [] }
    }
    return keys
  }
}
