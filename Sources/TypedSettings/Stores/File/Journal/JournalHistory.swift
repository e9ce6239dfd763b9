/// What the journals of a document say together.
struct JournalHistory: Sendable {
  /// The last value of a key.
  struct Change: Sendable {
    /// The number of the record that holds it.
    let number: UInt64
    let value: SettingsValue?
  }

  /// The last value of each key.
  private(set) var changes: [SettingsKey: Change] = [:]
  /// The numbers that the last values of keys had in a journal that is gone.
  private(set) var restored: [SettingsKey: UInt64] = [:]
  /// The journals, to be asked for the values before the last ones.
  private(set) var journals: [JournalContents] = []
  /// The documents that the journals know, and up to which record each holds all.
  private(set) var documents: [DocumentFingerprint?: UInt64] = [:]
  /// The number of the last record that was in a document for certain, whatever has become of it since.
  private(set) var folded: UInt64 = 0
  /// The records of a newer version.
  private(set) var foreign: [[UInt8]] = []
  /// A Boolean value that indicates whether no journal was added: what a later one says of its document is true only of what comes after that one.
  private var isFirst = true
  /// The number of the next record.
  private(set) var next: UInt64 = 1
  /// The journal before the first of these.
  private(set) var predecessor = JournalIdentity.none
  /// A Boolean value that indicates whether the last journal is ended, and another one goes on from it.
  private(set) var isEnded = false
  /// What the journals may still take.
  private(set) var budget = JournalBudget()
  var isNewer = false
  var reports: [SettingsError] = []

  init() {}

  /// Begins with what other journals have left of their budget.
  init(_ budget: JournalBudget) { self.budget = budget }

  /// Adds a journal to those before it.
  ///
  /// - Returns: Whether there was room for all of it.
  mutating func add(_ contents: JournalContents, of header: JournalHeader) -> Bool {
    if isFirst {
      predecessor = header.predecessor
      documents[header.document] = header.firstRecord - 1
      isFirst = false
    }
    var budget = budget
    let isWhole = contents.read(&budget) { record, budget in
      // One that a power cut has parted from its next journal was gone on with: only what comes last ends it.
      isEnded = false
      switch record.contents {
      case .changes(let changes): add(changes, record.number, &budget)
      case .conditional(let changes, let keys, let since):
        let isVoid = keys.contains { (self.changes[$0]?.number ?? 0) >= since }
        if isVoid { giveBack(changes, &budget) } else { add(changes, record.number, &budget) }
      case .restored(let key, let value, let number):
        let last = self.changes[key].map(\.number) ?? 0
        guard last < header.firstRecord || number > restored[key] ?? .max else {
          giveBack([(key, value)], &budget)
          break
        }
        add([(key, value)], record.number, &budget)
        restored[key] = number
      case .announcement(let fingerprint, let upTo): documents[fingerprint] = upTo
      case .document(let fingerprint, let upTo):
        documents[fingerprint] = upTo
        folded = max(folded, upTo)
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

  private mutating func add(_ changes: [FileContents.Change], _ number: UInt64, _ budget: inout JournalBudget) {
    for (key, value) in changes {
      restored[key] = nil
      budget.giveBack(memory: JournalBudget.memoryOfChange)
      if let old = self.changes.updateValue(Change(number: number, value: value), forKey: key) {
        budget.giveBack(memory: JournalBudget.memoryOfKey + key.memory + (old.value?.memory ?? 0))
      }
    }
  }

  /// Gives back the room of changes that are not kept.
  private func giveBack(_ changes: [FileContents.Change], _ budget: inout JournalBudget) {
    for (key, value) in changes {
      budget.giveBack(
        memory: JournalBudget.memoryOfChange + JournalBudget.memoryOfKey + key.memory + (value?.memory ?? 0))
    }
  }

  /// Takes note that the next journal was found.
  ///
  /// What a newer version has added was taken along into it.
  mutating func advance() {
    isEnded = false
    foreign = []
  }

  /// Finds the keys that had none of their given values at any time.
  ///
  /// - Parameters:
  ///   - values: Values by key.
  ///   - format: What is the same in it is the same value.
  /// - Returns: The keys.
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
        giveBack(changes, &budget)
        for (key, value) in changes {
          if let found = values[key], format.isSame(found, value) { keys.remove(key) }
        }
      }
      // Of a journal that was not read as a whole, nothing is known.
      if !isWhole { return [] }
    }
    return keys
  }
}
