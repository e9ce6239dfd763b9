internal import TypedSettingsCore
internal import TypedSettingsFormats

// Merging the values in memory with the files after the log was interrupted.

extension FileCore {
  /// The values of this process's replica of the log, and the journal that they were read from.
  struct Replica {
    let values: [ReplicatedValue]
    let followed: FollowedJournal?
    /// A Boolean value that indicates whether the file of that journal still contains all records that were read.
    let isIntact: Bool

    /// Returns what the writers of journals know of the one that had a value; `nil` if they know nothing.
    func knowledge(of value: ReplicatedValue, in history: JournalHistory) -> JournalAncestor? {
      value.number.flatMap { followed?.knowledge(ofRecord: $0, in: history, isIntact: isIntact) }
    }
  }

  /// Returns the values that may not be in the files that are there now.
  func replica(_ session: inout FileSession) -> Replica {
    session.journals.noteFollowed()
    // The values of a foreign journal were merged when it was read first.
    let isForeign = session.journals.replacement == .isForeign
    let values = contents.replicatedValues().filter { !isForeign || !$0.isInJournal }
    // A file that can no longer be read was removed, not changed.
    let isIntact = values.isEmpty || nilOnFailure { try session.journals.current?.isIntact } ?? true
    return Replica(values: values, followed: session.journals.followed, isIntact: isIntact)
  }

  /// Merges the values of this process with a document and the journals that follow it.
  ///
  /// - Parameters:
  ///   - replica: The values.
  ///   - tree: The values of the document.
  ///   - history: The journals.
  ///   - number: The number of the last record that the document contains.
  ///   - session: The session.
  ///   - effects: Gets a report of each value that's lost.
  /// - Returns: The values that are to be appended.
  func merge(
    _ replica: Replica, with tree: DocumentTree, _ history: JournalHistory, after number: UInt64,
    _ session: inout FileSession, _ effects: inout FileEffects
  ) -> [ReplicatedValue] {
    let format = session.document.format
    let isForeign = session.journals.replacement == .isForeign
    var missing: [ReplicatedValue] = []
    for value in replica.values {
      // A process that only reads takes what is there.
      if !session.checkpoint.isPending, !isForeign, value.isInJournal { continue }
      let change = history.changes[value.key].flatMap { $0.number > number ? $0 : nil }
      let now = change.map(\.value) ?? tree[value.key]
      // Foreign journals were read without the records that this process knows.
      let knowledge = isForeign ? nil : replica.knowledge(of: value, in: history)
      // A document that lacks the key isn't later: it may have been lost with the journal.
      let isAbsent = change == nil && now == nil
      switch value.outcome(now: now, isAbsent: isAbsent, knowledge, isSame: format.isSame) {
      case .present, .replaced: break
      case .missing: missing.append(value)
      case .lost: effects.reports.append(.changeLost(value.key, in: session.context.path))
      }
    }
    session.pending = Set(missing.map(\.key))
    if session.checkpoint.writes > 0, isForeign || !missing.isEmpty {
      session.failure.hasFailed = true
      effects.retries = effects.retries || session.failure.scheduleRetry()
    }
    return missing
  }

  /// Merges changes of other processes with the values that aren't in the journal.
  ///
  /// - Parameters:
  ///   - changes: The changes of a record.
  ///   - number: The number of the record.
  ///   - session: The session.
  /// - Returns: The changes that take effect.
  func mergePending(
    _ changes: [FileContents.Change], number: UInt64, _ session: inout FileSession
  ) -> [FileContents.Change] {
    if session.pending.isEmpty { return changes }
    return changes.filter { change in
      guard session.pending.contains(change.key), let value = contents.unwrittenValue(ofKey: change.key) else {
        return true
      }
      let outcome = value.outcome(now: change.value, nil, isSame: session.document.format.isSame)
      if outcome == .missing {
        contents.noteRecord(number, of: change)
        return false
      }
      if outcome == .lost { session.undelivered.reports.append(.changeLost(change.key, in: session.context.path)) }
      session.pending.remove(change.key)
      return true
    }
  }

  /// Finds out whether the journals that were read continue the one that this process has followed.
  ///
  /// - Parameters:
  ///   - history: The journals; those records are removed that a document contains or this process knows.
  ///   - document: The document.
  ///   - replica: The replica before they were read.
  ///   - session: The session.
  func follow(
    _ history: inout JournalHistory, besides document: DocumentReading, after replica: Replica,
    _ session: inout FileSession
  ) {
    guard let current = session.journals.current else { return }
    if session.journals.replacement == nil, !session.journals.open.allSatisfy(\.isWhole) {
      session.journals.replacement = .isDamaged
    }
    if !current.isEnded { session.replaceIfShared(current) }
    if let folder = session.access.folder, let first = session.journals.first,
      folder.hasSuccessor(of: first, history, besides: document)
    {
      session.journals.replacement = .isForeign
      history.filterChanges { _ in false }
    } else if let followed = replica.followed, !history.isSuccessor(of: followed, current) {
      session.journals.replacement = .isForeign
      history.dropRecords(knownTo: followed)
    }
  }
}

extension JournalHistory {
  /// Returns whether these journals continue another one, or are the same.
  fileprivate func isSuccessor(of followed: FollowedJournal, _ current: OpenJournal) -> Bool {
    guard continues(followed) else { return false }
    guard current.header.identity == followed.header.identity else { return true }
    // A copy of the same journal may be older.
    var known = current
    known.lastRecord = followed.mark
    return next > followed.last && nilOnFailure { try known.isIntact } ?? true
  }
}

extension SettingsFolder {
  /// Returns whether a later journal was ended than the ones that were read, so that they are earlier copies.
  ///
  /// If the document is one that they mention, they are the present ones.
  fileprivate func hasSuccessor(
    of first: OpenJournal, _ history: JournalHistory, besides document: DocumentReading
  ) -> Bool {
    guard case .document(_, let found, _) = document, history.documents[found.fingerprint] == nil,
      let (file, _) = nilOnFailure({ try openJournal(names.previousJournal) }),
      // A process that was killed leaves the ended journal with both names.
      let status = nilOnFailure({ try file.status() }), !status.isOfSameFile(as: first.status),
      case .header(let previous)? = nilOnFailure({ try readHeader(of: file) })
    else { return false }
    return previous.identity == first.header.identity || previous.lineage[first.header.identity] != nil
  }
}

// MARK: Reading again

extension FileCore {
  /// Opens the folder and the journals again by their names, after they couldn't be read.
  ///
  /// Another process or machine may have removed or replaced them.
  func reopenFiles(_ session: inout FileSession) {
    _ = forgetRemovedFolder(&session)
    session.undelivered += load(&session)
  }
}
