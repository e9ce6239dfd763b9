// Writing the values of a removed journal again.

/// A journal that was removed, and whose changes a process has written to another one or found in the document.
///
/// A process that hasn't run since must not restore these changes, because later ones may have replaced them. It may
/// run again at any time, so each journal contains a copy of this record.
///
/// | bytes | |
/// | --- | --- |
/// | 1 | 9 |
/// | 16 | identity of the journal that was removed |
/// | 8 | number of the last record in it that the process had read |
struct RestoredJournal: Hashable, Sendable {
  let identity: JournalIdentity
  let last: UInt64

  private static let kind: UInt8 = 9
  /// The number of these records that a process copies at most when a journal is removed; it drops the oldest ones.
  static let maximumCount = 32

  /// The contents of the record.
  var bytes: [UInt8] {
    var bytes = JournalBytes(capacity: 32)
    bytes.append(byte: Self.kind)
    bytes.append(identity.high)
    bytes.append(identity.low)
    bytes.append(last)
    return bytes.bytes
  }

  /// Reads the contents of a record; returns `nil` if they're those of another kind.
  init?(_ bytes: [UInt8]) {
    var scanner = JournalScanner(bytes, in: bytes.indices)
    guard scanner.readNumber(UInt8.self) == Self.kind, let identity = JournalIdentity(&scanner),
      let last = scanner.readNumber(UInt64.self), scanner.isAtEnd
    else { return nil }
    self.init(identity, upTo: last)
  }

  init(_ identity: JournalIdentity, upTo last: UInt64) {
    self.identity = identity
    self.last = last
  }

  /// Returns those of the copied records of a journal that are about removed journals.
  static func all(in records: [[UInt8]]) -> [RestoredJournal] { records.compactMap { RestoredJournal($0) } }

  /// Returns whether this record is about the same journal as another one, and includes its changes.
  func includes(_ other: RestoredJournal) -> Bool { identity == other.identity && last >= other.last }
}

extension FileCore {
  /// Keeps the changes that the document lacks, so that the next journal contains them.
  func keepUncheckpointed(_ session: inout FileSession) {
    guard session.checkpoint.isPending else { return }
    let document = formerDocument(session)
    session.pending.addRemoved(
      contents.uncheckpointedChanges(), from: session.journals.open.map(\.header.identity), formerDocument: document)
    scheduleRestoring(&session)
  }

  private func scheduleRestoring(_ session: inout FileSession) {
    session.failure.hasFailed = true
    if session.failure.scheduleRetry() { session.undelivered.retries = true }
  }

  /// Restores the changes of the ended journal before the current one, if it was removed and no document contains them.
  ///
  /// Call this after all records of the current journal were read, if it has its final name or has ended.
  ///
  /// - Returns: Whether there are such changes.
  func restoreRemovedPredecessor(_ session: inout FileSession) throws(FileSystemError) -> Bool {
    guard session.journals.predecessor != nil else { return false }
    if try isInPlace(&session), session.journals.ended != nil { return false }
    guard let predecessor = session.journals.predecessor else { return false }
    session.journals.unconfirmed = nil
    guard contents.hasUncheckpointed(upTo: predecessor.last) else { return false }
    restore(predecessor, &session)
    return true
  }

  /// Reads all files again, and keeps the changes of an ended journal that was removed.
  ///
  /// - Parameters:
  ///   - ended: The journal.
  ///   - mayBeInDocument: Whether a document that wasn't read yet may contain the changes.
  ///   - session: The session.
  func restore(_ ended: RestoredJournal, mayBeInDocument: Bool = false, _ session: inout FileSession) {
    if session.checkpoint.isPending {
      let document = formerDocument(session)
      session.pending.addRemoved(
        contents.uncheckpointedChanges().filter { $0.number <= ended.last }, from: [ended.identity],
        formerDocument: document, mayBeInDocument: mayBeInDocument)
    }
    let isWhole = !session.journals.copiesNewerRecords
    session.undelivered += load(&session)
    guard session.pending.hasChanges(of: ended) else { return }
    if isWhole { session.pending.addRemovals([ended]) }
    scheduleRestoring(&session)
  }

  /// Reads all files again.
  ///
  /// If the next journal of an ended one isn't found, several documents were written since, or both were removed.
  func reload(_ session: inout FileSession) {
    var ended = session.journals.unconfirmed
    if ended == nil, let current = session.journals.current, current.isEnded {
      ended = RestoredJournal(current.header.identity, upTo: session.journals.next - 1)
    }
    if let ended { return restore(ended, mayBeInDocument: true, &session) }
    session.undelivered += load(&session)
  }

  /// Opens the folder and the journals again by their names, after they couldn't be read.
  ///
  /// Another process or machine may have removed or replaced them. The last records of the former journal can't be read
  /// any more, so a document may contain them.
  func reopenFiles(_ session: inout FileSession) {
    if forgetRemovedFolder(&session) {
      session.undelivered += load(&session)
    } else if let journal = session.journals.current {
      let last = session.journals.next - 1
      restore(RestoredJournal(journal.header.identity, upTo: last), mayBeInDocument: true, &session)
    }
  }

  /// Returns the document that doesn't contain the changes of the open journals.
  ///
  /// - Returns: `nil` if a document that these journals announce wasn't read yet: it may have earlier values of the
  ///   same keys.
  private func formerDocument(_ session: FileSession) -> FormerDocument? {
    let (journals, document) = (session.journals, session.document)
    guard let journal = journals.current, journals.ended == nil, !journals.isOrphaned, document.announced.isEmpty,
      !document.needsReading, !document.isBroken
    else { return nil }
    return FormerDocument(
      location: session.context.location, modified: max(document.lastModified, journal.status.modified),
      values: contents.documentValues())
  }

  /// Drops the pending values that a document replaces.
  ///
  /// Its journal may not exist any more, so a different value is the only evidence that a process or an editor has
  /// written a key since. That doesn't hold for a missing value, which may have been lost with an earlier document, and
  /// for a document that was written before, which may have been put back.
  ///
  /// Call this before the values in memory are replaced with those of the document.
  ///
  /// - Parameters:
  ///   - tree: The values of the document that was just read.
  ///   - session: The session.
  /// - Returns: A report of each change that's lost, because the document has another value.
  func dropReplaced(by tree: DocumentTree, _ session: inout FileSession) -> [SettingsError] {
    let (document, location) = (session.document, session.context.location)
    guard !session.pending.isEmpty, let status = document.status, !document.isBroken else { return [] }
    let known = contents.documentValues()
    let dropped = session.pending.dropReplaced { key, origin in
      guard let value = tree[key] else { return false }
      guard let origin else { return !document.format.isSame(value, known[key]) }
      guard let former = origin.document, former.location == location, former.modified < status.modified else {
        return false
      }
      return !document.format.isSame(value, former.values[key])
    }
    // The value in the document may be the same one, which another process has restored.
    let lost = dropped.filter { !document.format.isSame(tree[$0.key], $0.value) }
    return lost.map { .changeLost($0.key, in: session.context.path) }
  }

  /// Closes a journal that was removed, moved, replaced or cut, and keeps its changes for the next one.
  func restore(_ session: inout FileSession) throws(FileSystemError) {
    let removed = session.journals.open.map(\.header.identity)
    let removals = removals(ofOpenJournalsIn: session)
    keepUncheckpointed(&session)
    session.journals.current = nil
    session.journals.ended = nil
    session.undelivered += load(&session)
    // Another process may have renamed the journals at that moment.
    if session.journals.open.contains(where: { removed.contains($0.header.identity) }) { return }
    session.pending.addRemovals(removals)
  }

  /// Returns the removals that later journals have to record if the open ones were removed.
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - isFolderRemoved: Whether the folder was removed as well.
  /// - Returns: Nothing if other processes may know changes that this one doesn't write again, such as those of a newer
  ///   version of the format.
  func removals(ofOpenJournalsIn session: FileSession, isFolderRemoved: Bool = false) -> [RestoredJournal] {
    guard session.checkpoint.isPending || contents.isCheckpointed, !session.condition.refusesWrites,
      !session.journals.copiesNewerRecords, !session.journals.hasDamagedEnd,
      session.journals.open.allSatisfy(\.isWhole),
      let current = session.journals.current, let folder = session.access.folder
    else { return [] }
    let last = RestoredJournal(current.header.identity, upTo: session.journals.next - 1)
    // A document that was removed as well contains nothing any more. It never contained the changes of this journal.
    let status = nilOnFailure { try folder.folder.status(of: folder.names.document) }
    if isFolderRemoved || status == nil, session.document.fingerprint != nil {
      return session.journals.ended == nil ? [last] : []
    }
    // Those that the removed journal has recorded are still true.
    var removals = RestoredJournal.all(in: session.journals.copied)
    if let ended = session.journals.ended {
      removals.append(RestoredJournal(ended.header.identity, upTo: current.header.firstRecord - 1))
    }
    return removals + [last]
  }

  /// Appends the values of a removed journal that no other process has written since.
  func appendRestored(_ session: inout FileSession) throws(FileSystemError) {
    while let (key, value, oldNumber) = session.pending.nextRestored() {
      let record = JournalRecord.Contents.restored(key: key, value: value, number: oldNumber)
      // Another process may have restored the value, or set a newer one, before this record.
      let number = try append(record, unless: { $0.pending.origins[key]?.number != oldNumber }, &session)
      guard let number, session.pending.origins[key]?.number == oldNumber else { continue }
      let isNewest = isNewest(restored: key, oldNumber: oldNumber, session)
      session.pending.didRestore(key, oldNumber: oldNumber, number: number, isNewest: isNewest)
      contents.assignNumber(number, to: [key])
      session.checkpoint.isPending = true
    }
  }

  /// Returns whether a value of a removed journal is the newest value of its key.
  func isNewest(restored key: SettingsKey, oldNumber: UInt64, _ session: FileSession) -> Bool {
    session.pending.isNewest(
      key, oldNumber: oldNumber, last: session.pending.lastNumber(ofKey: key, in: contents),
      first: session.journals.current?.header.firstRecord)
  }

  /// Appends a record about a removed journal, after its values.
  func recordRemoval(of journal: RestoredJournal, _ session: inout FileSession) throws(FileSystemError) {
    let recorded = RestoredJournal.all(in: session.journals.copied)
    if !recorded.contains(where: { $0.includes(journal) }) {
      let record = JournalRecord.Contents.copied(journal.bytes)
      // If the present journal was removed as well, the values must be written again first.
      let number = try append(record, unless: { !$0.pending.isEmpty }, &session)
      if number == nil { return }
      session.journals.copied.append(journal.bytes)
    }
    session.pending.didRecordRemoval(of: journal)
  }
}
