/// Where a document is: its folder and its names in it, symbolic links followed.
package struct FileLocation: Hashable, Sendable {
  package let folder: String
  package let names: FileNames

  package var path: String { "\(folder)/\(names.document)" }

  private static let maximumLinks = 40

  /// Finds a document.
  ///
  /// A symbolic link in the document's place is followed, so that it stays when the document is replaced. One that
  /// somebody else has put into a folder that everybody may write to is not.
  package init(path: String, in system: any FileSystem) throws(SettingsError) {
    var path = path
    var owners: Set<UInt32> = []
    for _ in 0..<Self.maximumLinks {
      let (folder, name) = try Self.split(path)
      do throws(FileSystemError) {
        guard let open = try Self.openIfPresent(folder, of: system),
          let status = try open.status(of: name), status.kind == .link
        else {
          try Self.check(owners, reaching: name, in: folder, of: system)
          self.folder = folder
          names = FileNames(document: name)
          return
        }
        let surroundings = try open.file.status()
        guard surroundings.permissions & 0o002 == 0 || status.owner == surroundings.owner else {
          throw FileSystemError("follow the symbolic link of another user", .leadsAway)
        }
        owners.insert(status.owner)
        let destination = try system.destination(ofLink: name, in: open.file.descriptor)
        path = destination.hasPrefix("/") ? destination : "\(folder)/\(destination)"
      } catch {
        throw .fileUnreadable(path, error)
      }
    }
    throw .fileUnreadable(path, "too many symbolic links")
  }

  /// Makes sure that nobody leads the superuser to files of somebody else by a link.
  private static func check(
    _ owners: Set<UInt32>, reaching name: String, in path: String, of system: any FileSystem
  ) throws(FileSystemError) {
    let others = owners.subtracting([0])
    guard system.effectiveUser == 0, !others.isEmpty, let folder = try openIfPresent(path, of: system) else { return }
    let document = try folder.status(of: name)
    let owner = if let document { document.owner } else { try folder.file.status().owner }
    if others == [owner] { return }
    throw FileSystemError("follow the symbolic link of another user", .leadsAway)
  }

  private static func openIfPresent(_ folder: String, of system: any FileSystem) throws(FileSystemError) -> Folder? {
    do throws(FileSystemError) { return try Folder(folder, of: system) } catch {
      if error.isMissing { return nil }
      throw error
    }
  }

  private static func split(_ path: String) throws(SettingsError) -> (folder: String, name: String) {
    let bytes = path.utf8
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return try (".", checked(path, in: path)) }
    let folder = slash == bytes.startIndex ? "/" : String(path[..<slash])
    return try (folder, checked(String(path[bytes.index(after: slash)...]), in: path))
  }

  private static func checked(_ name: String, in path: String) throws(SettingsError) -> String {
    guard !name.isEmpty, name != ".", name != "..", !path.utf8.contains(0), name.utf8.count <= FileNames.maximumLength
    else { throw .fileUnreadable(path, "its name is empty, too long, or none of a file") }
    return name
  }
}
