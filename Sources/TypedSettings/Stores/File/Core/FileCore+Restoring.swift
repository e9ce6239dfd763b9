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
  /// The number of these records that a journal has at most.
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
    session.pending.addRemoved(contents.uncheckpointedChanges(), from: session.journals.open.map(\.header.identity))
    session.failure.hasFailed = true
    if session.failure.scheduleRetry() { session.undelivered.retries = true }
  }

  /// Closes a journal that was removed, moved, replaced or cut, and keeps its changes for the next one.
  func restore(_ session: inout FileSession) throws(FileSystemError) {
    let removed = session.journals.open.map(\.header.identity)
    let mentions = mentions(ofRemoved: session)
    keepUncheckpointed(&session)
    session.journals.current = nil
    session.journals.ended = nil
    session.undelivered += load(&session)
    // Another process may have renamed the journals at that moment.
    if session.journals.open.contains(where: { removed.contains($0.header.identity) }) { return }
    session.pending.mention(mentions)
  }

  /// Returns what later journals mention if the open ones were removed.
  ///
  /// - Returns: Nothing if other processes may know changes that this one doesn't write again.
  private func mentions(ofRemoved session: FileSession) -> [RestoredJournal] {
    guard session.checkpoint.isPending || contents.isCheckpointed, !session.condition.refusesWrites,
      !session.journals.hasDamagedEnd, session.journals.open.allSatisfy(\.isWhole),
      let current = session.journals.current, let folder = session.access.folder
    else { return [] }
    // A document that was removed as well contains nothing any more.
    let hasDocument = nilOnFailure { try folder.folder.status(of: folder.names.document) } != nil
    guard hasDocument || session.document.fingerprint == nil else { return [] }
    // Those that the removed journal has mentioned are still true.
    var mentions = RestoredJournal.all(in: session.journals.copied)
    if let ended = session.journals.ended {
      mentions.append(RestoredJournal(ended.header.identity, upTo: current.header.firstRecord - 1))
    }
    mentions.append(RestoredJournal(current.header.identity, upTo: session.journals.next - 1))
    return mentions
  }

  /// Appends the values of a removed journal that no other process has written since.
  func appendRestored(_ session: inout FileSession) throws(FileSystemError) {
    while let (key, value, oldNumber) = session.pending.nextRestored() {
      let record = JournalRecord.Contents.restored(key: key, value: value, number: oldNumber)
      // Another process may have restored the value, or set a newer one, before this record.
      let number = try append(record, unless: { $0.pending.numbers[key] != oldNumber }, &session)
      guard let number, session.pending.numbers[key] == oldNumber else { continue }
      let isNewest = isNewest(restored: key, oldNumber: oldNumber, session)
      session.pending.didRestore(key, oldNumber: oldNumber, isNewest: isNewest)
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
  func mention(_ journal: RestoredJournal, _ session: inout FileSession) throws(FileSystemError) {
    let mentioned = RestoredJournal.all(in: session.journals.copied)
    if mentioned.count < RestoredJournal.maximumCount, !mentioned.contains(where: { $0.includes(journal) }) {
      let record = JournalRecord.Contents.copied(journal.bytes)
      // If the present journal was removed as well, the values must be written again first.
      let number = try append(record, unless: { !$0.pending.isEmpty }, &session)
      if number == nil { return }
      session.journals.copied.append(journal.bytes)
    }
    session.pending.didMention(journal)
  }
}
