internal import TypedSettingsCore
internal import TypedSettingsFormats

/// The open folder of a settings file: reads and writes the document and the files beside it.
///
/// A settings folder has no state of its own. ``FileSession`` keeps what was read, and ``FileCore`` decides what to do.
struct SettingsFolder: Sendable {
  let folder: Folder
  let context: FileContext

  var names: FileNames { context.names }
  var system: any FileSystem { context.system }

  func path(of name: String) -> String { "\(context.location.folder)/\(name)" }
}

// MARK: Temporary files

/// A new file under a temporary name, to be renamed once it's complete.
struct TemporaryFile: Sendable {
  let name: String
  let file: OpenFile
}

extension SettingsFolder {
  /// Creates a file under a temporary name.
  func makeTemporaryFile() throws(FileSystemError) -> TemporaryFile {
    let name = newTemporaryName
    return TemporaryFile(name: name, file: try folder.open(name, for: .creating))
  }

  private var newTemporaryName: String {
    names.temporary(process: system.processNumber, UInt32(truncatingIfNeeded: system.random()))
  }

  /// Removes a file that is no longer needed, and ignores a failure.
  func discard(_ name: String) {
    // A temporary file that stays is removed by a later process, before its first write.
    ignoringFailure { try folder.remove(name) }
  }

  /// Removes the temporary files of processes that exited before they could do so.
  ///
  /// Call this only while holding the lock of the journal: a process creates temporary files under the same lock. Only
  /// the first journal is created without it, and that fails if a journal exists.
  func removeAbandonedFiles() {
    // If the folder can't be listed, the files stay. That must not keep a value from being written.
    let all = nilOnFailure { try system.names(in: context.location.folder) } ?? []
    // The process number in a name doesn't matter: containers that share a folder number their processes separately.
    for name in all where names.isTemporary(name) {
      ignoringFailure { if try folder.status(of: name)?.kind == .regular { try folder.remove(name) } }
    }
  }

  /// Links a file to a second name, replacing the file that has that name.
  ///
  /// Does nothing if the file system has no hard links, or if the file was removed.
  func keep(_ name: String, as previous: String) throws(FileSystemError) {
    let temporary = newTemporaryName
    do throws(FileSystemError) { try folder.link(name, as: temporary) } catch {
      if error.hasNoLinks || error.isMissing { return }
      throw error
    }
    // If both are names of one file already, renaming does nothing and leaves both.
    defer { discard(temporary) }
    try rename(temporary, toSideFile: previous)
  }
}
