extension FileCore {
  private static let refreshes = 4

  /// How long a document may be away, or broken, before that counts: editors take it away for a moment when they save by
  /// renaming, and empty it when they write in place.
  private static let timeToSave = Duration.milliseconds(50)

  /// Takes over what other processes and editors have changed.
  ///
  /// - Parameter isFinal: Whether a document that is missing or broken now is not just being saved.
  func refresh(isFinal: Bool = true) {
    run(
      session.withLock { session in
        guard forgetRemovedFolder(&session) else { return FileEffects() }
        watchAgain()
        // With the folder all is gone that its files had; another one may have its name by now.
        return load(&session)
      })
    for _ in 0..<Self.refreshes {
      let (effects, folder) = session.withLock { session in
        (reread(&session), session.folder)
      }
      run(effects)
      if watchFolder() { continue }
      guard let folder else { return }
      if takeOver(from: folder, isFinal: isFinal) { return }
    }
  }

  /// Reads on in the journal, or everything where that is not enough.
  private func reread(_ session: inout FileSession) -> FileEffects {
    let isKnown = session.journal != nil && !session.condition.refusesWrites
    if isKnown {
      do throws(FileSystemError) {
        try catchUp(&session)
        return session.takeMissed()
      } catch {}
    }
    var effects = session.takeMissed()
    guard let folder = session.folder else {
      effects += load(&session)
      return effects
    }
    do throws(FileSystemError) {
      // Without a journal nobody has written since; what editors do is looked at apart.
      if !session.condition.refusesWrites, try folder.status(of: location.names.journal) == nil {
        return effects
      }
    } catch {}
    effects += load(&session)
    return effects
  }

  /// Takes over the document if it is another one than before.
  ///
  /// - Returns: Whether it stayed the same meanwhile; if not, it has to be looked at again.
  private func takeOver(from folder: Folder, isFinal: Bool) -> Bool {
    let bytes: DocumentReading.Bytes?
    do throws(FileSystemError) {
      let seen = session.withLock { $0.document }
      if try isPresent(seen, in: folder) { return true }
      bytes = try readBytes(of: location.names.document, in: folder)
    } catch {
      run(session.withLock { become(.unreadable(.fileUnreadable(path, error)), &$0) })
      return true
    }
    guard let bytes else {
      guard isFinal else { return refreshLater() }
      run(session.withLock { removed(&$0) })
      return true
    }
    let isKnown = session.withLock { self.isKnown(bytes, $0) }
    let reading = isKnown ? nil : meaning(of: bytes)
    if case .corrupt? = reading, !isFinal { return refreshLater() }
    let effects = session.withLock { take(bytes, reading, from: folder, &$0) }
    guard let effects else { return false }
    run(effects)
    return true
  }

  /// Looks again once an editor has had the time to save.
  private func refreshLater() -> Bool {
    schedule.run(after: Self.timeToSave) { [weak self] in self?.refresh() }
    return true
  }

  /// Takes a document over, unless it has been replaced since it was read.
  ///
  /// - Returns: `nil` if it has.
  private func take(
    _ bytes: DocumentReading.Bytes, _ reading: DocumentReading?, from folder: Folder, _ session: inout FileSession
  ) -> FileEffects? {
    // What could not be read before may be in no journal any more: the document alone does not make up for it.
    if session.condition.refusesWrites { return load(&session) }
    var effects = FileEffects()
    do throws(FileSystemError) {
      if session.journal != nil { try catchUp(&session) }
      effects += session.takeMissed()
      guard let status = try folder.status(of: location.names.document), status.isSame(as: bytes.status) else {
        return nil
      }
    } catch {
      return nil
    }
    if reading == nil, !isKnown(bytes, session) { return nil }
    effects += take(bytes, reading, &session)
    return effects
  }

  /// Whether a document was seen already.
  ///
  /// It has to be the last one: an earlier one that comes back is an edit that takes others back. What another process
  /// has written is not known: it may hold an edit that only that one has seen.
  private func isKnown(_ bytes: DocumentReading.Bytes, _ session: FileSession) -> Bool {
    session.fingerprint == bytes.fingerprint && !session.broken.contains(location.names.document)
  }

  /// Takes a document over that is known, was edited, or is broken.
  ///
  /// - Parameters:
  ///   - bytes: The document.
  ///   - reading: What it means; `nil` if that is known.
  ///   - session: The session.
  /// - Returns: What has to be told.
  private func take(
    _ bytes: DocumentReading.Bytes, _ reading: DocumentReading?, _ session: inout FileSession
  ) -> FileEffects {
    var effects = FileEffects()
    session.document = bytes.status
    let announced = session.announced[bytes.fingerprint]
    // Later ones may be about to get their name.
    session.announced = session.announced.filter { $0.value > announced ?? 0 }
    if let announced { contents.folded(upTo: announced) }
    if isKnown(bytes, session) {
      session.fingerprint = bytes.fingerprint
      session.broken.remove(location.names.document)
      return become(.ready, &session)
    }
    switch reading {
    case nil, .missing, .unreadable: session.document = nil
    case .corrupt(let error, _, let found):
      session.fingerprint = found.fingerprint
      session.broken.insert(location.names.document)
      effects += become(
        .corrupt(
          .fileCorrupt(
            path,
            advice:
              "the last values stay; the next write keeps this file beside, as \(location.names.document).corrupt-…",
            underlying: error)), &session)
    case .document(let tree, let found, let room):
      session.seen(found)
      session.room = room
      session.broken.remove(location.names.document)
      let (staged, conflicts) = contents.replaceDocument(with: tree, format: session.format)
      effects.staged += staged
      // What another process has written is older than what the journal holds since, and no edit.
      if announced == nil { effects.reports += conflicts.map { .editConflict($0, in: path) } }
      effects += become(.ready, &session)
    }
    return effects
  }

  private func removed(_ session: inout FileSession) -> FileEffects {
    session.document = nil
    session.fingerprint = nil
    session.broken.remove(location.names.document)
    var effects = FileEffects()
    effects.staged += contents.replaceDocument(with: DocumentTree(), format: session.format).staged
    effects += become(.missing(.fileMissing(path)), &session)
    return effects
  }

  /// Hears from the watch of the folder.
  func noticeChange() { schedule.run(after: .zero) { [weak self] in self?.refresh(isFinal: false) } }
}
