internal import TypedSettingsCore
internal import TypedSettingsFormats

/// The state of a file core, which its lock protects; each part of the file engine owns one member.
struct FileSession: Sendable {
  var context: FileContext
  var access = FolderAccess()
  var journals = JournalState()
  var document = KnownDocument()
  /// The keys of values that are set in memory and not in the journal, because a write failed or the log was
  /// interrupted.
  var pending: Set<SettingsKey> = []
  /// A Boolean value that indicates whether these values are being appended.
  var isAppendingPending = false
  /// The journals whose records move to the present file, until they are durable there.
  var leftJournals: [LeftJournal] = []
  var unsynchronized = UnsynchronizedFiles()
  var checkpoint = CheckpointState()
  var failure = FailureState()
  /// The state that the store publishes.
  var condition = SettingsFileState.ready
  /// The number of times that all files were read.
  ///
  /// Record numbers from an earlier count belong to other records.
  var loads: UInt64 = 0
  /// Changes and reports that a failed operation couldn't deliver.
  var undelivered = FileEffects()

  init(_ context: FileContext, _ limits: JournalLimits) {
    self.context = context
    access.forkCount = context.system.forkCount
    journals.limits = limits
    document.format = context.format.resolved(for: context.names.document, holding: nil)
  }

  /// Removes and returns the effects that weren't delivered yet.
  @inline(__always)
  mutating func takeUndelivered() -> FileEffects {
    if undelivered.isEmpty { return FileEffects() }
    defer { undelivered = FileEffects() }
    return undelivered
  }

  /// Requests an immediate checkpoint, unless one was requested already.
  mutating func requestCheckpoint() {
    if checkpoint.isUrgent { return }
    checkpoint.isUrgent = true
    undelivered.checkpointDelay = .zero
  }

  /// A Boolean value that indicates whether the journals are longer than their share beside the document.
  var isJournalLong: Bool {
    let growth = (journals.current?.growth ?? 0) + (journals.ended?.growth ?? 0)
    return growth > JournalLimits.share(besideDocument: document.length)
  }

  /// Has a journal that was opened replaced if its file has several names, unless it's replaced for another reason.
  ///
  /// On a file system that doesn't order appends, the number of names means little.
  mutating func replaceIfShared(_ journal: OpenJournal) {
    if journal.hasSeveralNames, !access.locksAppends, journals.replacement == nil { journals.replacement = .isShared }
  }

  /// Closes the journals and forgets everything that was read from them.
  mutating func closeJournals() {
    journals.close()
    unsynchronized.files = []
    document.announced = [:]
    document.isBroken = false
    journals.replacement = nil
  }
}

extension FileSession {
  /// The states between opening a file and appending a record to its journal.
  ///
  /// ``FileCore/attach(_:)`` performs one transition after the other until the state is ``ready``.
  enum AppendState {
    /// No journal is open; the files are read, and a journal is created if there is none.
    case closed
    /// The files can't be read or written, or have a newer format.
    case refused
    /// The journal must not be continued, so that another one replaces it.
    case replaced
    /// The journal has ended, so its successor is opened.
    case ended
    /// Temporary files of killed processes may have to be removed, and replacements of the document undone.
    case unswept
    /// A record can be appended.
    case ready
  }

  @inline(__always)
  var appendState: AppendState {
    if condition.refusesWrites { return .refused }
    // Optional chaining avoids a copy of the journal, which takes a while on the path of every write.
    guard let state = journals.current?.appendState else { return .closed }
    if state == .refused { return state }
    if journals.replacement != nil { return .replaced }
    if state != .ready { return state }
    if !access.isSwept { return .unswept }
    return .ready
  }
}

extension OpenJournal {
  /// The state of the journal by itself.
  @inline(__always)
  fileprivate var appendState: FileSession.AppendState {
    if !isWritable { return .refused }
    if isEnded { return .ended }
    return .ready
  }
}

// MARK: Parts

/// The access to the folder of a settings file.
struct FolderAccess: Sendable {
  var folder: SettingsFolder?
  /// A Boolean value that indicates whether the path led to a folder before, and not to a symbolic link.
  var wasFolder = false
  /// The fork count of the process that has opened the files.
  ///
  /// A forked process shares their positions and locks.
  var forkCount = 0
  /// A Boolean value that indicates whether the file system has no locks.
  var hasNoLocks = false
  /// A Boolean value that indicates whether appends require a lock, because the file system doesn't order them.
  var locksAppends = false
  /// A Boolean value that indicates whether temporary files of processes that exited were removed.
  var isSwept = false
  /// The names of untrusted files that were reported.
  var reportedNames: Set<String> = []

  /// Returns whether a folder is the one that's open, and not one that was open before.
  func isOpen(_ folder: SettingsFolder) -> Bool { self.folder?.folder.file === folder.folder.file }
}

/// The files and folders that may not be durable.
struct UnsynchronizedFiles: Sendable {
  /// The journals with records that may not be durable, including the current one.
  var files: [OpenFile] = []
  /// The folders that contain folders created by this process.
  var folders: [String] = []
  /// A Boolean value that indicates whether names in the folder may not be durable.
  var hasNames = false
  /// A Boolean value that indicates whether unreadable journals may contain records that aren't durable.
  var hasUnreachableRecords = false
  /// The journal that failed to synchronize.
  ///
  /// A second attempt would succeed without writing anything.
  var lost: OpenFile?

  /// Adds a journal that records are appended to from now on.
  mutating func add(_ journal: OpenFile) {
    files.append(journal)
    hasNames = true
  }
}

/// The state of the checkpoints, which write the changes in the journal to the document.
struct CheckpointState: Sendable {
  /// A Boolean value that indicates whether this process has appended records that the document doesn't contain.
  var isPending = false
  /// A Boolean value that indicates whether files beside the document may contain earlier values of secrets.
  var keepsSecrets = false
  var isScheduled = false
  /// A Boolean value that indicates whether the document is about to be written, even if the store isn't idle.
  var isUrgent = false
  /// A Boolean value that indicates whether the last attempt to write the document has failed.
  var hasFailed = false
  /// The duration of the last checkpoint.
  var duration = Duration.zero
  /// The number of writes, which shows whether the store was idle.
  var writes: UInt64 = 0

  /// Counts a write that a later checkpoint has to include.
  @inline(__always)
  mutating func addWrite() {
    isPending = true
    writes &+= 1
  }
}

/// The failures of operations, and what was reported about them.
struct FailureState: Sendable {
  var hasFailed = false
  /// The last failure to create the first journal, and its time; `nil` after an operation has succeeded.
  var creation: (error: FileSystemError, time: Duration)?
  var hasReported = false
  /// The role of retrying what has failed, which is taken while that is scheduled.
  var scheduledRetry = WorkerRole()
  /// A Boolean value that indicates whether the last write found that the file or its folder is read-only.
  var isReadOnly = false

  /// Records that an operation has succeeded.
  mutating func succeed() {
    hasFailed = false
    hasReported = false
    creation = nil
  }

  /// Schedules a retry unless one is scheduled; returns whether the caller has to start it.
  mutating func scheduleRetry() -> Bool { scheduledRetry.claim() }
}
