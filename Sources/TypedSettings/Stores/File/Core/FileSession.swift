/// What a file core has open, and how far it has read: the state under its lock.
struct FileSession: Sendable {
  /// A journal that is open.
  struct Journal: Sendable {
    let file: OpenFile
    let header: JournalHeader
    /// Where the records begin that are not as short as they could be.
    let beginning: Int
    /// Where the next record goes.
    var end: Int
    let isWritable: Bool
    /// What was known of the file when it was opened: by it the file that has the journal's name is known again.
    let status: FileStatus
    /// Whether it was seen to have another name later: then their number does not tell whether it has its own.
    var hasOtherName = false

    /// How many bytes were appended to it.
    var growth: Int { end - beginning }
  }

  var folder: Folder?
  var lock: OpenFile?
  /// Whether this process has the lock of the file now.
  var isLocked = false
  /// Whether the file system has no locks.
  var hasNoLocks = false
  /// Where records go.
  var journal: Journal?
  /// The ended journal that the present one continues, as long as the document does not hold what is in it.
  var ended: Journal?

  /// The journals whose records may not be on the disk yet, with the present one.
  var unsynchronized: [OpenFile] = []
  /// The folders that have got a folder of this process, which may not be on the disk yet.
  var unsynchronizedFolders: [String] = []
  /// Whether a name in the folder may not be on the disk yet.
  var hasUnsynchronizedNames = false
  /// Whether records that may not be on the disk yet are in journals that cannot be read now.
  var hasUnreachableRecords = false
  /// The journal that failed to reach the disk: asking for it again would seem to succeed.
  var lost: OpenFile?

  /// The document as it was last seen.
  var document: FileStatus?
  /// The documents that other processes said they would write, and up to which record each holds all, until the next
  /// look at the document: they are no editor's work.
  var announced: [DocumentFingerprint: UInt64] = [:]
  var fingerprint: DocumentFingerprint?
  var format: DocumentFormat = .json

  /// Counts how often everything was read anew: what was known of record numbers before is about other records.
  var loads: UInt64 = 0
  /// The number of the next record.
  var next: UInt64 = 1
  /// Where a record is put together; kept, so that the next one takes no memory.
  var record = JournalBytes()
  /// What the file does not have although it was set.
  var unwritten: [SettingsKey: SettingsValue?] = [:]
  /// Records of a newer version, which are carried from one journal to the next.
  var foreign: [[UInt8]] = []

  var condition = FileSettingsStore.State.ready
  /// Files that are broken and have to be kept before anything takes their place.
  var broken: Set<String> = []
  /// The names under which files were found that do not count.
  var untrusted: Set<String> = []
  /// Whether the journal must be made anew, so that no record of another one continues it.
  var needsNewJournal = false
  /// Whether the file or its folder may only be read, as the last write has found out.
  var isReadOnly = false
  /// Whether something could not be saved, so that the store tries again.
  var hasFailed = false
  /// Whether that was reported already.
  var hasReportedFailure = false

  /// What the document has room for.
  var room = DocumentRoom.unknown

  /// What has to be told, and was not because something failed meanwhile.
  var missed = FileEffects()

  /// Whether this process has written records that the document does not hold.
  var owesDocument = false
  /// Whether the previous document or the journal that led on from it may hold earlier values of secrets.
  var keepsSecrets = false
  /// Whether the temporary files of processes that have ended were removed.
  var hasClearedUp = false
  var isFoldScheduled = false
  var isRetryScheduled = false
  /// How long it took to write the document.
  var foldDuration = Duration.zero
  /// Counts the writes, so that the background can tell whether the store was idle.
  var writes: UInt64 = 0
}

extension FileSession {
  /// Takes note that what had failed has succeeded.
  mutating func noticeSaved() {
    hasFailed = false
    hasReportedFailure = false
  }

  /// What has to be told of before a failure.
  mutating func takeMissed() -> FileEffects {
    defer { missed = FileEffects() }
    return missed
  }
}
