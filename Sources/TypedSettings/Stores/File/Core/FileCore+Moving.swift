// Folders that are removed or moved, and symbolic links that change.

extension FileCore {
  /// Closes the folder if it was removed or moved, so that it's opened or created by its path again.
  ///
  /// Changes that this process has written there are written again.
  ///
  /// - Returns: Whether the folder was removed or moved.
  func forgetRemovedFolder(_ session: inout FileSession) -> Bool {
    guard let folder = session.access.folder, hasLostName(folder) else { return false }
    keepUncheckpointed(&session)
    closeFolder(&session)
    return true
  }

  private func closeFolder(_ session: inout FileSession) {
    session.access.folder = nil
    session.journals.current = nil
    session.journals.ended = nil
    session.unsynchronized.files = []
  }

  /// Returns whether a folder can't be found by its path any more.
  func hasLostName(_ folder: SettingsFolder) -> Bool {
    do throws(FileSystemError) {
      let status = try folder.folder.file.status()
      if status.linkCount == 0 { return true }
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
  /// Changes that the former document lacks are written to it if possible. Otherwise they move along.
  ///
  /// - Parameter isFinal: Whether a document that's missing in the new place counts, even if a program may be about to
  ///   create a link.
  /// - Returns: `false` if the caller has to try again later.
  func followLinks(isFinal: Bool) -> Bool {
    let (former, folder) = session.withLock { ($0.context, $0.access.folder) }
    let isLink = folder?.hasLink ?? false
    // Most documents are no links, and never become one.
    guard isLink || !former.location.links.isEmpty && followsChangedLinks,
      let location = former.changedLocation(replacing: isLink)
    else { return true }
    if !isFinal, !location.hasDocument(in: system) { return false }
    // A document that was replaced by a link can't be written any more.
    if !isLink, let folder { checkpointBeforeMoving(from: folder) }
    let effects = session.withLock { session -> FileEffects? in
      guard session.context.location == former.location else { return nil }
      keepUncheckpointed(&session)
      closeFolder(&session)
      session.access = FolderAccess()
      session.context.location = location
      session.document = KnownDocument()
      session.document.format = session.context.format.resolved(for: location.names.document, holding: nil)
      session.unsynchronized = UnsynchronizedFiles()
      session.failure.isReadOnly = false
      session.journals.isTooLong = false
      publishContext(session)
      watcher.stop()
      return load(&session)
    }
    if let effects { deliver(effects) }
    return true
  }

  /// Writes the changes of this process to the document that a symbolic link no longer leads to.
  private func checkpointBeforeMoving(from folder: SettingsFolder) {
    for attempt in 0..<Self.attemptsBeforeMoving {
      guard session.withLock({ $0.checkpoint.isPending }), !hasLostName(folder), folder.hasDocument else { return }
      if isCheckpointedBeforeMoving { return }
      system.pause(attempt: attempt)
    }
  }

  private static let attemptsBeforeMoving = 50
}

extension SettingsFolder {
  /// A Boolean value that indicates whether a symbolic link has the document's name.
  fileprivate var hasLink: Bool { documentKind == .link }

  fileprivate var hasDocument: Bool { documentKind == .regular }

  private var documentKind: FileStatus.Kind? {
    do throws(FileSystemError) { return try folder.status(of: names.document)?.kind } catch { return nil }
  }
}

extension FileLocation {
  fileprivate func hasDocument(in system: any FileSystem) -> Bool {
    do throws(FileSystemError) {
      return try Folder(folder, of: system).status(of: names.document) != nil
    } catch {
      return false
    }
  }
}

extension FileContext {
  /// Returns the status of the folder's path, and that of a symbolic link itself; `nil` if there is nothing.
  func statusOfFolder() throws(FileSystemError) -> FileStatus? {
    let path = location.folder
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else {
      return try Folder(path, of: system).file.status()
    }
    do throws(FileSystemError) {
      let parent = try Folder(String(path[..<slash]), of: system)
      return try parent.status(of: String(path[path.index(after: slash)...]))
    } catch {
      if error.isMissing { return nil }
      throw error
    }
  }

  /// Returns the location of the document if symbolic links lead to another one by now; otherwise `nil`.
  ///
  /// Returns `nil` also if a link can't be followed, or is that of another user and leads to a file of a third one.
  /// Otherwise a user with access to a link could direct a running program to any file.
  ///
  /// - Parameter isReplaced: Whether a link has taken the place of the document itself.
  /// - Returns: The new location.
  fileprivate func changedLocation(replacing isReplaced: Bool) -> FileLocation? {
    do throws(SettingsError) {
      let path = isReplaced ? location.path : location.origin
      let found = try FileLocation(path: path, in: system, trustsAllUsers: false)
      return found == location ? nil : found
    } catch {
      return nil
    }
  }
}
