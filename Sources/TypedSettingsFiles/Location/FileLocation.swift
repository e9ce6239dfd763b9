internal import TypedSettingsCore

/// The folder and the names of a document, after following symbolic links.
///
/// Two locations are equal if they belong to one document, however it was found.
struct FileLocation: Hashable, Sendable {
  /// A symbolic link on the way to a document.
  struct Link: Hashable, Sendable {
    let folder: String
    let name: String
  }

  /// The path that the location was found by.
  let origin: String
  let folder: String
  let names: FileNames
  /// The symbolic links in the document's place, and in the path of its folder, that were followed.
  let links: [Link]

  /// The path of the document.
  var path: String { "\(folder)/\(names.document)" }

  static func == (left: FileLocation, right: FileLocation) -> Bool {
    left.folder == right.folder && left.names == right.names
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(folder)
    hasher.combine(names)
  }

  private static let maximumLinks = 40

  /// Finds a document.
  ///
  /// A symbolic link in the document's place is followed, so that it stays when the document is replaced. A link of
  /// another user in a folder that all users may write to isn't. Links in the path of the folder are followed as the
  /// system does.
  ///
  /// - Parameters:
  ///   - path: The path of the document or of a link to it.
  ///   - system: The file system.
  ///   - trustsAllUsers: Whether a link of another user is followed to a file that isn't that user's. The superuser
  ///     never follows such a link in the document's place.
  /// - Throws: ``SettingsError`` with ``SettingsError/Code/fileUnreadable`` if the path has no valid name, or a link
  ///   can't be followed.
  init(
    path: String, in system: any FileSystem, trustsAllUsers: Bool = true
  ) throws(SettingsError) {
    origin = path
    var path = path
    var links: [Link] = []
    var owners: Set<UInt32> = []
    for _ in 0..<Self.maximumLinks {
      let (parent, name) = try Self.split(path)
      do throws(FileSystemError) {
        let route = FolderRoute(parent, of: system)
        if !trustsAllUsers { owners.formUnion(try route.trustedOwners(by: system.effectiveUser)) }
        links += route.links
        let folder = route.path
        guard let open = try Self.openIfPresent(folder, of: system),
          let status = try open.status(of: name), status.kind == .link
        else {
          if !trustsAllUsers || system.effectiveUser == 0 {
            try Self.check(owners, reaching: name, in: folder, of: system)
          }
          self.folder = folder
          self.links = links
          names = FileNames(document: name)
          return
        }
        let parent = try open.file.status()
        guard parent.permissions & 0o002 == 0 || status.owner == parent.owner else {
          throw FileSystemError("follow the symbolic link of another user", .untrustedLink)
        }
        owners.insert(status.owner)
        links.append(Link(folder: folder, name: name))
        let destination = try system.destination(ofLink: name, in: open.file.descriptor)
        path = destination.hasPrefix("/") ? destination : "\(folder)/\(destination)"
      } catch {
        throw .fileUnreadable(path, error)
      }
    }
    throw .fileUnreadable(path, "too many symbolic links", remedy: "correct the symbolic links")
  }

  /// Refuses links of other users that lead to files which aren't theirs.
  private static func check(
    _ owners: Set<UInt32>, reaching name: String, in path: String, of system: any FileSystem
  ) throws(FileSystemError) {
    let others = owners.subtracting([0, system.effectiveUser])
    guard !others.isEmpty, let folder = try openIfPresent(path, of: system) else { return }
    let document = try folder.status(of: name)
    let owner = if let document { document.owner } else { try folder.file.status().owner }
    if others == [owner] { return }
    throw FileSystemError("follow the symbolic link of another user", .untrustedLink)
  }

  private static func openIfPresent(_ folder: String, of system: any FileSystem) throws(FileSystemError) -> Folder? {
    try nilIfMissing { () throws(FileSystemError) in try Folder(folder, of: system) }
  }

  private static func split(_ path: String) throws(SettingsError) -> (folder: String, name: String) {
    let bytes = path.utf8
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return try (".", checked(path, in: path)) }
    let folder = slash == bytes.startIndex ? "/" : String(path[..<slash])
    return try (folder, checked(String(path[bytes.index(after: slash)...]), in: path))
  }

  private static func checked(_ name: String, in path: String) throws(SettingsError) -> String {
    guard !name.isEmpty, name != ".", name != "..", !path.utf8.contains(0), name.utf8.count <= FileNames.maximumLength
    else {
      throw .fileUnreadable(path, "its name is empty, too long, or not valid for a file", remedy: "use another name")
    }
    return name
  }
}

/// The names of a document and of the files beside it.
struct FileNames: Hashable, Sendable {
  /// The document, which users read and edit.
  let document: String

  // Each event of the folder is compared with the names of the journals, so they are stored.

  /// The journal with the changes since the document was last written.
  let journal: String
  /// The journal with the changes since the store began to write the document.
  let nextJournal: String

  init(document: String) {
    self.document = document
    journal = ".\(document).journal"
    nextJournal = ".\(document).journal-next"
  }

  /// The journal with the changes between ``previous`` and the document.
  var previousJournal: String { ".\(document).journal-previous" }
  /// The previous version of the document.
  var previous: String { ".\(document).previous" }

  /// Returns the name of a copy of a corrupt file.
  func quarantine(_ number: Int) -> String { "\(document).corrupt-\(number)" }

  /// Returns the number of a copy of a corrupt file, or `nil` for any other file.
  func number(ofQuarantine name: String) -> Int? {
    guard name.hasPrefix("\(document).corrupt-") else { return nil }
    let digits = name.utf8.dropFirst(document.utf8.count + ".corrupt-".utf8.count)
    // The store never creates a greater number, and there would be no next one.
    guard let number = String(digits).flatMap({ Int32($0) }).map(Int.init), 1...1_000_000_000 ~= number else {
      return nil
    }
    return quarantine(number) == name ? number : nil
  }

  /// Returns the name of a file that's being written, which is renamed once it's complete.
  func temporary(process: Int32, _ random: UInt32) -> String {
    ".\(document).\(process)-\(String(random, radix: 16)).temporary"
  }

  /// Returns whether a name belongs to a temporary file of this document.
  func isTemporary(_ name: String) -> Bool {
    guard let (process, random) = numbers(in: name, with: ".temporary") else { return false }
    return Int32(process) != nil && UInt32(random, radix: 16) != nil
  }

  /// Returns the two parts of a name before its extension.
  private func numbers(in name: String, with suffix: String) -> (first: String, second: String)? {
    guard name.hasPrefix(".\(document)."), name.hasSuffix(suffix) else { return nil }
    let middle = name.utf8.dropFirst(document.utf8.count + 2).dropLast(suffix.utf8.count)
    let parts = middle.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false).map { String($0) ?? "" }
    return parts.count == 2 ? (parts[0], parts[1]) : nil
  }

  /// Returns the name of a complete document that's about to take the place of the present one.
  ///
  /// The two files exchange their names. A file whose contents aren't those that its name mentions is therefore the
  /// former document.
  func replacement(_ document: DocumentFingerprint) -> String {
    let checksum = String(document.checksum, radix: 16)
    return ".\(self.document).\(document.length)-\(checksum)\(Self.replacementExtension)"
  }

  private static let replacementExtension = ".replacement"

  /// Returns the document that a file is about to replace the present one with, or `nil` for any other file.
  func document(ofReplacement name: String) -> DocumentFingerprint? {
    guard let (first, second) = numbers(in: name, with: Self.replacementExtension), let length = Int(first),
      let checksum = UInt32(second, radix: 16)
    else { return nil }
    let document = DocumentFingerprint(length: length, checksum: checksum)
    return replacement(document) == name ? document : nil
  }

  /// The complete document that's being written over the present one, which is a mount point.
  var overwriting: String { ".\(document).overwriting" }

  /// The longest name of a document: file systems allow 255 bytes, and the names beside it are longer.
  static let maximumLength = 200
}
