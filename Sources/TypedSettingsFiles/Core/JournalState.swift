internal import TypedSettingsCore
internal import TypedSettingsFormats

/// The lengths and the memory in bytes from which on journals are kept from growing.
struct JournalLimits: Sendable {
  /// The length from which on the live values move to a new journal in the background, unless the document is written.
  var veryLong = 64 << 20
  /// The length from which on a process pauses before each record, so that a checkpoint can finish.
  var nearlyFull = 96 << 20
  /// The length from which on a write moves the live values itself, and waits for the disk.
  ///
  /// The records that shorten a journal are appended nevertheless.
  var full = SettingsFolder.maximumJournalSize / 2
  /// The memory that the values of all journals may take while they are read.
  var memory = JournalBudget.memory

  /// Returns the length from which on the document is written, even if the store isn't idle.
  ///
  /// From this length on, a journal also leaves room on the disk for the next document.
  static func share(besideDocument length: Int) -> Int { 64 << 10 + 8 * length }

  /// A quarter of the length of a very long journal.
  ///
  /// From three quarters on, the document is written at once; if that fails, again after each further one.
  var quarter: Int { veryLong / 4 }
  /// The memory of values from which on a process pauses now and then, and writes the document at once.
  var heavy: Int { memory / 5 * 2 }
  /// The memory of values from which on nothing is appended until the document contains some of them.
  ///
  /// The rest of the memory is for records of other processes that this one hasn't read yet.
  var tooHeavy: Int { memory / 5 * 4 }
  /// The memory of values from which on a process that has read the journals appends nothing.
  ///
  /// Below it, there's room for the values of the first millisecond, before a process checks the memory.
  var exhausted: Int { memory / 64 * 63 }
}

/// The journals that are open, and how far they were read.
struct JournalState: Sendable {
  var limits = JournalLimits()
  /// The journal that records are appended to.
  var current: OpenJournal?
  /// The ended journal that the current one continues, until the document contains its records.
  var ended: OpenJournal? { didSet { if ended == nil { retainedMemory = 0 } } }
  /// The last journal that this process has followed; another one that doesn't continue it may be the current one.
  ///
  /// It changes only while the journals are open, so that a process compares others with what it has read itself.
  private(set) var followed: FollowedJournal?
  /// The reason for which the current journal has to be replaced before the next record; `nil` if there is none.
  var replacement: Replacement?
  /// The number of bytes that had been appended to the current journal at the last check.
  var checkedGrowth = 0
  /// A Boolean value that indicates whether further records would leave no room on the disk for the next document.
  var isCramped = false
  /// A Boolean value that indicates whether the memory for reading the journals may not suffice for many more values.
  var isHeavy = false
  /// The memory of values that the document contains, and that readers of the journals take up nevertheless.
  var retainedMemory = 0
  /// The memory of the values that are about to be written, if it's more than most writes need.
  var expectedMemory = 0
  /// The number of the next record.
  var next: UInt64 = 1
  /// The number of the last record that a confirmed document contains.
  var checkpointed: UInt64 = 0
  /// The time when the current journal was last found to have a name.
  var lastNameCheck = Duration.zero
  /// The journal whose lock this process holds while it writes the document.
  var locked: OpenFile?
  /// A Boolean value that indicates whether this process holds the lock of the journal to end it.
  var isEnding = false
  var encoder = RecordEncoder()

  /// The journal that the current one continues, if it's open, and the current one.
  var open: [OpenJournal] { [ended, current].compactMap(\.self) }

  /// The journal whose file has the journal's name.
  var first: OpenJournal? { ended ?? current }

  /// Why a journal can't be continued.
  enum Replacement: Sendable {
    /// The journal before it was removed, so that it has the name of the next one.
    case isOrphaned
    /// It lacks records that this process has read: it's foreign, cut, or an older copy.
    ///
    /// It's never continued: its positions were used before, so two records would have the same number.
    case isForeign
    /// Bytes of a journal have changed, or not all of its values were read.
    case isDamaged
    /// The journals have no room for further records.
    case isFull
    /// The file has another name, too: a copy of the folder shares it.
    case isShared
  }

  /// Records how far the current journal was read, before it's closed.
  mutating func noteFollowed() {
    guard let current, replacement != .isForeign else { return }
    followed = FollowedJournal(
      header: current.header, last: current.isWhole ? next - 1 : current.lastWhole, mark: current.lastRecord,
      checkpointed: checkpointed)
  }

  /// The journals before one that replaces the present ones, or begins a log.
  var lineageOfReplacement: JournalLineage {
    var lineage = followed?.lineage ?? JournalLineage()
    for journal in open where replacement == .isForeign && journal.header.identity != followed?.header.identity {
      lineage.append(
        journal.header.lineage,
        replacing: JournalAncestor(journal.header.identity, upTo: journal.lastWhole, isEnded: false))
    }
    return lineage
  }

  /// Forgets the journal that this process has followed.
  mutating func forgetFollowed() { followed = nil }

  /// Closes the journals.
  mutating func close() {
    current = nil
    ended = nil
    next = 1
  }

  /// Forgets all open files of another process, after a fork.
  mutating func reopenAfterFork() {
    noteFollowed()
    current = nil
    ended = nil
    // The thread that held these locks runs in the parent process only.
    locked = nil
    isEnding = false
  }

  /// Appends to a journal from now on that continues the current one.
  mutating func advance(to next: OpenJournal, after ended: OpenJournal?, at time: Duration) {
    self.ended = ended
    current = next
    checkedGrowth = 0
    isCramped = false
    replacement = nil
    self.next = next.next
    lastNameCheck = time
  }

  /// Appends to a journal from now on that replaces all others.
  mutating func start(with journal: OpenJournal, at time: Duration) {
    advance(to: journal, after: nil, at: time)
  }

  /// Moves the end behind the encoded record, which was appended at an offset.
  @inline(__always)
  mutating func didAppend(_ length: Int, at offset: Int, in frame: JournalFrame) {
    current?.didAppend(encoder.mark(at: offset), end: offset + length)
    next = frame.number(at: offset + length)
  }

  /// Appends the encoded record to the current journal.
  ///
  /// - Returns: The offset of the record.
  @inline(__always)
  func appendEncoded(with system: any FileSystem) throws(FileSystemError) -> Int {
    // Only the descriptor, because counting a reference to the file takes a noticeable part of a write.
    guard let descriptor = current?.file.descriptor else { throw .missingJournal }
    return try encoder.append(to: descriptor, with: system)
  }

  /// A Boolean value that indicates whether the current journal is very long.
  var isVeryLong: Bool { (current?.growth ?? 0) > limits.veryLong }
}

/// Encodes records into a buffer that's reused.
struct RecordEncoder: Sendable {
  private var record = JournalBytes()
  private var beginning = Beginning()

  /// The bytes of a record before its value, which stay in the buffer.
  ///
  /// Most writes have the key of the one before, and a value of the same length.
  private struct Beginning {
    /// The live value whose key the bytes contain; none if the buffer contains another record.
    var live = RecentLiveValue()
    var durable: UInt64 = 0
    var identity = JournalIdentity.none
    var base: UInt64 = 0
    /// The number of the bytes.
    var count = 0
    /// The length of the record that the checksum belongs to.
    var length = 0
    /// The checksum up to the value.
    var checksum = Checksum()
  }

  var length: Int { record.count }

  /// Returns the mark of the record at an offset of a file.
  @inline(__always)
  func mark(at offset: Int) -> RecordMark { record.withUnsafeBytes { RecordMark($0, at: offset) } }

  /// Encodes a record.
  mutating func encode(_ contents: JournalRecord.Contents, durable: UInt64, in frame: JournalFrame) {
    beginning.live = RecentLiveValue()
    record.removeAll()
    record.appendRecord(durable: durable, in: frame) { $0.append(contents) }
  }

  /// Encodes a record with the value of a live value.
  @inline(__always)
  mutating func encode(_ value: SettingsValue?, of live: LiveValue, durable: UInt64, in frame: JournalFrame) {
    if beginning.live.isSame(as: live), beginning.durable == durable, beginning.base == frame.base,
      beginning.identity.low == frame.identity.low, beginning.identity.high == frame.identity.high
    {
      record.truncate(to: beginning.count)
    } else {
      begin(with: live, durable: durable, in: frame)
    }
    record.append(value)
    if record.count != beginning.length {
      beginning.length = record.count
      beginning.checksum = record.setLength(in: frame, checksumUpTo: beginning.count)
    }
    record.setChecksum(continuing: beginning.checksum, from: beginning.count)
    // The memory of a long record is released by the next one.
    if record.isLong { beginning.live = RecentLiveValue() }
  }

  private mutating func begin(with live: LiveValue, durable: UInt64, in frame: JournalFrame) {
    record.removeAll()
    record.appendHead(durable: durable, in: frame)
    record.appendStart(ofChange: live.key)
    beginning = Beginning(
      live: RecentLiveValue(live), durable: durable, identity: frame.identity, base: frame.base, count: record.count)
  }

  /// Appends the encoded record to a file; returns its offset.
  @inline(__always)
  func append(to file: FileDescriptor, with system: any FileSystem) throws(FileSystemError) -> Int {
    try record.withUnsafeBytes { bytes throws(FileSystemError) in try system.appendAll(bytes, to: file) }
  }
}

extension FileSystemError {
  static var missingJournal: FileSystemError { FileSystemError("find the journal", .missing) }
}
