public import TypedSettingsCore

/// A complete, durable document under another name, which takes the place of the present one.
///
/// An editor may save the document at any time. The replacement exchanges the names of the two files and then inspects
/// the former document. If an editor has changed it, it gets its name back, so no edit is lost. If the process is
/// killed in between, another one does that.
struct DocumentReplacement: Sendable {
  /// The outcome of ``place()``.
  enum Placement: Sendable {
    /// The present document was edited, so it keeps its name.
    case refused
    /// The new file has the document's name.
    case named
    /// The document is mounted by itself, so it can only be overwritten.
    case isMounted
    /// The document's own file has the new contents.
    case overwritten
  }

  /// The present document, as it was last seen.
  struct Present: Sendable {
    let status: FileStatus?
    let fingerprint: DocumentFingerprint?
    /// A Boolean value that indicates whether it's broken, so that a copy of it was kept.
    let isBroken: Bool
  }

  let folder: SettingsFolder
  let present: Present
  /// The name of the new file, which identifies its contents.
  let name: String
  let file: OpenFile
  let fingerprint: DocumentFingerprint
  let room: DocumentRoom

  private var names: FileNames { folder.names }

  /// Writes a new document to a temporary file and makes it durable.
  ///
  /// - Parameters:
  ///   - bytes: The new document.
  ///   - room: How much more it can hold.
  ///   - present: The document to be replaced.
  ///   - folder: The folder of the document.
  /// - Throws: ``FileSystemError`` if the file can't be written; then it's removed.
  init(
    writing bytes: [UInt8], room: DocumentRoom, replacing present: Present, in folder: SettingsFolder
  ) throws(FileSystemError) {
    self.folder = folder
    self.present = present
    self.room = room
    fingerprint = DocumentFingerprint(of: bytes)
    let temporary = try folder.makeTemporaryFile()
    name = folder.names.replacement(fingerprint)
    file = temporary.file
    do throws(FileSystemError) {
      try file.write(bytes, at: 0)
      try folder.copyAttributes(ofDocument: present.status, to: file)
      try folder.system.synchronize(file.descriptor, .everything)
      try folder.setAsideUntrusted(name)
      try folder.folder.rename(temporary.name, to: name)
    } catch {
      folder.discard(temporary.name)
      throw error
    }
  }

  /// Removes the new file after a failure, or once a broken document was overwritten with it.
  func discard() {
    // A later checkpoint removes it.
    ignoringFailure { () throws(FileSystemError) in
      // After an exchange followed by a failure, the name belongs to the former document or to an edit.
      guard let there = try folder.folder.status(of: name), there.isOfSameFile(as: try file.status()) else { return }
      folder.discard(name)
    }
  }

  /// Gives the new file the document's name, and the present document the name of the previous one.
  func place() throws(FileSystemError) -> Placement {
    if present.status == nil { return try placeFirst() ? .named : .refused }
    do throws(FileSystemError) { try folder.folder.exchange(name, with: names.document) } catch {
      if error.isMissing { return .refused }
      if error.isMountPoint { return .isMounted }
      guard error.mayBeUnavailable else { throw error }
      do throws(FileSystemError) { return try placeWithoutExchange() ? .named : .refused } catch {
        guard error.isMountPoint else { throw error }
        return .isMounted
      }
    }
    // Only the file that came out shows what the document was at that moment.
    guard isUnedited(name) else {
      try putBack()
      return .refused
    }
    if !present.isBroken { try folder.rename(name, toSideFile: names.previous) }
    // A copy of a broken document exists already. If the former document was also the previous one, the rename did
    // nothing.
    folder.discard(name)
    return .named
  }

  /// Gives the first document its name, unless a document already exists.
  private func placeFirst() throws(FileSystemError) -> Bool {
    do throws(FileSystemError) { try folder.folder.link(name, as: names.document) } catch {
      if error.alreadyExists { return false }
      guard error.hasNoLinks else { throw error }
      try folder.folder.rename(name, to: names.document)
      return true
    }
    folder.discard(name)
    return true
  }

  /// Renames the new file over the document, for file systems without an exchange of names.
  ///
  /// An edit that's saved between the last check and the rename is lost, so nothing else happens in between.
  private func placeWithoutExchange() throws(FileSystemError) -> Bool {
    // A broken document must not overwrite the previous one.
    if !present.isBroken { try folder.keep(names.document, as: names.previous) }
    let kept = try folder.folder.status(of: names.document)
    // A FUSE file system may show only after a while that the document was linked.
    guard isUnedited(names.document), try folder.isUnchanged(since: kept, wasLinked: !present.isBroken) else {
      return false
    }
    try folder.folder.rename(name, to: names.document)
    return true
  }

  // MARK: Overwriting a mounted document

  /// Returns the bytes of the present document; `nil` if it was edited.
  func presentBytes() throws(FileSystemError) -> [UInt8]? {
    guard let former = try folder.readBytes(of: names.document), former.fingerprint == present.fingerprint else {
      return nil
    }
    return former.bytes
  }

  /// Gives the new file the name with which another process can complete the document.
  ///
  /// Call this only after the present document has become the previous one.
  func prepareOverwriting() throws(FileSystemError) {
    try folder.setAsideUntrusted(names.overwriting)
    try folder.folder.rename(name, to: names.overwriting)
  }

  /// Overwrites the document, after ``prepareOverwriting()`` unless it's broken.
  ///
  /// An edit that's saved between the last check and the write is lost.
  ///
  /// - Parameter bytes: The new document.
  /// - Returns: ``Placement/overwritten``, or ``Placement/refused`` if the document was edited.
  /// - Throws: ``FileSystemError`` if the document can't be written; then another call or process completes it.
  func overwrite(with bytes: [UInt8]) throws(FileSystemError) -> Placement {
    guard try folder.isUnchanged(since: present.status, wasLinked: present.isBroken) else { return .refused }
    _ = try folder.overwriteDocument(with: bytes)
    return .overwritten
  }

  /// Returns whether a file is the present document with the same contents.
  ///
  /// A rename changes the change time of a file, so only its contents reveal an edit that restored the modification
  /// time.
  private func isUnedited(_ name: String) -> Bool {
    // A file that can't be read may have been edited.
    nilOnFailure {
      guard let seen = present.status, let status = try folder.folder.status(of: name),
        status.isUnmodified(since: seen), let file = try folder.folder.openIfPresent(name)
      else { return false }
      return try DocumentFingerprint(of: file, length: seen.size) == present.fingerprint
    } ?? false
  }

  /// Gives an edited document its name back.
  ///
  /// If another edit is saved meanwhile, the loop continues until the newest one has the name.
  private func putBack() throws(FileSystemError) {
    var placed = try file.status()
    while let edit = try folder.folder.status(of: name) {
      do throws(FileSystemError) { try folder.folder.exchange(name, with: names.document) } catch {
        guard error.isMissing else { throw error }
        // The document was removed, perhaps by an editor that is about to save the next version.
        do throws(FileSystemError) { try folder.folder.link(name, as: names.document) } catch {
          if !error.alreadyExists { throw error }
        }
        return folder.discard(name)
      }
      guard let former = try folder.folder.status(of: name), !former.isOfSameFile(as: placed) else { return }
      placed = edit
    }
  }
}

extension SettingsFolder {
  /// Undoes replacements of the document by processes that were killed before they inspected what came out.
  ///
  /// The former document, which may be an edit, gets its name back. Call this only while holding the lock of the
  /// journal. Does nothing while a document isn't completely overwritten: the next checkpoint completes it, and needs
  /// the previous document for that.
  ///
  /// - Parameter hasJournals: Whether the journals contain all values that a new document could have.
  /// - Returns: Whether the document was put back.
  func undoReplacements(hasJournals: Bool) -> Bool {
    guard nilOnFailure({ try isOverwritten() }) == false else { return false }
    // If the folder can't be listed, the files stay.
    let all = nilOnFailure { try system.names(in: context.location.folder) } ?? []
    var isPutBack = false
    for name in all {
      guard let new = names.document(ofReplacement: name) else { continue }
      ignoringFailure {
        if try undoReplacement(by: new, named: name, hasJournals: hasJournals) { isPutBack = true }
      }
    }
    return isPutBack
  }

  private func undoReplacement(
    by new: DocumentFingerprint, named name: String, hasJournals: Bool
  ) throws(FileSystemError) -> Bool {
    guard let found = try fingerprint(of: name) else { return false }
    if found == new {
      discard(name)
      return false
    }
    if hasJournals, try fingerprint(of: names.document) == new {
      try folder.exchange(name, with: names.document)
      if try fingerprint(of: name) == new {
        discard(name)
        return true
      }
      // An editor has saved the document meanwhile.
      try folder.exchange(name, with: names.document)
    }
    try rename(name, toSideFile: names.previous)
    return false
  }
}

// MARK: Overwriting

extension SettingsFolder {
  /// Reads the bytes of the present document; returns `nil` if there is none.
  ///
  /// If it's being overwritten, or a process was stopped in the middle of that, these are the complete bytes.
  func readPresent() throws(FileSystemError) -> DocumentReading.Bytes? {
    let wasOverwritten = try isOverwritten()
    guard let present = try readBytes(of: names.document) else { return nil }
    if let complete = try complete(present) { return complete }
    // The other process may have finished in between.
    return wasOverwritten ? try readBytes(of: names.document) : present
  }

  /// Returns whether a process is overwriting the document, or was stopped in the middle of that.
  func isOverwritten() throws(FileSystemError) -> Bool {
    if try folder.status(of: names.overwriting) == nil { return false }
    // A file that another user has planted may be unreadable, which must not make the document unreadable.
    return try !isUntrusted(names.overwriting)
  }

  /// Returns the complete document, if the present bytes are a part of it and a part of the previous one.
  private func complete(_ present: DocumentReading.Bytes) throws(FileSystemError) -> DocumentReading.Bytes? {
    guard try isOverwritten(), let new = try readBytes(of: names.overwriting), new.fingerprint != present.fingerprint,
      let old = try readBytes(of: names.previous), old.fingerprint != present.fingerprint,
      present.bytes.isMixture(of: new.bytes, over: old.bytes)
    else { return nil }
    return DocumentReading.Bytes(bytes: new.bytes, status: present.status, fingerprint: new.fingerprint)
  }

  /// Completes the bytes of a document that a process was overwriting when it was stopped.
  ///
  /// Call this only while holding the lock of the journal. The file with the new bytes may be removed once the document
  /// is durable.
  ///
  /// - Returns: The document, which isn't durable yet; `nil` if there is none, or it was edited.
  /// - Throws: ``FileSystemError`` if it can't be written; then a later call tries again.
  func completeOverwriting() throws(FileSystemError) -> OpenFile? {
    guard let present = try readBytes(of: names.document), let new = try readBytes(of: names.overwriting) else {
      return nil
    }
    // Even if all bytes are there, the process may have been stopped, or may have failed, before they were durable.
    let isComplete = new.fingerprint == present.fingerprint
    guard let whole = try isComplete ? new : complete(present) else { return nil }
    return try overwriteDocument(with: whole.bytes)
  }

  fileprivate func overwriteDocument(with bytes: [UInt8]) throws(FileSystemError) -> OpenFile {
    let document = try folder.open(names.document, for: .writing)
    try document.write(bytes, at: 0)
    try system.truncate(document.descriptor, to: bytes.count)
    return document
  }
}

extension [UInt8] {
  private static let sectorSize = 512

  /// Returns whether these bytes can be the result of an interrupted write of one file over another.
  ///
  /// A write stops at any byte if the process is killed. After a power failure, each sector comes from either file.
  fileprivate func isMixture(of new: [UInt8], over old: [UInt8]) -> Bool {
    let written = new + old.dropFirst(new.count)
    guard Swift.min(new.count, old.count)...written.count ~= count else { return false }
    // A file that has grown is zero where it wasn't written.
    let former = old + [UInt8](repeating: 0, count: written.count - old.count)
    let length = zip(self, written).prefix { $0 == $1 }.count
    if self[length...].elementsEqual(former[length..<count]) { return true }
    return stride(from: 0, to: count, by: Self.sectorSize).allSatisfy { start in
      let sector = start..<Swift.min(start + Self.sectorSize, count)
      return self[sector].elementsEqual(written[sector]) || self[sector].elementsEqual(former[sector])
    }
  }
}

extension SettingsError.Code {
  /// A settings file is a mount point of its own, as is common in containers, so the store overwrites it in place.
  public static let writtenInPlace = Self(rawValue: "writtenInPlace")
}

extension SettingsError {
  static func writtenInPlace(_ path: String) -> SettingsError {
    SettingsError(
      .writtenInPlace, found: "'\(path)', which is mounted by itself, so that no other file can take its place",
      advice: """
        mount its folder instead; until then the file is written in place, and other programs may read it half-written
        """)
  }
}
