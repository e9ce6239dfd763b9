internal import TypedSettingsCore
internal import TypedSettingsFormats

/// The result of reading a document.
enum DocumentReading: Sendable {
  case missing
  case unreadable(SettingsError)
  /// A file that isn't a document of its format.
  case corrupt(SettingsError, bytes: [UInt8], Found)
  case document(DocumentTree, Found, DocumentRoom)

  /// The facts that identify a document.
  struct Found: Sendable {
    let status: FileStatus
    let fingerprint: DocumentFingerprint
    let format: DocumentFormat
  }

  /// The bytes of a document before they are decoded.
  struct Bytes: Sendable {
    let bytes: [UInt8]
    let status: FileStatus
    let fingerprint: DocumentFingerprint
  }
}

extension SettingsFolder {
  /// Opens a document to be read as a whole; returns `nil` if there is none.
  private func openDocument(_ name: String) throws(FileSystemError) -> (file: OpenFile, status: FileStatus)? {
    guard let file = try folder.openIfPresent(name) else { return nil }
    let status = try file.status()
    guard status.kind == .regular else { throw FileSystemError("read the file", .notRegularFile) }
    if name != names.document, try !sideFileOwners().admit(status) { return nil }
    guard status.size <= DocumentRoom.maximumFileSize else {
      throw FileSystemError("read so large a file", .tooLarge)
    }
    return (file, status)
  }

  /// Computes the fingerprint of a document without loading it; returns `nil` if there is none.
  func fingerprint(of name: String) throws(FileSystemError) -> DocumentFingerprint? {
    guard let (file, status) = try openDocument(name) else { return nil }
    return try DocumentFingerprint(of: file, length: status.size)
  }

  /// Reads the bytes of a document; returns `nil` if there is none.
  func readBytes(of name: String) throws(FileSystemError) -> DocumentReading.Bytes? {
    guard let (file, status) = try openDocument(name) else { return nil }
    let bytes = try file.read(from: 0, to: status.size)
    return DocumentReading.Bytes(bytes: bytes, status: status, fingerprint: DocumentFingerprint(of: bytes))
  }

  /// Reads and decodes a document.
  func readDocument(_ name: String) -> DocumentReading {
    do throws(FileSystemError) {
      guard let bytes = try name == names.document ? readPresent() : readBytes(of: name) else { return .missing }
      return context.decode(bytes)
    } catch {
      return .unreadable(.fileUnreadable(path(of: name), error, context.access))
    }
  }

  /// Returns whether the document is still the one that was seen, by its status.
  ///
  /// - Parameters:
  ///   - seen: The status of the document that was seen.
  ///   - wasLinked: Whether this process has linked the document to another name since, which changes its change time.
  /// - Returns: `true` also if there was no document and is none.
  /// - Throws: ``FileSystemError`` if the file system fails.
  func isUnchanged(since seen: FileStatus?, wasLinked: Bool = false) throws(FileSystemError) -> Bool {
    let status = try folder.status(of: names.document)
    if wasLinked, let status, let seen { return status.isUnmodified(since: seen) }
    return status.isSame(as: seen)
  }
}

extension FileContext {
  /// Decodes the bytes of a document.
  func decode(_ read: DocumentReading.Bytes) -> DocumentReading {
    let format = format.resolved(for: names.document, holding: read.bytes)
    let found = DocumentReading.Found(status: read.status, fingerprint: read.fingerprint, format: format)
    do throws(SettingsError) {
      let tree = try DocumentTree(of: read.bytes, format.form(of: read.bytes), layout)
      return .document(tree, found, room(in: tree, found))
    } catch {
      return .corrupt(error, bytes: read.bytes, found)
    }
  }
}

// MARK: The previous document

extension SettingsFolder {
  /// Makes a copy of a document the previous one.
  ///
  /// - Parameters:
  ///   - bytes: The document.
  ///   - status: The status of a file with the attributes of the copy.
  ///   - place: A closure that gives the durable copy its name, and returns whether it has done so; otherwise the copy
  ///     is removed.
  /// - Returns: The result of the closure.
  /// - Throws: ``FileSystemError`` if the copy can't be written; then the previous document stays.
  func writePrevious(
    _ bytes: [UInt8], like status: FileStatus?, placing place: (_ copy: String) throws(FileSystemError) -> Bool
  ) throws(FileSystemError) -> Bool {
    let copy = try makeTemporaryFile()
    var isPlaced = false
    defer { if !isPlaced { discard(copy.name) } }
    try copy.file.write(bytes, at: 0)
    try copyAttributes(ofDocument: status, to: copy.file)
    try system.synchronize(copy.file.descriptor, .everything)
    isPlaced = try place(copy.name)
    return isPlaced
  }

  /// Makes a durable copy of a document the previous one.
  func placePrevious(_ copy: String) throws(FileSystemError) { try rename(copy, toSideFile: names.previous) }
}

// MARK: Room

extension FileContext {
  /// Computes how much more a document can hold than a tree, by encoding the tree.
  func room(in tree: DocumentTree, _ format: DocumentFormat) throws(SettingsError) -> DocumentRoom {
    let count = try tree.checkLimits(layout)
    let size = try format.bytes(of: tree.document(layout), isStrict: false).count
    guard size <= DocumentRoom.maximumFileSize else { throw .fullFile(path) }
    return DocumentRoom(beside: size, count)
  }

  /// Estimates how much more a document can hold that was just read, so that no write has to compute it.
  private func room(in tree: DocumentTree, _ found: DocumentReading.Found) -> DocumentRoom {
    // An element that takes two bytes on one line takes up to 130 on a line of its own.
    let bound = Int(clamping: 130 * Int64(found.fingerprint.length))
    if bound < DocumentRoom.maximumFileSize / 2, found.fingerprint.length < SettingsValue.maximumCount / 2 {
      return DocumentRoom(beside: bound, found.fingerprint.length)
    }
    if let (count, length) = tree.size {
      // Encoding a document that has hardly any room would take many times as long as reading it.
      return length < DocumentRoom.maximumFileSize ? DocumentRoom(beside: length, count) : .unknown
    }
    return nilOnFailure { try room(in: tree, found.format) } ?? .unknown
  }
}

extension SettingsError {
  fileprivate static func fullFile(_ path: String) -> SettingsError {
    SettingsError(
      .tooLarge, found: "values of more than \(DocumentRoom.maximumFileSize) bytes together in '\(path)'",
      advice: "keep large ones in files of their own; nothing was changed")
  }
}
