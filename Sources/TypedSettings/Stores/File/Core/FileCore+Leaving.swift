// Journals that stay behind when a symbolic link leads to another file.

/// A journal whose records were moved to another file, while the file that it belongs to lacks them.
///
/// If that file returned, the records would override it. The journal therefore gets a record that it contains nothing
/// new, as soon as its records are durable in the other place.
struct LeftJournal: Sendable {
  private let folder: SettingsFolder
  private var journal: OpenJournal
  /// The number of the last record that was moved.
  private let last: UInt64

  private static let attempts = 100

  init(_ journal: OpenJournal, upTo last: UInt64, in folder: SettingsFolder) {
    self.folder = folder
    self.journal = journal
    self.last = last
  }

  /// Returns whether another left journal is the same one.
  func isSame(as other: LeftJournal) -> Bool { journal.file === other.journal.file && last == other.last }

  /// Returns whether the journal belongs to the document at a location.
  func isBeside(_ location: FileLocation) -> Bool { folder.context.location == location }

  /// Appends a record that all moved records are in another place, to the journal or to one that continues it.
  ///
  /// Later records still count: a process that has appended them will move them itself.
  func end() throws(FileSystemError) {
    var journal = journal
    for attempt in 0..<Self.attempts {
      if journal.isEnded {
        guard let (next, _) = try folder.findSuccessor(of: journal) else { return }
        journal = next
      }
      let start = try append(.document(.moved, upTo: last), to: journal, attempt)
      guard let start else { continue }
      journal.advance(over: try journal.contents(to: start.upperBound))
      if journal.isEnded { continue }
      if journal.end == start.upperBound { return }
      // An incomplete record of another process comes first.
      _ = try append(.skip(from: journal.next), to: journal, attempt)
    }
  }

  /// Appends a record.
  ///
  /// - Returns: Its range in the file; `nil` if another process holds the lock that this file system requires.
  private func append(
    _ contents: JournalRecord.Contents, to journal: OpenJournal, _ attempt: Int
  ) throws(FileSystemError) -> Range<Int>? {
    let system = folder.system
    let needsLock = !system.ordersAppends(in: folder.folder.file.descriptor)
    if needsLock, try !system.lock(journal.file.descriptor) {
      system.pause(attempt: attempt)
      return nil
    }
    defer { if needsLock { ignoringFailure { try system.unlock(journal.file.descriptor) } } }
    let bytes = JournalRecord.bytes(of: contents, durable: 0, in: journal.frame)
    let start = try journal.file.append(bytes)
    return start..<start + bytes.count
  }
}

extension DocumentFingerprint {
  /// A fingerprint that no document has, for records that were moved to the journal of another document.
  static let moved = DocumentFingerprint(length: 0, checksum: 0x6d6f_7665)
}

extension FileCore {
  /// Leaves the journal before the process moves to another file.
  ///
  /// A document that stays in its place may be in use by other processes, so its changes stay in its journal. Otherwise
  /// nothing reads the journal any more. The changes of all processes then move, and the journal is noted.
  ///
  /// - Parameters:
  ///   - isReplaced: Whether the document was removed, or a symbolic link has taken its place.
  ///   - canStay: The result of ``synchronizeBeforeLeaving()``; `false` if there is no journal.
  ///   - session: The session.
  func leaveJournal(isReplaced: Bool, canStay: Bool, _ session: inout FileSession) {
    // Its values are no part of the other file.
    if !isReplaced, canStay, keepJournal(&session) { return contents.forgetReplica() }
    guard isReplaced, session.context.access == .readWrite, let journal = session.journals.current,
      journal.isWritable, let folder = session.access.folder
    else { return }
    // Another process may have moved the records already.
    ignoringFailure { if try isInPlace(&session) { try catchUp(&session) } }
    if contents.uncheckpointedChanges().isEmpty { return }
    session.checkpoint.isPending = true
    let left = session.journals.current ?? journal
    session.leftJournals.append(LeftJournal(left, upTo: session.journals.next - 1, in: folder))
  }

  /// Makes the records of this process durable in the journal, so that they can stay there.
  ///
  /// The session's lock isn't held meanwhile, so that other threads can write. ``keepJournal(_:)`` finds out whether
  /// they have done so.
  ///
  /// - Returns: `false` if the journal can't be synchronized.
  func synchronizeBeforeLeaving() -> Bool {
    for _ in 0..<Self.synchronizationsBeforeLeaving {
      if session.withLock({ !$0.checkpoint.isPending || isDurable($0) }) { return true }
      guard succeeds({ () throws(FileSystemError) in try synchronizeRecords() }) else { return false }
    }
    return true
  }

  private static let synchronizationsBeforeLeaving = 8

  /// Makes sure that the records of this process are durable in the journal, so that they can stay there.
  ///
  /// Usually ``synchronizeBeforeLeaving()`` has made them durable. Otherwise other threads write all the time, and wait
  /// here for the last ones of their records.
  ///
  /// - Returns: `false` if the journal has lost its place or can't be synchronized.
  private func keepJournal(_ session: inout FileSession) -> Bool {
    guard session.checkpoint.isPending else { return true }
    let isKept = succeeds { () throws(FileSystemError) -> Void in
      guard let folder = session.access.folder, !hasLostName(folder) else { throw .missingJournal }
      let (wasDurable, loads) = (isDurable(session), session.loads)
      // Another process may have given the place to the next journal.
      try catchUp(&session)
      guard try isInPlace(&session), session.unsynchronized.lost == nil else { throw .missingJournal }
      // The records that were read since are those of other processes.
      if wasDurable, session.loads == loads { return }
      for file in session.unsynchronized.files { try system.synchronize(file.descriptor, .contents) }
      for path in session.unsynchronized.folders { try Folder(path, of: system).synchronize() }
      try folder.folder.synchronize()
    }
    if isKept { session.checkpoint.isPending = false }
    return isKept
  }

  /// Ends journals whose records are durable in the present place.
  func endLeftJournals(_ journals: [LeftJournal]) {
    // The file may be in a folder that can't be reached any more. Its journal then stays as it is.
    for journal in journals { ignoringFailure { try journal.end() } }
  }

  /// Makes the changes durable that were moved here from another place, and ends the journals that they come from.
  func finishMoving() {
    if session.withLock({ $0.leftJournals.isEmpty }) { return }
    // A failure is reported when the changes are next retried.
    ignoringFailure { try save() }
  }
}
