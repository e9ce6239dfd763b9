/// What a file core has open, and how far it has read: the state under its lock.
struct FileSession: Sendable {
  var folder: Folder?
  /// Whether a folder was opened before that has its name itself, and not by a symbolic link.
  var hasOpenedFolder = false
  /// How often the process had been copied when the files were opened: a copy shares their positions and locks.
  var forkCount = 0
  /// Whether the file system has no locks.
  var hasNoLocks = false
  /// Whether a record is appended under the lock of the journal, because the file system doesn't order appends.
  var locksAppends = false
  /// The journal whose name this process has the right to, while it writes the document.
  var right: OpenFile?
  /// Whether this process has the lock of the journal, to end it.
  var isEnding = false
  /// Where records go.
  var journal: OpenJournal?
  /// Whether the journal has the name of the next one, because the one before it is gone.
  var hasWrongName = false
  /// Whether the journal has become very long.
  var isTooLong = false
  /// The ended journal that the present one continues, as long as the document does not hold what is in it.
  var ended: OpenJournal?
  /// When the journal was last seen to have a name.
  var lastLook = Duration.zero

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
  /// A live value, and its key as records have it: most writes are of the one before.
  var lastKey: (live: LiveValue, bytes: [UInt8])?
  /// What the file does not have although it was set.
  var unwritten: [SettingsKey: SettingsValue?] = [:]
  /// The numbers of those of them that were in a journal which is gone: what was written since comes after them.
  var unwrittenNumbers: [SettingsKey: UInt64] = [:]
  /// Whether that is being written.
  var isAppendingUnwritten = false
  /// The numbers of the last records of keys that the file lacks a value of.
  var overtaken: [SettingsKey: UInt64] = [:]
  /// What a journal held that is gone, and the numbers that it had there, until it's known what another one holds.
  var rescued: [(change: FileContents.Change, number: UInt64)] = []
  /// The numbers that the last values of keys had in a journal that is gone.
  var rescuedNumbers: [SettingsKey: UInt64] = [:]
  /// Records of a newer version, which are carried from one journal to the next.
  var foreign: [[UInt8]] = []

  var condition = FileSettingsStore.State.ready
  /// Files that are broken and have to be kept before anything takes their place.
  var broken: Set<String> = []
  /// The names under which files were found that do not count.
  var untrusted: Set<String> = []
  /// Whether it was reported that the document is written in place.
  var isWrittenInPlace = false
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

  /// What has to be told of, and was not yet.
  @inline(__always)
  mutating func takeMissed() -> FileEffects {
    if missed.isEmpty { return FileEffects() }
    defer { missed = FileEffects() }
    return missed
  }
}
