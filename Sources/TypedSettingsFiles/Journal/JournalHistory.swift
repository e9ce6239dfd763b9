internal import TypedSettingsCore

/// The combined contents of a document's journals.
struct JournalHistory: Sendable {
  /// The last value of a key.
  struct Change: Sendable {
    /// The number of the record that contains the value.
    let number: UInt64
    let value: SettingsValue?
  }

  /// The last value of each key; complete after ``decode()``.
  private(set) var changes: [SettingsKey: Change] = [:]
  /// The journals, which also contain earlier values.
  private(set) var journals: [(contents: JournalContents, header: JournalHeader)] = []
  private var index = JournalIndex()
  /// The documents that the journals mention, each with the number of the last record that it contains.
  private(set) var documents: [DocumentFingerprint?: UInt64] = [:]
  /// The documents that a record announces and no record confirms, each with the number of the last record that it
  /// contains.
  private(set) var announced: [DocumentFingerprint: UInt64] = [:]
  /// The document that only the header of the first journal mentions, and that may lack records of earlier journals.
  ///
  /// Each journal begins when the one before it ends, before the next document is written.
  private(set) var incompleteDocument: DocumentFingerprint?
  /// The number of the last record that a durable document contained, even if the document was lost since.
  private(set) var checkpointed: UInt64 = 0
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
  /// A Boolean value that indicates whether values are missing because they exceed the budget.
  private(set) var isIncomplete = false
  /// A Boolean value that indicates whether a journal, a record or a value is of a newer version of the format.
  var isNewer = false
  var reports: [SettingsError] = []

  /// Creates an empty history.
  ///
  /// - Parameter budget: The budget that other journals have left.
  init(_ budget: JournalBudget = JournalBudget()) {
    self.budget = budget
  }

  /// Adds a journal to those before it.
  mutating func add(_ contents: JournalContents, of header: JournalHeader) {
    if isFirst {
      predecessor = header.predecessor
      documents[header.document] = header.firstRecord - 1
      if header.predecessor != .none { incompleteDocument = header.document }
      isFirst = false
    }
    contents.forEachRecord { head, bytes in
      // If a power failure has removed the next journal, this one was continued, so only a last record ends it.
      isEnded = false
      if let changes = EncodedChanges(bytes, head), add(changes, head.number) { return }
      // Without a budget, only records about documents and journals are read.
      var rest = isIncomplete ? JournalBudget(memory: -1) : budget
      if let contents = JournalRecord.Contents(bytes, head, &rest) {
        if !isIncomplete { budget = rest }
        add(contents)
      } else {
        isIncomplete = true
      }
    }
    journals.append((contents, header))
    next = contents.next
  }

  /// Adds a record that changes no value.
  private mutating func add(_ contents: JournalRecord.Contents) {
    switch contents {
    case .document(let fingerprint, let upTo, let isConfirmed):
      documents[fingerprint] = upTo
      if fingerprint == incompleteDocument { incompleteDocument = nil }
      if isConfirmed {
        announced = announced.filter { $0.value > upTo }
        checkpointed = max(checkpointed, upTo)
      } else {
        announced[fingerprint] = upTo
      }
    case .end: isEnded = true
    case .unknown: isNewer = true
    case .changes, .skip: break
    }
  }

  /// Adds the changes of a record, unless they are void or exceed the budget.
  ///
  /// - Returns: `false` if a key is invalid.
  private mutating func add(_ changes: EncodedChanges, _ number: UInt64) -> Bool {
    // Once a record has exceeded the budget, no later one counts.
    if isIncomplete { return true }
    var rest = budget
    let count = index.entries.count
    var last: Int?
    // A record takes effect as a whole or not at all.
    let hasKeys =
      changes.allDependencies { index.place(of: $0, &rest) != nil }
      && changes.allChanges { key, _ in
        last = index.place(of: key, &rest)
        return last != nil
      }
    if rest.isExhausted {
      index.removeEntries(from: count)
      isIncomplete = true
      return true
    }
    budget = rest
    guard hasKeys else { return false }
    let isVoid = !changes.allDependencies { key in
      index.place(of: key, &rest).map { index[$0].number < changes.since } ?? false
    }
    if isVoid { return true }
    _ = changes.allChanges { key, value in
      guard let place = changes.count == 1 ? last : index.place(of: key, &rest) else { return false }
      index.put(value, at: place, number: number)
      return true
    }
    return true
  }

  /// Decodes the last value of each key, after all journals were added.
  mutating func decode() {
    let entries = index.entries.filter { $0.number > 0 }.inOrder { $0.number < $1.number }
    index = JournalIndex()
    changes.reserveCapacity(entries.count)
    var rest = entries[...]
    while let number = rest.first?.number {
      // A record takes effect as a whole or not at all.
      let record = rest.prefix { $0.number == number }
      rest = rest.dropFirst(record.count)
      var values: [SettingsValue?] = []
      for entry in record {
        var scanner = JournalScanner(Array(entry.value), in: 0..<entry.value.count)
        guard let value = scanner.readValue(&budget) else { break }
        values.append(value)
      }
      if values.count == record.count {
        for (entry, value) in zip(record, values) { changes[entry.key] = Change(number: number, value: value) }
      } else if budget.isExhausted {
        isIncomplete = true
        return
      } else {
        isNewer = true
      }
    }
  }

  /// Keeps the changes that a condition holds for.
  mutating func filterChanges(_ isIncluded: (Change) -> Bool) { changes = changes.filter { isIncluded($0.value) } }

  /// Returns the number of the last record that a document contains; `nil` if it isn't mentioned or may lack records.
  func lastRecord(ofComplete document: DocumentFingerprint?) -> UInt64? {
    document != nil && document == incompleteDocument ? nil : documents[document]
  }

  /// Returns the memory of changes that aren't kept to the budget.
  private func release(_ changes: [(key: SettingsKey, value: SettingsValue?)], _ budget: inout JournalBudget) {
    for (key, value) in changes {
      budget.release(
        memory: JournalBudget.memoryOfChange + JournalBudget.memoryOfKey + key.memory + (value?.memory ?? 0))
    }
  }

  /// Returns the memory of the last values whose records have at most a number.
  func memory(upTo number: UInt64) -> Int {
    JournalBudget.memory(of: changes.lazy.filter { $0.value.number <= number }.map { ($0.key, $0.value.value) })
  }

  /// Returns the keys that never had the given value.
  ///
  /// - Parameters:
  ///   - values: The values by key.
  ///   - format: The format in which values are compared.
  /// - Returns: The keys, or none if a journal exceeds the budget.
  func keys(withoutPast values: [SettingsKey: SettingsValue?], _ format: DocumentFormat) -> Set<SettingsKey> {
    var keys = Set(values.keys)
    for (journal, _) in journals where !keys.isEmpty {
      var budget = JournalBudget()
      let isWhole = journal.read(&budget) { record, budget in
        guard case .changes(let changes, _) = record.contents else { return }
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
