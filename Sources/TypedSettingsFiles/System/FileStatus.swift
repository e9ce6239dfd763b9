#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The attributes of a file.
package struct FileStatus: Sendable {
  package enum Kind: Sendable {
    case regular, folder, link, other
  }

  package var kind: Kind
  package var device: UInt64
  package var inode: UInt64
  package var size: Int
  /// The number of hard links; see ``FileExtent/linkCount``.
  package var linkCount: Int
  package var permissions: UInt32
  package var owner: UInt32
  package var group: UInt32
  /// The time when the contents last changed, in nanoseconds; never used as an identity by itself.
  package var modified: Int64
  /// The time when the contents or attributes last changed, in nanoseconds.
  ///
  /// No program can set it, so an edit in place that restores the modification time still changes it.
  package var changed: Int64
  /// A Boolean value that indicates whether the file may change again without a change of its times.
  ///
  /// The clock of a file system advances every few milliseconds, or only every one or two seconds.
  package var isRecent = false

  package init(
    kind: Kind, device: UInt64, inode: UInt64, size: Int, linkCount: Int = 1, permissions: UInt32 = 0o600,
    owner: UInt32 = 0, group: UInt32 = 0, modified: Int64 = 0, changed: Int64 = 0
  ) {
    self.kind = kind
    self.device = device
    self.inode = inode
    self.size = size
    self.linkCount = linkCount
    self.permissions = permissions
    self.owner = owner
    self.group = group
    self.modified = modified
    self.changed = changed
  }

  /// Returns whether both statuses belong to the same file, whose contents may have changed.
  package func isOfSameFile(as other: FileStatus) -> Bool { device == other.device && inode == other.inode }

  /// Returns whether both statuses belong to the same file with the same contents, by its size and times.
  ///
  /// Returns `false` also if the file was renamed or got other permissions in between, which changes ``changed``.
  package func isSame(as other: FileStatus) -> Bool { isUnmodified(since: other) && changed == other.changed }

  /// Returns whether both statuses belong to the same file with the same contents, by its size and modification time.
  ///
  /// Doesn't detect an edit of the same size that restores the modification time.
  func isUnmodified(since other: FileStatus) -> Bool {
    isOfSameFile(as: other) && size == other.size && modified == other.modified
  }
}

/// A file among all files of the system, for as long as it's open.
struct FileIdentity: Hashable, Sendable {
  let device: UInt64
  let inode: UInt64
}

extension FileIdentity {
  init(_ status: stat) {
    self.init(device: UInt64(truncatingIfNeeded: status.st_dev), inode: UInt64(status.st_ino))
  }
}

extension FileStatus? {
  /// Returns whether both statuses belong to the same file with the same contents, or to no file.
  package func isSame(as other: FileStatus?) -> Bool {
    guard let self, let other else { return self == nil && other == nil }
    return self.isSame(as: other)
  }
}

extension FileStatus {
  init(_ status: stat) {
    #if canImport(Darwin)
      let (modified, changed) = (status.st_mtimespec, status.st_ctimespec)
    #else
      let (modified, changed) = (status.st_mtim, status.st_ctim)
    #endif
    let kind: Kind =
      switch mode_t(status.st_mode) & mode_t(S_IFMT) {
      case mode_t(S_IFREG): .regular
      case mode_t(S_IFDIR): .folder
      case mode_t(S_IFLNK): .link
      default: .other
      }
    self.init(
      kind: kind, device: UInt64(truncatingIfNeeded: status.st_dev), inode: UInt64(status.st_ino),
      size: Int(clamping: status.st_size), linkCount: Int(status.st_nlink),
      permissions: UInt32(status.st_mode) & 0o7777, owner: status.st_uid, group: status.st_gid,
      modified: Self.nanoseconds(of: modified), changed: Self.nanoseconds(of: changed))
    var now = timespec()
    isRecent =
      clock_gettime(CLOCK_REALTIME, &now) != 0
      || Self.isRecent(modified: self.modified, changed: self.changed, at: Self.nanoseconds(of: now))
  }

  /// Returns whether a file with these times may change at a later time without a change of its times.
  ///
  /// - Parameters:
  ///   - modified: The time when the contents last changed, in nanoseconds.
  ///   - changed: The time when the contents or attributes last changed, in nanoseconds.
  ///   - now: The present time, in nanoseconds.
  /// - Returns: `true` if the clock of the file system may not have advanced since.
  static func isRecent(modified: Int64, changed: Int64, at now: Int64) -> Bool {
    let second: Int64 = 1_000_000_000
    let hasWholeSeconds = modified % second == 0 && changed % second == 0
    // The kernel's clock advances at least every 10 ms, and the times of FAT every two seconds.
    return (now &- changed).magnitude < (hasWholeSeconds ? 2 * second : 0) + 20_000_000
  }

  private static func nanoseconds(of time: timespec) -> Int64 {
    Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
}

/// The size and the number of hard links of an open file.
///
/// Contains less than a ``FileStatus``, because reading the times of a file makes the next write slower. Since version
/// 6.13, Linux gives such a file a new time stamp at the next write, and marks its inode as changed.
package struct FileExtent: Hashable, Sendable {
  let size: Int
  /// The number of hard links, which is zero once the file has been replaced or removed.
  ///
  /// On network file systems, a removed file that's open keeps a hidden name.
  let linkCount: Int

  init(size: Int, linkCount: Int) {
    self.size = size
    self.linkCount = linkCount
  }

  init(_ status: FileStatus) { self.init(size: status.size, linkCount: status.linkCount) }
}
