public import TypedSettingsCore
internal import TypedSettingsFormats

// Reading the changes of other processes and editors.

extension FileCore {
  /// The maximum number of times that a refresh reads the files, because they change in the meantime.
  private static let refreshes = 4

  /// The time for which a document may be missing or broken before that counts.
  ///
  /// Editors that save by renaming remove it for a moment, and those that write in place truncate it.
  private static let timeToSave = Duration.milliseconds(50)

  /// Reads the changes of other processes and editors.
  ///
  /// - Parameter isFinal: Whether a document that's missing or broken counts, even if an editor may be saving it.
  func refresh(isFinal: Bool = true) {
    guard followLinks(isFinal: isFinal) else { return refreshLater(after: Self.timeToSave, isFinal: true) }
    refreshFiles(isFinal: isFinal)
  }

  /// Reads the changes of other processes and editors in the present location.
  func refreshFiles(isFinal: Bool) {
    // Looking for the folder may take a moment, in which other threads can write.
    if let folder = session.withLock({ $0.access.folder }), hasLostName(folder) {
      deliver(
        session.withLock { session in
          guard session.access.isOpen(folder), session.context.location == folder.context.location else {
            return FileEffects()
          }
          forget(&session)
          watcher.stop()
          // Another folder may have the name now.
          return load(&session)
        })
    }
    for _ in 0..<Self.refreshes {
      let (effects, folder) = session.withLock { session in
        (readJournals(&session), session.access.folder)
      }
      deliver(effects)
      if watchFolder() {
        // Links that changed before their folders were watched again weren't reported.
        if !context.location.links.isEmpty { refreshLater() }
        continue
      }
      guard let folder else { return }
      if readDocument(in: folder, isFinal: isFinal) { return }
    }
  }

  /// Reads the files again after a change in the folder.
  func refreshLater(after delay: Duration = .zero, isFinal: Bool = false) {
    schedule.run(after: delay) { [weak self] in self?.refresh(isFinal: isFinal) }
  }

  /// Reads new records of the journal, or all files if that isn't enough.
  private func readJournals(_ session: inout FileSession) -> FileEffects {
    let isOpen = session.journals.current != nil && !session.condition.refusesWrites
    if isOpen, succeeds({ try catchUp(&session) }) { return session.takeUndelivered() }
    var effects = session.takeUndelivered()
    // Without a journal, no process has written. The document is read separately.
    if !session.condition.refusesWrites, let folder = session.access.folder,
      nilOnFailure({ try folder.folder.status(of: folder.names.journal) == nil }) ?? false
    {
      return effects
    }
    if isOpen, session.journals.current != nil {
      // If another process has replaced the journal, only the memory has its changes.
      reopenFiles(&session)
      effects += session.takeUndelivered()
    } else {
      effects += load(&session)
    }
    return effects
  }
}

// MARK: The document

extension FileCore {
  /// Reads the document if it has changed.
  ///
  /// - Returns: `false` if it has changed again meanwhile.
  private func readDocument(in folder: SettingsFolder, isFinal: Bool) -> Bool {
    let bytes: DocumentReading.Bytes?
    do throws(FileSystemError) {
      let document = session.withLock { $0.document }
      let showsChanges = !document.needsReading && document.status?.isRecent != true
      if showsChanges, try folder.isUnchanged(since: document.status) { return true }
      bytes = try folder.readPresent()
    } catch {
      deliver(
        session.withLock { session in
          guard session.access.isOpen(folder) else { return FileEffects() }
          let error = SettingsError.fileUnreadable(session.context.path, error, session.context.access)
          return setState(.unreadable(error), &session)
        })
      return true
    }
    guard let bytes else {
      if isFinal {
        deliver(session.withLock { $0.access.isOpen(folder) ? removeDocument(&$0) : FileEffects() })
      } else {
        refreshLater(after: Self.timeToSave, isFinal: true)
      }
      return true
    }
    let reading = session.withLock { $0.document.isSame(as: bytes) } ? nil : folder.context.decode(bytes)
    if case .corrupt? = reading, !isFinal {
      refreshLater(after: Self.timeToSave, isFinal: true)
      return true
    }
    guard let effects = session.withLock({ takeDocument(bytes, reading, from: folder, &$0) }) else { return false }
    deliver(effects)
    return true
  }

  /// Applies a document, unless it was replaced since it was read.
  ///
  /// - Returns: The changes and reports; `nil` if the document was replaced.
  private func takeDocument(
    _ bytes: DocumentReading.Bytes, _ reading: DocumentReading?, from folder: SettingsFolder,
    _ session: inout FileSession
  ) -> FileEffects? {
    // The journals may not have been readable before, so the document alone isn't enough.
    if session.condition.refusesWrites { return load(&session) }
    var effects = FileEffects()
    do throws(FileSystemError) {
      if session.journals.current != nil {
        try catchUp(&session)
      } else if try folder.hasJournal(folder.names.journal) {
        // Another process has created it since, and may have written this document.
        return load(&session)
      }
      effects += session.takeUndelivered()
      guard session.access.isOpen(folder), try folder.isUnchanged(since: bytes.status) else { return nil }
    } catch {
      return nil
    }
    if reading == nil, !session.document.isSame(as: bytes) { return nil }
    effects += takePresent(bytes, reading, &session)
    return effects
  }

  /// Applies a document.
  ///
  /// - Parameters:
  ///   - bytes: The document.
  ///   - reading: The decoded document; `nil` if it's the one that was read last.
  ///   - session: The session.
  /// - Returns: The changes and reports.
  private func takePresent(
    _ bytes: DocumentReading.Bytes, _ reading: DocumentReading?, _ session: inout FileSession
  ) -> FileEffects {
    var effects = FileEffects()
    session.document.status = bytes.status
    let announced = session.document.announced[bytes.fingerprint]
    if let announced {
      // Documents that were announced later may not be placed yet. This one may be undone until it's confirmed.
      session.document.announced = session.document.announced.filter { document, number in
        number > announced || document == bytes.fingerprint && document != session.document.confirmed
      }
    }
    if session.document.isSame(as: bytes) { return setState(.ready, &session) }
    switch reading {
    case nil, .missing, .unreadable: session.document.needsReading = true
    case .corrupt(let error, _, let found):
      session.document.fingerprint = found.fingerprint
      session.document.isBroken = true
      session.document.needsReading = false
      let values = "the last values are used"
      let advice = "correct the file; until then \(values), and a write first keeps a copy"
      effects += setState(.corrupt(session.context.fileCorrupt(error, advice, values: values)), &session)
    case .document(let tree, let found, let room):
      session.document.update(found, room: room)
      session.document.isBroken = false
      let (staged, conflicts) = contents.replaceDocument(with: tree, format: session.document.format)
      effects.staged += staged
      // A document by another process is older than the journal, and no edit.
      if announced == nil {
        let keys = edited(conflicts, in: tree, found, session)
        effects.reports += keys.map { .editConflict($0, in: session.context.path) }
        // An edit that was read after the record of a document was made in this document.
        if let confirmed = session.document.confirmed { session.document.announced[confirmed] = nil }
      }
      effects += setState(.ready, &session)
      effects.readsDocument = true
    }
    return effects
  }

  /// Returns the keys that were edited, of those whose values aren't the ones in the document that was read last.
  ///
  /// The document may have been made from a later one that this process hasn't read. Or it's an earlier one, because
  /// the process that has replaced it was killed. Then it may have earlier values that no editor has changed.
  private func edited(
    _ keys: [SettingsKey], in tree: DocumentTree, _ found: DocumentReading.Found, _ session: FileSession
  ) -> [SettingsKey] {
    guard !keys.isEmpty, !session.document.announced.isEmpty, let folder = session.access.folder,
      let journal = session.journals.current,
      let history = nilOnFailure({ try history(of: journal, to: journal.end, session) })
    else { return keys }
    if history.lastRecord(ofComplete: found.fingerprint) != nil { return [] }
    return Array(folder.edited(keys, in: tree, found.format, history))
  }

  private func removeDocument(_ session: inout FileSession) -> FileEffects {
    session.document.clear()
    var effects = FileEffects()
    effects.staged += contents.replaceDocument(with: DocumentTree(), format: session.document.format).staged
    effects += setState(.missing(.fileMissing(session.context.path, session.context.access)), &session)
    return effects
  }
}

extension KnownDocument {
  /// Returns whether a document is the one that was read last.
  ///
  /// An earlier document that returns is an edit, which reverts others. A document by another process isn't known,
  /// because it may contain an edit that only that process has seen.
  func isSame(as bytes: DocumentReading.Bytes) -> Bool {
    fingerprint == bytes.fingerprint && !isBroken && !needsReading
  }
}

// MARK: Watching

extension FileCore {
  /// The pause between two readings after a change, while the files can't be watched.
  private static let shortestPause = Duration.milliseconds(250)

  /// The maximum pause between two readings while the files can't be watched.
  private static let longestPause = Duration.seconds(5)

  /// Starts to watch the folder, or its parents while it's missing.
  ///
  /// - Returns: Whether the folder is watched from now on. Then the caller reads the files once more, because earlier
  ///   changes aren't reported.
  func watchFolder() -> Bool {
    let location = context.location
    let start = watcher.start(
      location, onChange: { [weak self] in self?.refreshLater() },
      examine: { [weak self] in self?.refresh(isFinal: false) },
      onParentChange: { [weak self] in
        guard let self else { return }
        watcher.stop()
        if watchFolder() { refreshLater() }
      })
    if case .unchanged = start { return false }
    if context.location != location {
      // Another thread has moved the core to another file meanwhile.
      watcher.stop()
      return watchFolder()
    }
    guard case .polling(let polling) = start else { return true }
    SettingsDiagnostics.report(.unwatched(location.path))
    poll(after: Self.shortestPause, while: polling)
    return false
  }

  /// Reads the files periodically while they can't be watched: soon after a change, and less and less often without
  /// one.
  ///
  /// A reading can stop the watcher and start it again, which begins another series of readings.
  private func poll(after pause: Duration, while polling: FolderWatch) {
    schedule.run(after: pause) { [weak self, weak polling] in
      guard let self, polling != nil else { return }
      let (loads, next, status) = session.withLock { ($0.loads, $0.journals.next, $0.document.status) }
      refresh(isFinal: false)
      let hasChanged = session.withLock { session in
        (session.loads, session.journals.next) != (loads, next) || !session.document.status.isSame(as: status)
      }
      guard let polling else { return }
      poll(after: hasChanged ? Self.shortestPause : min(pause * 2, Self.longestPause), while: polling)
    }
  }
}

extension SettingsError.Code {
  /// The system reports no changes of a settings file, so the store notices changes by other programs up to five
  /// seconds late.
  public static let unwatched = Self(rawValue: "unwatched")
}

extension SettingsError {
  static func unwatched(_ path: String) -> SettingsError {
    SettingsError(
      .unwatched, found: "'\(path)', whose folder the system does not watch for this program",
      advice: """
        raise the limits of inotify (fs.inotify.max_user_instances, fs.inotify.max_user_watches); until then the file \
        is looked at every few seconds
        """)
  }
}
