/// A file or folder that is open as long as somebody holds it.
package final class OpenFile: Sendable {
  package let system: any FileSystem
  package let descriptor: FileDescriptor

  package init(_ descriptor: FileDescriptor, of system: any FileSystem) {
    self.descriptor = descriptor
    self.system = system
  }

  deinit { system.close(descriptor) }

  package func status() throws(FileSystemError) -> FileStatus { try system.status(of: descriptor) }

  package func extent() throws(FileSystemError) -> FileExtent { try system.extent(of: descriptor) }

  /// Writes all of the bytes, in as many steps as it takes.
  package func write(_ bytes: [UInt8], at offset: Int) throws(FileSystemError) {
    try bytes.withUnsafeBufferPointer { bytes throws(FileSystemError) in
      try write(UnsafeRawBufferPointer(bytes), at: offset)
    }
  }

  /// Writes all of the bytes, in as many steps as it takes.
  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(FileSystemError) {
    var written = 0
    while written < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
      let count = try system.write(rest, to: descriptor, at: offset + written)
      // A file system that writes nothing and gives no error would be asked for ever.
      guard count > 0 else { throw FileSystemError("write to a file", .notOnTheDisk) }
      written += count
    }
  }

  /// Reads what is between two offsets, or up to the end of the file where that comes first.
  package func read(from offset: Int, to end: Int) throws(FileSystemError) -> [UInt8] {
    guard end > offset else { return [] }
    var failure: FileSystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: end - offset) { buffer, count in
      do throws(FileSystemError) {
        while count < end - offset {
          let rest = UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: buffer[count...]))
          let step = try system.read(descriptor, at: offset + count, into: rest)
          if step == 0 { break }
          count += step
        }
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }
}
