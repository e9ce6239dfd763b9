internal import TypedSettingsCore
internal import TypedSettingsFiles

/// The folder in which the replicas of a group keep their mailboxes.
struct MailboxFolder: Sendable {
  let path: String
  let names: MailboxNames
  let maximumMessageSize: Int
  let system: any FileSystem

  /// The largest number of mailboxes that are read.
  static let maximumCount = 1_024

  /// Returns the path of a mailbox.
  func path(of name: String) -> String { "\(path)/\(name)" }

  /// Opens the folder.
  ///
  /// - Throws: `SettingsError` with `SettingsError.Code.syncFolderMissing` or
  ///   `SettingsError.Code.transportUnavailable`.
  func open() throws(SettingsError) -> Folder {
    do throws(FileSystemError) { return try Folder(path, of: system) } catch { throw .folder(path, error) }
  }

  /// Returns the names of the mailboxes in ascending order, and the number of those that are too many.
  ///
  /// Of too many mailboxes, those that were written last are returned, because the others may belong to devices that no
  /// longer exist.
  func list() throws(SettingsError) -> (names: [String], excess: Int) {
    do throws(FileSystemError) {
      let found = try system.names(in: path).filter(names.isMailbox)
      let excess = max(found.count - Self.maximumCount, 0)
      if excess == 0 { return (found.sorted(), 0) }
      let folder = try Folder(path, of: system)
      var dated: [(name: String, time: Int64)] = []
      for name in found { dated.append((name, try folder.status(of: name)?.modified ?? 0)) }
      let newest = dated.sorted { $0.time == $1.time ? $0.name < $1.name : $0.time > $1.time }
      return (newest.prefix(Self.maximumCount).map(\.name).sorted(), excess)
    } catch {
      throw .folder(path, error)
    }
  }

  /// Removes the mailbox of a replica, and all copies of it.
  func removeMailboxes(of replica: SyncReplicaIdentity) throws(SettingsError) {
    let folder = try open()
    do throws(FileSystemError) {
      for name in try system.names(in: path) where names.isMailbox(name, of: replica) { try folder.remove(name) }
    } catch {
      throw .folder(path, error)
    }
  }

  /// Reads a mailbox.
  ///
  /// - Returns: The contents and the status of the file; `nil` if it doesn't exist.
  /// - Throws: `SettingsError` if the file must not or can't be read.
  func read(_ name: String, in folder: Folder) throws(SettingsError) -> (file: MailboxFile, status: FileStatus)? {
    let found: Finding
    do throws(FileSystemError) { found = try look(at: name, in: folder) } catch {
      throw .mailboxIgnored(
        path(of: name), error.explanation,
        advice: error.isWriteDenied ? "make it readable; until then it's ignored" : "it's read again later",
        underlying: error)
    }
    switch found {
    case .missing: return nil
    case .irregular:
      throw .mailboxIgnored(
        path(of: name), "it isn't a regular file", advice: "remove it; it's ignored until it changes")
    case .tooLarge(let size):
      throw .messageTooLarge(size, maximum: maximumFileSize, from: "the mailbox '\(path(of: name))'")
    case .file(let bytes, let status): return (MailboxFile(bytes), status)
    }
  }

  private enum Finding {
    case missing, irregular
    case tooLarge(Int)
    case file([UInt8], FileStatus)
  }

  private var maximumFileSize: Int { maximumMessageSize + MailboxFile.headerSize }

  private func look(at name: String, in folder: Folder) throws(FileSystemError) -> Finding {
    // Opening a device can have an effect, so the kind is checked before.
    guard let before = try folder.status(of: name) else { return .missing }
    guard before.kind == .regular else { return .irregular }
    guard let file = try folder.openIfPresent(name) else { return .missing }
    let status = try file.status()
    guard status.kind == .regular else { return .irregular }
    guard status.size <= maximumFileSize else { return .tooLarge(status.size) }
    return .file(try file.read(from: 0, to: status.size), status)
  }

  /// Returns the message of a mailbox; `nil` if there is none that can be read.
  private func message(in name: String, of folder: Folder) -> [UInt8]? {
    do throws(SettingsError) {
      guard case .message(let message)? = try read(name, in: folder)?.file else { return nil }
      return message
    } catch { return nil }
  }

  /// Returns whether the mailbox that a replica has written is missing.
  func isMissing(_ own: OwnMailbox, in folder: Folder) throws(SettingsError) -> Bool {
    if own.latest == nil { return false }
    do throws(FileSystemError) { return try folder.status(of: own.name) == nil } catch { throw .folder(path, error) }
  }

  /// Replaces the mailbox of a replica, and waits until that survives a power failure.
  ///
  /// - Throws: `SettingsError` with `SettingsError.Code.syncFolderMissing`, `SettingsError.Code.readOnly` or
  ///   `SettingsError.Code.transportUnavailable`.
  func write(_ message: [UInt8], to own: OwnMailbox) throws(SettingsError) {
    let folder = try open()
    // Before the write, so that a connection that reads the new file recognizes it.
    let found = self.message(in: own.name, of: folder)
    own.willWrite(message, over: found)
    var isWritten = false
    let temporary = names.temporary(of: own.replica)
    do throws(FileSystemError) {
      // One that a crash has left, or a link that another program has placed there.
      try folder.remove(temporary)
      let file = try folder.open(temporary, for: .creating)
      do throws(FileSystemError) {
        copyPermissions(of: folder, to: file)
        try file.write(MailboxFile.encode(message), at: 0)
        try system.synchronize(file.descriptor, .contents)
        try folder.rename(temporary, to: own.name)
        isWritten = true
      } catch {
        discard(temporary, in: folder)
        throw error
      }
      try synchronize(folder)
    } catch {
      if !isWritten { own.didNotWrite(message, over: found) }
      throw .folder(path, error)
    }
    own.didWrite(message)
  }

  /// Writes the mailbox of a replica again if it's missing.
  func restore(_ own: OwnMailbox) throws(SettingsError) {
    try own.writing.run { () throws(SettingsError) in
      guard let message = own.latest, try isMissing(own, in: open()) else { return }
      try write(message, to: own)
    }
  }

  /// Lets all users read a file who can read the folder.
  ///
  /// Where a file system has no permissions of its own, as on a USB stick or a network drive, changing them can fail.
  /// The mount determines who can read the file then.
  private func copyPermissions(of folder: Folder, to file: OpenFile) {
    ignoringFailure { () throws(FileSystemError) in
      var status = try file.status()
      status.permissions = 0o600 | (try folder.file.status().permissions & 0o044)
      try system.setOwner(of: file.descriptor, status)
    }
  }

  /// Waits until the names in the folder survive a power failure, unless the file system can't do that.
  private func synchronize(_ folder: Folder) throws(FileSystemError) {
    do throws(FileSystemError) { try folder.synchronize() } catch {
      if !error.isNotSupported { throw error }
    }
  }

  /// Removes a file that wasn't completed; if that fails, the next write removes it.
  private func discard(_ temporary: String, in folder: Folder) {
    ignoringFailure { () throws(FileSystemError) in try folder.remove(temporary) }
  }
}

extension SettingsError {
  /// Returns the error for an operation on the folder of a transport.
  fileprivate static func folder(_ path: String, _ error: FileSystemError) -> SettingsError {
    if error.isMissing {
      return SettingsError(
        .syncFolderMissing, found: "no folder at '\(path)'", advice: "make the folder, or connect its medium",
        underlying: error)
    }
    if error.isWriteDenied {
      return SettingsError(
        .readOnly, found: "'\(path)' is read-only: \(error.explanation)",
        advice: "make the folder writable; nothing was sent", underlying: error)
    }
    return .transportUnavailable("the folder '\(path)': \(error.explanation)", underlying: error)
  }
}
