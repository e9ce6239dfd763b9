/// Which file has a name, and how long it is.
///
/// It is less than a ``FileStatus``, because to ask for the times of a file makes the next write to it dearer: since
/// version 6.13, Linux gives a file whose times were seen a new one with the write that follows, and marks it changed.
package struct FilePlace: Hashable, Sendable {
  package let device: UInt64
  package let inode: UInt64
  package let size: Int

  package init(device: UInt64, inode: UInt64, size: Int) {
    self.device = device
    self.inode = inode
    self.size = size
  }

  package init(_ status: FileStatus) {
    self.init(device: status.device, inode: status.inode, size: status.size)
  }

  /// Whether the file is the one that was looked at.
  package func isOfSameFile(as status: FileStatus) -> Bool { device == status.device && inode == status.inode }
}
