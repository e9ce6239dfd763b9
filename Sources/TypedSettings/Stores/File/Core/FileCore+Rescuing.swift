// What becomes of a journal that somebody has removed, moved, replaced or cut.

extension FileCore {
  /// Takes note of what the document lacks, so that the next journal gets it.
  func keepForRescue(_ session: inout FileSession) {
    guard session.owesDocument else { return }
    session.rescued += contents.unfoldedChanges()
    session.hasFailed = true
    if session.isRetryScheduled { return }
    session.missed.retries = true
    session.isRetryScheduled = true
  }

  /// Gives up a journal that somebody has taken away, and takes note of what it held.
  ///
  /// It's written to the next journal with the numbers that it had: of what several processes rescue, the newest holds.
  func rescue(_ session: inout FileSession) throws(FileSystemError) {
    keepForRescue(&session)
    session.journal = nil
    session.ended = nil
    session.missed += load(&session)
  }

  /// Appends what was in a journal that is gone, unless others have written it since.
  func appendRescued(_ session: inout FileSession) throws(FileSystemError) {
    while let (key, number) = session.unwrittenNumbers.first {
      guard let value = session.unwritten[key] else {
        session.unwrittenNumbers.removeValue(forKey: key)
        continue
      }
      let place = try append(.rescued(key: key, value: value, number: number), &session)
      // Others may have written it before.
      guard session.unwrittenNumbers.removeValue(forKey: key) != nil else { continue }
      if isNewer(rescued: key, number, session) { session.rescuedNumbers[key] = number }
      session.unwritten.removeValue(forKey: key)
      session.overtaken.removeValue(forKey: key)
      contents.wrote([key], place)
      session.owesDocument = true
    }
  }

  /// Whether a value that was in a journal which is gone is the newest that the present one has.
  func isNewer(rescued key: SettingsKey, _ number: UInt64, _ session: FileSession) -> Bool {
    let last = session.unwritten.keys.contains(key) ? session.overtaken[key] : contents.number(ofKey: key)
    guard let last, let journal = session.journal, last >= journal.header.firstRecord else { return true }
    return number > session.rescuedNumbers[key] ?? .max
  }
}
