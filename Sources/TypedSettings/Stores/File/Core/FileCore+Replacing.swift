// Putting a new document in the place of the present one without losing what an editor saves meanwhile.

extension FileCore {
  /// A document that is whole and on the disk, under a temporary name.
  struct Replacement: Sendable {
    let temporary: TemporaryFile
    let fingerprint: DocumentFingerprint
    /// What it has room for.
    let room: DocumentRoom

    var name: String { temporary.name }
    var file: OpenFile { temporary.file }
  }

  /// Puts the new document in the place of the present one, and that in the place of the previous.
  ///
  /// - Returns: Whether it was done: not if somebody has edited the present one meanwhile.
  func put(_ new: Replacement, _ plan: Plan, _ session: inout FileSession) throws(FileSystemError) -> Bool {
    // Others may have written since the journal was ended.
    try catchUp(&session)
    guard session.ended?.file === plan.ended.file else { return false }
    guard try isPresent(plan.document, in: plan.folder, wasKept: plan.isBroken) else { return false }
    // Said first: if this process ends in between, others know the new document for what it is and not for an edit.
    try append(.announcement(new.fingerprint, upTo: plan.number), &session)
    guard session.ended?.file === plan.ended.file else { return false }
    switch try place(new, plan) {
    case .refused: return false
    case .named: session.document = try new.file.status()
    case .copied:
      session.document = try plan.folder.status(of: location.names.document)
      if !session.isWrittenInPlace { session.missed.reports.append(.writtenInPlace(path)) }
      session.isWrittenInPlace = true
    }
    session.fingerprint = new.fingerprint
    session.room = new.room
    noteGrowth(by: Int(clamping: session.next - plan.number), &session)
    session.announced = [:]
    session.broken.remove(location.names.document)
    contents.folded(upTo: plan.number, in: plan.tree)
    if plan.changesSecrets { session.keepsSecrets = true }
    session.missed += become(.ready, &session)
    return true
  }

  /// Removes a document that has not got its name.
  func discard(_ new: Replacement, of plan: Plan) {
    do throws(FileSystemError) {
      guard let there = try plan.folder.status(of: new.name) else { return }
      // After an exchange that was followed by a failure, the temporary name is that of the document before.
      let own = try new.file.status()
      if plan.isBroken || there.isOfSameFile(as: own) {
        discard(new.name, in: plan.folder)
      } else {
        try plan.folder.rename(new.name, to: location.names.previous)
      }
    } catch {
      // It stays until this process has ended.
    }
  }

  /// What has become of a new document.
  private enum Placement {
    /// The present one is another one than was seen, so it stays.
    case refused
    /// It has the document's name.
    case named
    /// The document's own file has its bytes.
    case copied
  }

  /// Gives the new document its name, unless the document is another one than was seen.
  private func place(_ new: Replacement, _ plan: Plan) throws(FileSystemError) -> Placement {
    let (folder, name) = (plan.folder, location.names.document)
    if plan.document == nil { return try placeFirst(new, plan) ? .named : .refused }
    do throws(FileSystemError) { try folder.exchange(new.name, with: name) } catch {
      if error.isMissing { return .refused }
      if error.isAboutMounts { return try copy(new, plan) ? .copied : .refused }
      guard error.hasNoExchange else { throw error }
      do throws(FileSystemError) { return try placeWithoutExchange(new, plan) ? .named : .refused } catch {
        guard error.isAboutMounts else { throw error }
        return try copy(new, plan) ? .copied : .refused
      }
    }
    // Only what has come out tells what was there at that moment.
    guard isUnedited(new.name, plan) else {
      try putBack(new.name, inPlace: try new.file.status(), in: folder)
      return .refused
    }
    if !plan.isBroken { try folder.rename(new.name, to: location.names.previous) }
    // A broken one is kept already; and where the former one was the previous one too, renaming has done nothing.
    discard(new.name, in: folder)
    return .named
  }

  /// Writes the new document into the file of the present one, which cannot lose its name: it is mounted by itself.
  ///
  /// Until that is certain, the previous document and the journals have everything. What an editor saves between the look
  /// and the write is lost.
  private func copy(_ new: Replacement, _ plan: Plan) throws(FileSystemError) -> Bool {
    let (folder, name) = (plan.folder, location.names.document)
    if !plan.isBroken {
      guard let former = try readBytes(of: name, in: folder), former.fingerprint == plan.fingerprint else {
        return false
      }
      let previous = try makeTemporaryFile(in: folder)
      do throws(FileSystemError) {
        try previous.file.write(former.bytes, at: 0)
        try copyAttributes(of: plan.document, in: folder, to: previous.file)
        try system.synchronize(previous.file.descriptor, .everything)
        try folder.rename(previous.name, to: location.names.previous)
        try folder.synchronize()
      } catch {
        discard(previous.name, in: folder)
        throw error
      }
    }
    guard try isPresent(plan.document, in: folder, wasKept: plan.isBroken) else { return false }
    let bytes = try new.file.read(from: 0, to: try new.file.status().size)
    let file = try folder.open(name, for: .writing)
    try file.write(bytes, at: 0)
    try system.truncate(file.descriptor, to: bytes.count)
    try system.synchronize(file.descriptor, .everything)
    discard(new.name, in: folder)
    return true
  }

  /// Whether a file is the document that was seen, with the same contents.
  ///
  /// A name that it got or lost has changed its change time, so that only the contents tell of an edit in place that
  /// restores the modification time.
  private func isUnedited(_ name: String, _ plan: Plan) -> Bool {
    // What cannot be read may be an edit.
    do throws(FileSystemError) {
      guard let seen = plan.document, let status = try plan.folder.status(of: name), status.isUnmodified(since: seen),
        let file = try plan.folder.openIfPresent(name)
      else { return false }
      return try DocumentFingerprint(of: file, length: seen.size) == plan.fingerprint
    } catch {
      return false
    }
  }

  /// Puts back what an editor has saved, and goes on where another one saves meanwhile: the newest has the name in the
  /// end.
  ///
  /// What is to be put back has the temporary name, and the document's name was last given to what is in place.
  private func putBack(_ name: String, inPlace placed: FileStatus, in folder: Folder) throws(FileSystemError) {
    var placed = placed
    while let edit = try folder.status(of: name) {
      do throws(FileSystemError) { try folder.exchange(name, with: location.names.document) } catch {
        guard error.isMissing else { throw error }
        // Somebody has removed the document, perhaps to save the next one.
        do throws(FileSystemError) { try folder.link(name, as: location.names.document) } catch {
          if !error.isTaken { throw error }
        }
        return discard(name, in: folder)
      }
      guard let former = try folder.status(of: name), !former.isOfSameFile(as: placed) else { return }
      placed = edit
    }
  }

  /// Gives the first document its name, unless there is one now.
  private func placeFirst(_ new: Replacement, _ plan: Plan) throws(FileSystemError) -> Bool {
    do throws(FileSystemError) { try plan.folder.link(new.name, as: location.names.document) } catch {
      if error.isTaken { return false }
      guard error.hasNoLinks else { throw error }
      try plan.folder.rename(new.name, to: location.names.document)
      return true
    }
    discard(new.name, in: plan.folder)
    return true
  }

  /// Gives the new document its name where two files cannot take each other's names at once.
  ///
  /// What an editor saves between the look and the rename is lost; nothing else is done in between.
  private func placeWithoutExchange(_ new: Replacement, _ plan: Plan) throws(FileSystemError) -> Bool {
    // A broken one is kept already; in the place of the one before it, it would take that away.
    if !plan.isBroken {
      try keepAsPrevious(location.names.document, location.names.previous, in: plan.folder)
    }
    let kept = try plan.folder.status(of: location.names.document)
    guard isUnedited(location.names.document, plan), try isPresent(kept, in: plan.folder) else { return false }
    try plan.folder.rename(new.name, to: location.names.document)
    return true
  }
}

extension SettingsError.Code {
  /// A settings file is mounted by itself, as containers often have it, so it is written in place.
  public static let writtenInPlace = Self(rawValue: "writtenInPlace")
}

extension SettingsError {
  static func writtenInPlace(_ path: String) -> SettingsError {
    SettingsError(
      .writtenInPlace, found: "'\(path)', which is mounted by itself, so that no other file can take its place",
      advice: "mount its folder instead; until then the file is written in place, and may be broken after a power cut")
  }
}
