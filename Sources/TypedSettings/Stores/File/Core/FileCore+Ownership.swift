// The files beside a document: which of them count, and whose they are.

extension FileCore {
  /// Whose files beside the document count.
  func sideFileOwners(in folder: Folder) throws(FileSystemError) -> SideFileOwners {
    SideFileOwners(
      folder: try folder.file.status(), document: try folder.status(of: location.names.document),
      user: system.effectiveUser)
  }

  /// What there is to report of files that have the name of a journal and do not count, once for each name.
  func untrustedFiles(in folder: Folder, _ session: inout FileSession) throws(FileSystemError) -> [SettingsError] {
    var reports: [SettingsError] = []
    for name in [location.names.journal, location.names.nextJournal]
    where try isUntrusted(name, in: folder) && session.untrusted.insert(name).inserted {
      reports.append(.untrustedFile("\(location.folder)/\(name)"))
    }
    return reports
  }

  /// Whether a name is taken by what doesn't count.
  private func isUntrusted(_ name: String, in folder: Folder) throws(FileSystemError) -> Bool {
    guard let status = try folder.status(of: name) else { return false }
    return try !sideFileOwners(in: folder).admit(status)
  }

  /// Gives what doesn't count another name, so that a file of the store can have its own.
  func putAsideUntrusted(_ name: String, in folder: Folder) throws(FileSystemError) {
    guard try isUntrusted(name, in: folder) else { return }
    try keepBeside(in: folder) { copy throws(FileSystemError) in
      guard try folder.status(of: copy) == nil else { throw FileSystemError("keep a file beside", .tooManyFiles) }
      try folder.rename(name, to: copy)
    }
  }

  /// Gives a new file the owner and the permissions of the document that it belongs to.
  ///
  /// Where there is no document yet, what the superuser makes is given to the owner of the folder, who could not use it
  /// otherwise.
  func copyAttributes(of document: FileStatus?, in folder: Folder, to file: OpenFile) throws(FileSystemError) {
    if document != nil, let document = try folder.openIfPresent(location.names.document) {
      return try system.copyAttributes(of: document.descriptor, try document.status(), to: file.descriptor)
    }
    guard system.effectiveUser == 0 else { return }
    var wanted = try folder.file.status()
    wanted.permissions = 0o600
    try system.setOwner(of: file.descriptor, wanted)
  }
}

extension SettingsError.Code {
  /// A file beside a settings file belongs to somebody who has no right to that, so it is not used.
  public static let untrustedFile = Self(rawValue: "untrustedFile")
}

extension SettingsError {
  static func untrustedFile(_ path: String) -> SettingsError {
    SettingsError(
      .untrustedFile, found: "'\(path)', which is no file of this program's user or of the settings file's owner",
      advice: "it is not read; the next write keeps it beside under another name")
  }
}
