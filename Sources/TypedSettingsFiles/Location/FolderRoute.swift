internal import TypedSettingsCore

/// The way that a path leads to a folder: the symbolic links in the path, and the path without them.
struct FolderRoute: Sendable {
  /// The path of the folder; the given one if it contains no link.
  private(set) var path: String
  private(set) var links: [FileLocation.Link] = []
  private var owners: Set<UInt32> = []
  /// The owners of links that are in a folder that all users may write to, and not its owner's.
  private var guests: Set<UInt32> = []

  private static let maximumLinks = 40

  /// Follows the links in a path.
  ///
  /// A part that can't be looked at, because it's missing or not readable, is left as it is.
  init(_ path: String, of system: any FileSystem) {
    self.path = path
    var current = LinklessPath(path)
    var rest = LinklessPath.names(of: path)
    while let name = rest.popLast() {
      if name == "." { continue }
      guard name != ".." else {
        current.leave()
        continue
      }
      let folder = nilOnFailure { () throws(FileSystemError) in try Folder(current.path, of: system) }
      guard let folder else {
        rest.append(name)
        break
      }
      guard let destination = follow(name, in: folder, at: current.path) else {
        current.enter(name)
        continue
      }
      if links.count > Self.maximumLinks {
        // Opening the folder fails for the same reason.
        return
      }
      if destination.hasPrefix("/") { current = LinklessPath(destination) }
      rest += LinklessPath.names(of: destination)
    }
    for name in rest.reversed() { current.enter(name) }
    if !links.isEmpty { self.path = current.path }
  }

  /// Returns the destination of a link and notes the link; returns `nil` for any other file.
  private mutating func follow(_ name: String, in folder: Folder, at path: String) -> String? {
    nilOnFailure { () throws(FileSystemError) -> String? in
      guard let status = try folder.status(of: name), status.kind == .link else { return nil }
      let parent = try folder.file.status()
      let destination = try folder.file.system.destination(ofLink: name, in: folder.file.descriptor)
      links.append(FileLocation.Link(folder: path, name: name))
      owners.insert(status.owner)
      if parent.permissions & 0o002 != 0, status.owner != parent.owner { guests.insert(status.owner) }
      return destination
    } ?? nil
  }

  /// Returns the owners of the links.
  ///
  /// - Parameter user: The effective user of this process.
  /// - Returns: The users.
  /// - Throws: ``FileSystemError`` if another user may have placed one of the links in a folder of all users.
  func trustedOwners(by user: UInt32) throws(FileSystemError) -> Set<UInt32> {
    guard guests.isSubset(of: [user]) else {
      throw FileSystemError("follow the symbolic link of another user", .untrustedLink)
    }
    return owners
  }
}

extension FolderRoute {
  /// A path without links, which grows and shrinks by one name at a time.
  private struct LinklessPath {
    private let isAbsolute: Bool
    private var names: [String] = []

    init(_ path: String) { isAbsolute = path.hasPrefix("/") }

    /// The names in a path, the last one first.
    static func names(of path: String) -> [String] { path.split(separator: "/").reversed().map { String($0) } }

    var path: String {
      if isAbsolute { return "/" + names.joined(separator: "/") }
      return names.isEmpty ? "." : names.joined(separator: "/")
    }

    mutating func enter(_ name: String) { names.append(name) }

    mutating func leave() {
      if names.last.map({ $0 == ".." }) ?? !isAbsolute { return names.append("..") }
      _ = names.popLast()
    }
  }
}
