// Reading what others have appended to the journal.

extension FileCore {
  /// Reads what others have appended before an own record.
  ///
  /// - Returns: Whether the own record counts.
  func readGap(
    to start: Int, _ length: Int, _ session: inout FileSession
  ) throws(FileSystemError) -> Bool {
    guard let journal = session.journal, start > journal.end else {
      // Somebody has cut it.
      try rescue(&session)
      return false
    }
    let contents = try journal.contents(to: start)
    guard take(contents, &session), session.journal?.isEnded == false else { return false }
    guard let end = session.journal?.end, end == start else {
      try skipTornRecord(&session)
      return false
    }
    session.journal?.end = start + length
    session.next = journal.frame.number(at: start + length)
    return true
  }

  /// Appends a record that voids everything from the known end on.
  ///
  /// What begins there was torn, and others have appended behind it.
  private func skipTornRecord(_ session: inout FileSession) throws(FileSystemError) {
    guard let journal = session.journal else { return }
    // Of one that was replaced or taken away, what is behind the records says so.
    guard try isInPlace(&session) else { return try catchUp(&session) }
    let length = encode(.skip(from: journal.next), in: journal.frame, &session)
    let start = try appendBytes(to: journal.file, &session)
    // The first that says so counts.
    _ = take(try journal.contents(to: start + length), &session)
  }

  /// Takes what others have appended.
  ///
  /// - Returns: Whether there was room for it; if not, everything is read anew.
  func take(_ contents: JournalContents, _ session: inout FileSession) -> Bool {
    guard let old = session.journal, let records = contents.recordsInBudget else {
      session.journal = nil
      return false
    }
    for record in records {
      switch record.contents {
      case .changes(let changes): take(changes, record.number, &session)
      case .conditional(let changes, let keys, let since):
        if !isVoid(restingOn: keys, since: since, session) { take(changes, record.number, &session) }
      case .rescued(let key, let value, let number):
        if isNewer(rescued: key, number, session) {
          // An own one that is not written yet, and is newer still, stays.
          let own = session.unwrittenNumbers[key]
          if own ?? 0 > number {
            session.overtaken[key] = record.number
          } else {
            take([(key, value)], record.number, &session)
          }
          session.rescuedNumbers[key] = number
        }
      case .announcement(let fingerprint, let upTo):
        // Whether it is there, only a look at it tells.
        session.announced[fingerprint] = upTo
      case .document(let fingerprint, let upTo):
        session.announced[fingerprint] = upTo
        self.contents.folded(upTo: upTo)
      case .unknown(let contents): session.foreign.append(contents)
      case .end, .skip, .filler: break
      }
    }
    session.journal?.take(contents)
    session.next = contents.next
    noteGrowth(by: contents.end - old.end, &session)
    if !contents.damages.isEmpty {
      session.missed.reports.append(
        .journalDamaged("\(location.folder)/\(location.names.journal)", "a part of it has changed"))
    }
    return true
  }

  private func take(_ changes: [FileContents.Change], _ number: UInt64, _ session: inout FileSession) {
    var changes = changes
    if !session.rescuedNumbers.isEmpty { for (key, _) in changes { session.rescuedNumbers[key] = nil } }
    if !session.unwritten.isEmpty {
      for (key, _) in changes where session.unwrittenNumbers.removeValue(forKey: key) != nil {
        session.unwritten.removeValue(forKey: key)
      }
      // What could not be written yet comes after all that others have written.
      for (key, _) in changes where session.unwritten.keys.contains(key) { session.overtaken[key] = number }
      changes.removeAll { session.unwritten.keys.contains($0.key) }
    }
    session.missed.staged += contents.apply(changes, number: number, origin: .external)
  }

  /// Whether a record counts for nothing because one of the keys that it rests on was changed before it.
  func isVoid(restingOn keys: [SettingsKey], since number: UInt64, _ session: FileSession) -> Bool {
    keys.contains { key in
      let last = session.unwritten.keys.contains(key) ? session.overtaken[key] : contents.number(ofKey: key)
      return (last ?? 0) >= number
    }
  }

  /// Brings the session up to what other processes have written.
  ///
  /// What has to be told is in ``FileSession/missed``.
  func catchUp(_ session: inout FileSession) throws(FileSystemError) {
    for _ in 0..<Self.attempts {
      guard let journal = session.journal, journal.frame.version == JournalFrame.currentVersion else { break }
      let isPlaced = try isInPlace(&session)
      let size = try journal.file.extent().size
      // One that is too long to be read is not read on in either.
      if size > Self.maximumJournalSize { break }
      guard size >= journal.end else { return try rescue(&session) }
      // What stands behind the end counts for nothing.
      if size > journal.end, !journal.isEnded, try !take(journal.contents(to: size), &session) { break }
      if session.journal?.isEnded == true {
        if try goOn(&session) { continue }
        break
      }
      if isPlaced { return }
      return try rescue(&session)
    }
    session.missed += load(&session)
  }

  /// Whether the journal is found by its name.
  func isInPlace(_ session: inout FileSession) throws(FileSystemError) -> Bool {
    guard try findPlace(&session) else { return false }
    session.lastLook = schedule.now
    return true
  }

  private func findPlace(_ session: inout FileSession) throws(FileSystemError) -> Bool {
    guard let folder = session.folder, let journal = session.journal else { return false }
    let status = try folder.status(of: location.names.journal)
    if status?.isOfSameFile(as: journal.status) ?? false {
      if let ended = session.ended {
        // Another process has written the document that holds what is in the ended one.
        session.ended = nil
        session.unsynchronized.removeAll { $0 === ended.file }
        session.hasUnsynchronizedNames = true
      }
      return true
    }
    guard session.hasWrongName || session.ended != nil else { return false }
    let next = try folder.status(of: location.names.nextJournal)
    guard next?.isOfSameFile(as: journal.status) ?? false else { return false }
    // Beside any other journal, one of this name is left over.
    if let ended = session.ended { return status?.isOfSameFile(as: ended.status) ?? false }
    return true
  }
}
