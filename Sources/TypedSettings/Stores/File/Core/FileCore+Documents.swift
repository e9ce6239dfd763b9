extension FileCore {
  /// Reads a document; `nil` if there is none.
  func readBytes(of name: String, in folder: Folder) throws(SettingsError) -> DocumentReading.Bytes? {
    let path = "\(location.folder)/\(name)"
    do throws(FileSystemError) {
      guard let file = try folder.openIfPresent(name) else { return nil }
      let status = try file.status()
      // What is no file, or too large a one, is told from its status: nothing of it is read.
      guard status.kind == .regular else { throw FileSystemError("read something that is no file", 21) }
      guard status.size <= FileSettingsStore.maximumFileSize else { throw FileSystemError("read so large a file", 27) }
      let bytes = try file.read(from: 0, to: status.size)
      return DocumentReading.Bytes(bytes: bytes, status: status, fingerprint: DocumentFingerprint(of: bytes))
    } catch {
      throw .fileUnreadable(path, "could not \(error.operation) (\(error.reason))", underlying: error)
    }
  }

  /// Reads a document and what it means.
  func readDocument(_ name: String, in folder: Folder) -> DocumentReading {
    do throws(SettingsError) {
      guard let bytes = try readBytes(of: name, in: folder) else { return .missing }
      return meaning(of: bytes)
    } catch {
      return .unreadable(error)
    }
  }

  /// What a document's bytes mean.
  func meaning(of read: DocumentReading.Bytes) -> DocumentReading {
    let format = format.resolved(for: location.names.document, holding: read.bytes)
    let found = DocumentReading.Found(status: read.status, fingerprint: read.fingerprint, format: format)
    do throws(SettingsError) {
      return .document(try DocumentTree(format.value(of: read.bytes), layout), found)
    } catch {
      return .corrupt(error, bytes: read.bytes, found)
    }
  }
}
