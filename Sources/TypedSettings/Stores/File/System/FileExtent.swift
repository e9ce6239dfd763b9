/// How long an open file is, and how many names it has.
///
/// It is less than a ``FileStatus``, because to ask for the times of a file makes the next write to it dearer: since
/// version 6.13, Linux gives a file whose times were seen a new one with the write that follows, and marks it changed.
package struct FileExtent: Hashable, Sendable {
  package let size: Int
  /// The number of names; zero once a file has been replaced or removed, but on network disks, where one that is open
  /// keeps a hidden name.
  package let linkCount: Int

  package init(size: Int, linkCount: Int) {
    self.size = size
    self.linkCount = linkCount
  }

  package init(_ status: FileStatus) { self.init(size: status.size, linkCount: status.linkCount) }
}
