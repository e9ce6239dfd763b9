/// What the journals of a document say together.
struct JournalHistory: Sendable {
  /// The changes in order, with the number of the record of each.
  private(set) var changes: [(number: UInt64, changes: [FileContents.Change])] = []
  /// The documents that the journals know, and up to which record each holds all.
  private(set) var documents: [DocumentFingerprint?: UInt64] = [:]
  /// The number of the last record that was in a document for certain, whatever has become of it since.
  private(set) var folded: UInt64 = 0
  /// The records of a newer version.
  private(set) var foreign: [[UInt8]] = []
  /// Whether no journal was added: what a later one says of its document is true only of what comes after that one.
  private var isFirst = true
  /// The number of the next record.
  private(set) var next: UInt64 = 1
  /// The journal before the first of these.
  private(set) var predecessor = JournalIdentity.none
  /// Whether the last journal is ended, and another one goes on from it.
  private(set) var isEnded = false
  var isNewer = false
  var reports: [SettingsError] = []

  /// Adds a journal to those before it.
  mutating func add(_ contents: JournalContents, of header: JournalHeader) {
    if isFirst {
      predecessor = header.predecessor
      documents[header.document] = header.firstRecord - 1
      isFirst = false
    }
    for record in contents.records {
      // One that a power cut has parted from its next journal was gone on with: only what comes last ends it.
      isEnded = false
      switch record.contents {
      case .changes(let changes): self.changes.append((record.number, changes))
      case .announcement(let fingerprint, let upTo): documents[fingerprint] = upTo
      case .document(let fingerprint, let upTo):
        documents[fingerprint] = upTo
        folded = max(folded, upTo)
      case .unknown(let contents): foreign.append(contents)
      case .end: isEnded = true
      }
    }
    next = contents.next
  }

  /// Takes note that the next journal was found.
  ///
  /// What a newer version has added was taken along into it.
  mutating func goOn() {
    isEnded = false
    foreign = []
  }
}
