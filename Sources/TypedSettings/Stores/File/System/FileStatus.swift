/// What the file system knows of a file.
package struct FileStatus: Hashable, Sendable {
  package enum Kind: Sendable {
    case regular, folder, link, other
  }

  package var kind: Kind
  package var device: UInt64
  package var inode: UInt64
  package var size: Int
  /// The number of names, as ``FileExtent`` has it.
  package var linkCount: Int
  package var permissions: UInt32
  package var owner: UInt32
  package var group: UInt32
  /// The time of the last change of the contents, in nanoseconds; compared, and never taken for an identity alone.
  package var modified: Int64
  /// The time of the last change of any kind, in nanoseconds.
  ///
  /// No program can set it, so an edit in place that restores the time of the last modification still changes it.
  package var changed: Int64

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

  /// Whether two looks saw the same file, whatever it held.
  package func isOfSameFile(as other: FileStatus) -> Bool { device == other.device && inode == other.inode }

  /// Whether two looks saw the same file with the same contents, as far as the file system can tell.
  ///
  /// Returns `false` also if the file got another name or other permissions in between, which changes ``changed``.
  package func isSame(as other: FileStatus) -> Bool { isUnmodified(since: other) && changed == other.changed }

  /// Whether two looks saw the same file with the same contents, unless its modification time was restored.
  package func isUnmodified(since other: FileStatus) -> Bool {
    isOfSameFile(as: other) && size == other.size && modified == other.modified
  }
}
