/// How much of a file has to be on the disk.
package enum SynchronizationExtent: Sendable {
  /// What it takes to read the contents again.
  case contents
  /// Everything.
  case everything
}
