/// A reference to an open file or folder, which closes it when it's deallocated.
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

  /// Writes all bytes, in as many system calls as necessary.
  package func write(_ bytes: [UInt8], at offset: Int) throws(FileSystemError) {
    try bytes.withUnsafeBufferPointer { bytes throws(FileSystemError) in
      try write(UnsafeRawBufferPointer(bytes), at: offset)
    }
  }

  /// Writes all bytes, in as many system calls as necessary.
  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(FileSystemError) {
    var written = 0
    while written < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
      let count = try system.write(rest, to: descriptor, at: offset + written)
      // Guards against an infinite loop if the file system writes nothing without reporting an error.
      guard count > 0 else { throw FileSystemError("write to a file", .incompleteTransfer) }
      written += count
    }
  }

  /// Appends all bytes to the file, contiguously.
  ///
  /// - Returns: The offset of the first byte.
  func append(_ bytes: [UInt8]) throws(FileSystemError) -> Int {
    try bytes.withUnsafeBufferPointer { bytes throws(FileSystemError) in
      try system.appendAll(UnsafeRawBufferPointer(bytes), to: descriptor)
    }
  }

  /// Reads the bytes between two offsets, up to the end of the file.
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

extension FileSystem {
  /// Appends all bytes to a file that's open for appending, contiguously.
  ///
  /// - Returns: The offset of the first byte.
  /// - Throws: ``FileSystemError``, also if only a part was written and another process has appended behind it.
  func appendAll(_ bytes: UnsafeRawBufferPointer, to file: FileDescriptor) throws(FileSystemError) -> Int {
    var (count, end) = try append(bytes, to: file)
    while count < bytes.count {
      // Usually this throws the error that explains the short write.
      let (more, newEnd) = try append(UnsafeRawBufferPointer(rebasing: bytes[count...]), to: file)
      guard more > 0, newEnd - more == end else { throw FileSystemError("write to a file", .incompleteTransfer) }
      count += more
      end = newEnd
    }
    return end - count
  }
}
