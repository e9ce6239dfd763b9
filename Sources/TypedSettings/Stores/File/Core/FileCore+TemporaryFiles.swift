extension FileCore {
  /// A file that gets its name when it is whole.
  struct TemporaryFile: Sendable {
    let name: String
    let file: OpenFile
  }

  /// Makes a file for something that gets its name when it is whole.
  func makeTemporaryFile(in folder: Folder) throws(FileSystemError) -> TemporaryFile {
    let name = location.names.temporary(
      process: system.processNumber, UInt32(truncatingIfNeeded: system.random()))
    return TemporaryFile(name: name, file: try folder.open(name, for: .making))
  }

  /// Removes a temporary file after a failure.
  func discard(_ name: String, in folder: Folder) {
    // If that fails as well, whoever writes next removes it once this process has ended.
    do throws(FileSystemError) { try folder.remove(name) } catch {}
  }

  /// Removes the temporary files of processes that ended before they could.
  ///
  /// Whoever makes one has the right to the journal's name. Only the first journal is made without it; then its making
  /// fails, because there is one.
  func removeAbandonedFiles(_ session: inout FileSession) throws(FileSystemError) {
    guard let folder = session.folder, let file = (session.ended ?? session.journal)?.file else { return }
    session.hasClearedUp = true
    _ = try withRight(to: file, &session) { _ in
      // Where the folder cannot be listed, they stay: that must not keep a value from being written.
      let names: [String]
      do throws(FileSystemError) { names = try system.names(in: location.folder) } catch { return }
      for name in names where location.names.isTemporary(name) { removeAbandonedFile(name, in: folder) }
    }
  }

  /// Removes a temporary file, whatever the number of its process: containers that share a folder each count theirs.
  private func removeAbandonedFile(_ name: String, in folder: Folder) {
    // A file of which nobody can tell stays.
    do throws(FileSystemError) {
      guard let status = try folder.status(of: name), status.kind == .regular else { return }
      try folder.remove(name)
    } catch {}
  }
}
