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

  /// Moves to another file if a symbolic link on the way to the document has changed.
  ///
  /// Changes that the former document lacks are written to it if possible. Otherwise they move along.
  func followLinks() {
    let context = context
    guard let location = context.changedLocation else { return }
    // A document that was replaced by a link can't be written any more.
    if !context.isLink { attemptCheckpointBeforeMoving() }
    deliver(
      session.withLock { session in
        guard session.context.location == context.location else { return FileEffects() }
        keepUncheckpointed(&session)
        closeFolder(&session)
        session.access.wasFolder = false
        session.access.isSwept = false
        session.context.location = location
        watcher.stop()
        return load(&session)
      })
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

  /// A Boolean value that indicates whether a symbolic link has the document's name.
  fileprivate var isLink: Bool {
    do throws(FileSystemError) {
      return try Folder(location.folder, of: system).status(of: names.document)?.kind == .link
    } catch {
      return false
    }
  }

  /// The location of the document if symbolic links lead to another one by now; otherwise `nil`.
  fileprivate var changedLocation: FileLocation? {
    // Most documents are no links, and never become one.
    guard !location.links.isEmpty || isLink else { return nil }
    do throws(SettingsError) {
      let found = try FileLocation(path: location.origin, in: system)
      return found == location ? nil : found
    } catch {
      return nil
    }
  }
}
