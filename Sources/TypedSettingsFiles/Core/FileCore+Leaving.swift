internal import TypedSettingsCore

// Journals that stay behind when a symbolic link leads to another file.

/// A journal whose records were moved to another file, while the file that it belongs to lacks them.
///
/// If that file returned, the records would override it. The journal therefore loses its name as soon as its records
/// are durable in the other place.
struct LeftJournal: Sendable {
  private let folder: SettingsFolder
  private let journal: OpenJournal

  init(_ journal: OpenJournal, in folder: SettingsFolder) {
    self.folder = folder
    self.journal = journal
  }

  /// Returns whether another left journal is the same one.
  func isSame(as other: LeftJournal) -> Bool { journal.file === other.journal.file }

  /// Returns whether the journal belongs to the document at a location.
  func isBeside(_ location: FileLocation) -> Bool { folder.context.location == location }

  /// Renames the journal, and the one that it continues.
  ///
  /// It stays if another process has appended records since: that process moves them, and renames it.
  func retire() throws(FileSystemError) {
    if try !isWhole { return }
    // In this order, so that no process takes the next one for a journal without a predecessor.
    for name in [folder.names.journal, folder.names.nextJournal] {
      guard let (file, _) = try folder.openJournal(name), case .header(let header) = try folder.readHeader(of: file),
        [journal.header.identity, journal.header.predecessor].contains(header.identity)
      else { continue }
      try folder.folder.rename(name, to: folder.names.previousJournal)
    }
  }

  /// A Boolean value that indicates whether all complete records of the journal were moved.
  private var isWhole: Bool {
    get throws(FileSystemError) {
      let size = try journal.file.extent().size
      return try journal.contents(to: size).end == journal.end
    }
  }
}

extension FileCore {
  /// Leaves the journal before the process moves to another file.
  ///
  /// A document that stays in its place may be in use by other processes, so its changes stay in its journal. Otherwise
  /// nothing reads the journal from then on. The changes of all processes then move, and the journal is noted.
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
    session.leftJournals.append(LeftJournal(left, in: folder))
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
      // The records that were read since come from other processes.
      if wasDurable, session.loads == loads { return }
      for file in session.unsynchronized.files { try system.synchronize(file.descriptor, .contents) }
      for path in session.unsynchronized.folders { try Folder(path, of: system).synchronize() }
      try folder.folder.synchronize()
    }
    if isKept { session.checkpoint.isPending = false }
    return isKept
  }

  /// Renames journals whose records are durable in the present place.
  func retireLeftJournals(_ journals: [LeftJournal]) {
    // The file may be in a folder that can no longer be reached. Its journal then stays as it is.
    for journal in journals { ignoringFailure { try journal.retire() } }
  }

  /// Makes the changes durable that were moved here from another place, and renames the journals that they come from.
  func finishMoving() {
    if session.withLock({ $0.leftJournals.isEmpty }) { return }
    // A failure is reported when the changes are next retried.
    ignoringFailure { try save() }
  }
}
