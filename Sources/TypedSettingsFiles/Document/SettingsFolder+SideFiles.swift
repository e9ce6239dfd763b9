public import TypedSettingsCore

/// The users whose files beside a document are trusted.
///
/// If others may create files in a folder, one of them could plant a journal. Its values would override the document,
/// or the program would write its own values into a file that others read.
struct SideFileOwners: Sendable {
  let folder: FileStatus
  let document: FileStatus?
  /// The user that this process acts as, or `nil` if that user can't change the settings.
  let user: UInt32?
  /// The number of all users and groups without a number.
  let unknown: UInt32?

  /// Returns whether a file was created by the store, or by a process with the same right to the document.
  func admit(_ file: FileStatus) -> Bool {
    guard file.kind == .regular else { return false }
    if file.owner == user { return true }
    // Different users may be shown as this one.
    if file.owner == unknown { return false }
    if [0, folder.owner, document?.owner].contains(file.owner) { return true }
    // If the document is shared, the files beside it are too, unless they are more accessible than the document.
    let shared = document ?? folder
    let isOfGroup = file.group == shared.group && file.group != unknown && shared.permissions & 0o020 != 0
    // A folder that all users may write to doesn't make the settings in it shared.
    let isOfAll = document != nil && shared.permissions & 0o002 != 0
    return (isOfGroup || isOfAll) && file.permissions & 0o066 & ~shared.permissions == 0
  }
}

extension SettingsFolder {
  /// Returns the users whose files beside the document are trusted.
  func sideFileOwners() throws(FileSystemError) -> SideFileOwners {
    // The user of a managed file must not override it with a file beside it.
    SideFileOwners(
      folder: try folder.file.status(), document: try folder.status(of: names.document),
      user: context.access == .readWrite ? system.effectiveUser : nil, unknown: system.unknownUser)
  }

  /// The names of the journals whose place is taken by an untrusted file.
  func untrustedJournals() throws(FileSystemError) -> [String] {
    var untrusted: [String] = []
    for name in [names.journal, names.nextJournal] where try isUntrusted(name) { untrusted.append(name) }
    return untrusted
  }

  /// Returns whether a file exists that was created by a user without the right to the document.
  func isUntrusted(_ name: String) throws(FileSystemError) -> Bool {
    guard let status = try folder.status(of: name) else { return false }
    return try !sideFileOwners().admit(status)
  }

  /// Renames an untrusted file, so that a file of the store can have the name.
  func setAsideUntrusted(_ name: String) throws(FileSystemError) {
    if try isUntrusted(name) { try setAside(name) }
  }

  /// Gives a file the name of one beside the document.
  ///
  /// No file can replace a folder, so a folder with this name is renamed.
  func rename(_ name: String, toSideFile newName: String) throws(FileSystemError) {
    do throws(FileSystemError) { try folder.rename(name, to: newName) } catch {
      guard try isFolder(newName) else { throw error }
      try setAside(newName)
      try folder.rename(name, to: newName)
    }
  }

  /// Removes a file beside the document; leaves a folder with this name, which isn't the store's.
  func removeSideFile(_ name: String) throws(FileSystemError) {
    do throws(FileSystemError) { try folder.remove(name) } catch { if try !isFolder(name) { throw error } }
  }

  /// Gives the files beside the document its owner and permissions, after these were changed.
  func copyAttributesToSideFiles(ofDocument document: FileStatus) {
    for name in [names.journal, names.nextJournal, names.previous, names.previousJournal] {
      // A file that can't be changed gets them when it's next written.
      ignoringFailure { () throws(FileSystemError) in
        guard try !isUntrusted(name), let file = try folder.openIfPresent(name, for: .writing) else { return }
        try copyAttributes(ofDocument: document, to: file)
      }
    }
  }

  private func isFolder(_ name: String) throws(FileSystemError) -> Bool {
    try folder.status(of: name)?.kind == .folder
  }

  /// Renames a file or folder that isn't the store's.
  private func setAside(_ name: String) throws(FileSystemError) {
    try quarantine { copy throws(FileSystemError) in
      guard try folder.status(of: copy) == nil else { throw FileSystemError("keep a file beside", .tooManyFiles) }
      try folder.rename(name, to: copy)
    }
  }

  /// Gives a new file the owner and the permissions of the document, as far as the file system stores them.
  ///
  /// A new file can be used by its owner only. If the file system has other permissions, such as FAT, the file keeps
  /// those.
  ///
  /// Without a document, the superuser gives the file to the owner of the folder, who couldn't use it otherwise.
  func copyAttributes(ofDocument document: FileStatus?, to file: OpenFile) throws(FileSystemError) {
    do throws(FileSystemError) {
      if document != nil, let document = try folder.openIfPresent(names.document) {
        return try system.copyAttributes(of: document.descriptor, try document.status(), to: file.descriptor)
      }
      guard system.effectiveUser == 0 else { return }
      var wanted = try folder.file.status()
      wanted.permissions = 0o600
      try system.setOwner(of: file.descriptor, wanted)
    } catch {
      if !error.mayBeUnavailable { throw error }
    }
  }
}

extension SettingsError.Code {
  /// A file beside a settings file belongs to a user without the right to it, so the store doesn't use it.
  public static let untrustedFile = Self(rawValue: "untrustedFile")
}

extension SettingsError {
  static func untrustedFile(_ path: String, _ access: StoreAccess) -> SettingsError {
    SettingsError(
      .untrustedFile,
      found: "'\(path)', which belongs to a user without the right to the settings file",
      advice: access.advice(
        writing: "remove it or change its owner; it isn't read, and the next write renames it",
        reading: "ask the administrator of the settings file to remove it; it isn't read"))
  }
}
