internal import TypedSettingsCore
internal import TypedSettingsFormats

// Folders that are removed or moved, and symbolic links that change.

extension FileCore {
  /// Closes the folder if it was removed or moved, so that it's opened or created by its path again.
  ///
  /// Changes that this process has written there are written again.
  ///
  /// - Returns: Whether the folder was removed or moved.
  func forgetRemovedFolder(_ session: inout FileSession) -> Bool {
    guard let folder = session.access.folder, hasLostName(folder) else { return false }
    forget(&session)
    // Watches the folder that has the name from now on.
    watcher.stop()
    refreshLater()
    return true
  }

  /// Closes a folder that was removed or moved.
  func forget(_ session: inout FileSession) {
    session.journals.noteFollowed()
    session.access.folder = nil
    session.journals.current = nil
    session.journals.ended = nil
    session.unsynchronized.files = []
  }

  /// Returns whether a folder can no longer be found by its path.
  func hasLostName(_ folder: SettingsFolder) -> Bool {
    do throws(FileSystemError) {
      let status = try nilIfStale { () throws(FileSystemError) in try folder.folder.file.status() }
      guard let status, status.linkCount > 0 else { return true }
      for attempt in 0..<3 {
        if let found = try folder.context.statusOfFolder() {
          // A symbolic link, or a folder of another user, doesn't replace the open folder.
          return found.kind == .folder && found.owner == status.owner && !found.isOfSameFile(as: status)
        }
        // A program that swaps two folders removes one of them for a moment.
        system.pause(attempt: Self.attempts + attempt)
      }
      return true
    } catch {
      return false
    }
  }

  /// Moves to another file if a symbolic link in the document's place has changed.
  ///
  /// Changes that the former document lacks are written to it if possible. If another process is writing it, they stay
  /// in its journal. If it was removed, or can't be made durable, they move along.
  ///
  /// - Parameter isFinal: Whether a document that's missing in the new or the former place counts, even if a program
  ///   may be about to create a link, or to replace the former document.
  /// - Returns: `false` if the caller has to try again later.
  func followLinks(isFinal: Bool) -> Bool {
    let (former, folder, hadDocument) = session.withLock { ($0.context, $0.access.folder, $0.document.hasExisted) }
    let isLink = folder?.hasLink ?? false
    // Most documents are no links, and never become one.
    let followsPath = !former.location.links.isEmpty && followsChangedLinks
    guard isLink || followsPath, let location = former.changedLocation(followingPath: followsPath) else { return true }
    let isMissing = hadDocument && !isLink && folder.map(hasLostDocument) ?? false
    if !isFinal, isMissing || !location.hasDocument(in: system) { return false }
    // A document that was replaced by a link can no longer be written.
    if !isLink, let folder { checkpointBeforeMoving(from: folder) }
    finishMoving()
    let canStay = !isLink && synchronizeBeforeLeaving()
    let effects = session.withLock { session -> FileEffects? in
      guard session.context.location == former.location else { return nil }
      let isRemoved = isMissing && session.access.folder?.lacksDocument ?? false
      return move(to: location, isReplaced: isLink || isRemoved, canStay: canStay, &session)
    }
    if let effects { deliver(effects) }
    return true
  }

  /// Moves to another file, because the folder is missing and symbolic links in its path now lead elsewhere.
  func followLinksOfMissingFolder(_ session: inout FileSession) {
    guard !session.context.location.links.isEmpty, followsChangedLinks,
      let location = session.context.changedLocation(followingPath: true)
    else { return }
    session.undelivered += move(to: location, isReplaced: false, canStay: false, &session)
    // Watches the other folder.
    refreshLater()
  }

  /// Moves to another file, and takes the changes along that can't stay at the former one.
  ///
  /// - Returns: The changes that other processes have made there, and those between the two files.
  private func move(
    to location: FileLocation, isReplaced: Bool, canStay: Bool, _ session: inout FileSession
  ) -> FileEffects {
    leaveJournal(isReplaced: isReplaced, canStay: canStay, &session)
    session.leftJournals.removeAll { $0.isBeside(location) }
    if !session.leftJournals.isEmpty { schedule.run(after: .zero) { [weak self] in self?.finishMoving() } }
    forget(&session)
    session.journals.forgetFollowed()
    session.access = FolderAccess()
    session.context.location = location
    session.document = KnownDocument()
    session.document.format = session.context.format.resolved(for: location.names.document, holding: nil)
    session.unsynchronized = UnsynchronizedFiles()
    session.failure.isReadOnly = false
    publishContext(session)
    watcher.stop()
    var effects = session.takeUndelivered()
    effects += load(&session)
    return effects
  }

  /// Writes the changes of this process to the document that a symbolic link no longer leads to.
  private func checkpointBeforeMoving(from folder: SettingsFolder) {
    for attempt in 0..<Self.attemptsBeforeMoving {
      guard session.withLock({ $0.checkpoint.isPending }), !hasLostName(folder), !folder.lacksDocument else { return }
      if checkpointOnceBeforeMoving() { return }
      system.pause(attempt: attempt)
    }
  }

  private static let attemptsBeforeMoving = 50

  /// Writes the document that a symbolic link no longer leads to.
  ///
  /// - Returns: `false` if another attempt may succeed.
  private func checkpointOnceBeforeMoving() -> Bool {
    do throws(FileSystemError) {
      return switch try attemptCheckpoint(postponesForEditors: true, followsLinks: false) {
      case .done, .isRefused: true
      case .isBeingEdited, .isElsewhere: false
      }
    } catch {
      return true
    }
  }

  /// Returns whether the document was removed.
  ///
  /// A document that can't be looked at counts as present, because other processes may use it.
  private func hasLostDocument(_ folder: SettingsFolder) -> Bool {
    for attempt in 0..<3 {
      guard folder.lacksDocument else { return false }
      // A program that replaces the document may remove it for a moment.
      system.pause(attempt: Self.attempts + attempt)
    }
    return true
  }
}

extension SettingsFolder {
  /// A Boolean value that indicates whether a symbolic link has the document's name.
  fileprivate var hasLink: Bool {
    let kind: FileStatus.Kind? = nilOnFailure { try folder.status(of: names.document)?.kind }
    return kind == .link
  }

  /// A Boolean value that indicates whether no file has the document's name; `false` if that can't be determined.
  fileprivate var lacksDocument: Bool { nilOnFailure { try folder.status(of: names.document) == nil } ?? false }
}

extension FileLocation {
  fileprivate func hasDocument(in system: any FileSystem) -> Bool {
    nilOnFailure { try Folder(folder, of: system).status(of: names.document) } != nil
  }
}

extension FileContext {
  /// Returns the status of the folder's path, and the status of a symbolic link itself; `nil` if there is nothing.
  func statusOfFolder() throws(FileSystemError) -> FileStatus? {
    let path = location.folder
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else {
      return try Folder(path, of: system).file.status()
    }
    return try nilIfMissing { () throws(FileSystemError) in
      let parent = try Folder(String(path[..<slash]), of: system)
      return try parent.status(of: String(path[path.index(after: slash)...]))
    }
  }

  /// Returns the location of the document if symbolic links now lead to another one; otherwise `nil`.
  ///
  /// Returns `nil` also if a link can't be followed, or belongs to another user and leads to a file of a third one.
  /// Otherwise a user with access to a link could direct a running program to any file.
  ///
  /// - Parameter isFollowingPath: Whether to follow the path that the document was found by, rather than only a link
  ///   in the place of the document itself.
  /// - Returns: The new location.
  fileprivate func changedLocation(followingPath isFollowingPath: Bool) -> FileLocation? {
    nilOnFailure {
      let path = isFollowingPath ? location.origin : location.path
      let found = try FileLocation(path: path, in: system, trustsAllUsers: false)
      return found == location ? nil : found
    }
  }
}
