extension FileCore {
  /// Opens a document to be read as a whole; `nil` if there is none.
  private func open(_ name: String, in folder: Folder) throws(FileSystemError) -> (file: OpenFile, status: FileStatus)?
  {
    guard let file = try folder.openIfPresent(name) else { return nil }
    let status = try file.status()
    // What is no file, or too large a one, is told from its status: nothing of it is read.
    guard status.kind == .regular else { throw FileSystemError("read the file", .isNoFile) }
    if name != location.names.document, try !sideFileOwners(in: folder).admit(status) { return nil }
    guard status.size <= FileSettingsStore.maximumFileSize else {
      throw FileSystemError("read so large a file", .tooLarge)
    }
    return (file, status)
  }

  /// What tells a document from others, without having all of it in memory; `nil` if there is none.
  func fingerprint(of name: String, in folder: Folder) throws(FileSystemError) -> DocumentFingerprint? {
    guard let (file, status) = try open(name, in: folder) else { return nil }
    return try DocumentFingerprint(of: file, length: status.size)
  }

  /// Reads a document; `nil` if there is none.
  func readBytes(of name: String, in folder: Folder) throws(FileSystemError) -> DocumentReading.Bytes? {
    guard let (file, status) = try open(name, in: folder) else { return nil }
    let bytes = try file.read(from: 0, to: status.size)
    return DocumentReading.Bytes(bytes: bytes, status: status, fingerprint: DocumentFingerprint(of: bytes))
  }

  /// Reads a document and what it means.
  func readDocument(_ name: String, in folder: Folder) -> DocumentReading {
    do throws(FileSystemError) {
      guard let bytes = try readBytes(of: name, in: folder) else { return .missing }
      return meaning(of: bytes)
    } catch {
      return .unreadable(.fileUnreadable("\(location.folder)/\(name)", error))
    }
  }

  /// What a document's bytes mean.
  func meaning(of read: DocumentReading.Bytes) -> DocumentReading {
    let format = format.resolved(for: location.names.document, holding: read.bytes)
    let found = DocumentReading.Found(status: read.status, fingerprint: read.fingerprint, format: format)
    do throws(SettingsError) {
      let tree = try DocumentTree(format.form(of: read.bytes).value(of: read.bytes), layout)
      return .document(tree, found, room(in: tree, found))
    } catch {
      return .corrupt(error, bytes: read.bytes, found)
    }
  }
}
