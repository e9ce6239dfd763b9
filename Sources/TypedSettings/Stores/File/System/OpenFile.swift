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

  /// Writes all of the bytes at the end of the file, with nothing of others between them.
  ///
  /// - Returns: Where the first of them was put.
  /// - Throws: ``FileSystemError`` also where a part of them was written and somebody else has gone on behind that.
  func append(_ bytes: UnsafeRawBufferPointer) throws(FileSystemError) -> Int {
    var (count, end) = try system.append(bytes, to: descriptor)
    while count < bytes.count {
      // As a rule, this says why no more was written.
      let (more, newEnd) = try system.append(UnsafeRawBufferPointer(rebasing: bytes[count...]), to: descriptor)
      guard more > 0, newEnd - more == end else { throw FileSystemError("write to a file", .notOnTheDisk) }
      count += more
      end = newEnd
    }
    return end - count
  }

  /// Writes all of the bytes at the end of the file, as one step.
  ///
  /// - Returns: Where the first of them was put.
  func append(_ bytes: [UInt8]) throws(FileSystemError) -> Int {
    try bytes.withUnsafeBufferPointer { bytes throws(FileSystemError) in try append(UnsafeRawBufferPointer(bytes)) }
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
