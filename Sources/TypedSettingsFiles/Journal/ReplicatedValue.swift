internal import TypedSettingsCore

/// A value that no confirmed document contains, as each process that has read the log knows it.
///
/// Together, these values are the process's replica of the end of the log. If the log is interrupted, they are merged
/// with what is there then.
struct ReplicatedValue: Sendable {
  let key: SettingsKey
  let value: SettingsValue?
  /// The number of its record, or of the one that was lost; `nil` if it couldn't be written.
  let number: UInt64?
  /// A Boolean value that indicates whether the journal that was last read contains the value.
  let isInJournal: Bool
  /// The value that the document had.
  let base: SettingsValue?
  /// The value before it.
  let before: SettingsValue?

  /// The outcome for a value after the log was interrupted.
  enum Outcome: Hashable, Sendable {
    /// The value is there.
    case present
    /// The value was lost and nothing has replaced it, so it's written again.
    case missing
    /// A later value has replaced it, and its writer has read it.
    case replaced
    /// Another value is there, whose writer may not have read this one, so that's reported.
    case lost
  }

  /// Returns what becomes of the value.
  ///
  /// - Parameters:
  ///   - now: The value that is there now.
  ///   - isAbsent: Whether nothing is there, not even a record that the value was removed.
  ///   - knowledge: What the writers of the present journal know of the journal that contained the value; `nil` if
  ///     they know nothing.
  ///   - isSame: Returns whether two values are equal in the format of the document.
  /// - Returns: The outcome.
  func outcome(
    now: SettingsValue?, isAbsent: Bool = false, _ knowledge: JournalAncestor?,
    isSame: (SettingsValue?, SettingsValue?) -> Bool
  ) -> Outcome {
    if isSame(now, value) { return .present }
    let isEarlier = isAbsent || isSame(now, base) || isSame(now, before)
    guard let knowledge, let number, number <= knowledge.last else { return isEarlier ? .missing : .lost }
    // After a proper end, an earlier value was set again.
    return isEarlier && !knowledge.isEnded ? .lost : .replaced
  }
}

/// The journal that a process takes its values from, up to the last record that it has read.
struct FollowedJournal: Sendable {
  let header: JournalHeader
  /// The number of the last record that was read.
  let last: UInt64
  /// The place of that record; `nil` if there is none.
  let mark: RecordMark?
  /// The number of the last record that a confirmed document contains.
  let checkpointed: UInt64

  /// The journals that lead to one that replaces this one.
  var lineage: JournalLineage {
    var lineage = header.lineage
    // No document is known to contain all of its records, so that processes that have them have to look.
    if let predecessor = lineage.journals.last, predecessor.isEnded, checkpointed < predecessor.last {
      lineage.remove(predecessor.identity)
    }
    lineage.append(JournalAncestor(header.identity, upTo: last, isEnded: false))
    return lineage
  }

  /// Returns what another journal knows of the one that contained a record.
  ///
  /// - Parameters:
  ///   - number: The number of the record.
  ///   - history: The journals that are there now.
  ///   - isIntact: Whether the file of this journal still contains the last record that was read.
  /// - Returns: The knowledge; `nil` if there is none, so that the record may be missing.
  func knowledge(ofRecord number: UInt64, in history: JournalHistory, isIntact: Bool) -> JournalAncestor? {
    if number >= header.frame.base { return isIntact ? history.knowledge(of: header.identity, upTo: last) : nil }
    return header.lineage.journals.first { $0.last >= number }
      .flatMap { history.knowledge(of: $0.identity, upTo: $0.last) }
  }
}

extension JournalHistory {
  /// Drops the changes that a process has read before: it knows whether a document contains them.
  mutating func dropRecords(knownTo followed: FollowedJournal) {
    let known = journals.map { journal in
      let identity = journal.header.identity
      let last = identity == followed.header.identity ? followed.last : followed.header.lineage[identity]?.last ?? 0
      return (base: journal.header.frame.base, last: last)
    }
    filterChanges { change in known.last { $0.base <= change.number }.map { $0.last < change.number } ?? true }
  }

  /// Returns what the journals know of another one; `nil` if they know nothing.
  func knowledge(of journal: JournalIdentity, upTo last: UInt64) -> JournalAncestor? {
    if journals.contains(where: { $0.header.identity == journal }) {
      return JournalAncestor(journal, upTo: .max - 1, isEnded: true)
    }
    guard let (_, header) = journals.first else { return nil }
    if let ancestor = header.lineage[journal] {
      // The process that ended it may have been stopped before its records were in a document.
      let isUnfinished = ancestor == header.lineage.journals.last && ancestor.isEnded && checkpointed < ancestor.last
      return isUnfinished ? nil : ancestor
    }
    let ancestor = JournalAncestor(journal, upTo: last, isEnded: true)
    return header.lineage.mayHaveDropped(ancestor) ? ancestor : nil
  }

  /// Returns whether the journals continue another one, or are the same.
  func continues(_ journal: FollowedJournal) -> Bool {
    journals.contains {
      $0.header.identity == journal.header.identity || $0.header.lineage[journal.header.identity] != nil
    }
      || journals.first.map {
        $0.header.lineage.mayHaveDropped(JournalAncestor(journal.header.identity, upTo: journal.last, isEnded: true))
      } ?? false
  }
}
