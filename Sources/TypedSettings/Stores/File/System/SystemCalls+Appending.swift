internal import Synchronization

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

extension SystemCalls {
  package func append(
    _ bytes: UnsafeRawBufferPointer, to file: FileDescriptor
  ) throws(FileSystemError) -> (count: Int, end: Int) {
    #if canImport(Darwin)
      let count = try Self.count("write to a file") { Darwin.write(file.number, bytes.baseAddress, bytes.count) }
    #elseif canImport(Glibc)
      let count = try Self.count("write to a file") { Glibc.write(file.number, bytes.baseAddress, bytes.count) }
    #elseif canImport(Musl)
      let count = try Self.count("write to a file") { Musl.write(file.number, bytes.baseAddress, bytes.count) }
    #endif
    // Nobody else uses this open file, so its position is where these bytes end.
    let end = lseek(file.number, 0, SEEK_CUR)
    guard end >= 0 else { throw FileSystemError("find the end of a file", errno) }
    return (count, Int(end))
  }

  package func ordersAppends(in folder: FileDescriptor) -> Bool {
    #if canImport(Darwin)
      var status = statfs()
      return fstatfs(folder.number, &status) != 0 || status.f_flags & UInt32(MNT_LOCAL) != 0
    #elseif canImport(Glibc)
      return withUnsafeTemporaryAllocation(byteCount: 512, alignment: 8) { buffer in
        guard let look = Self.lookAtFileSystem, let status = buffer.baseAddress, look(folder.number, status) == 0 else {
          return true
        }
        // What begins the status is a word of the machine, and the number is in its lower half.
        return !Self.remoteFileSystems.contains(UInt32(truncatingIfNeeded: status.load(as: Int.self)))
      }
    #else
      return true
    #endif
  }

  #if canImport(Glibc)
    /// `fstatfs`, looked up by name, because the module of the C library does not have it.
    private static let lookAtFileSystem = function(
      "fstatfs", as: (@convention(c) (Int32, UnsafeMutableRawPointer) -> Int32).self)
  #endif

  /// The numbers that Linux gives the file systems whose files may lie on another machine, where a client finds the end
  /// of a file before it writes there: 9P, AFS, Ceph, CIFS, FUSE, NFS, SMB, SMB 2, VirtualBox.
  private static let remoteFileSystems: Set<UInt32> = [
    0x0102_1997, 0x5346_414F, 0x00C3_6400, 0xFF53_4D42, 0x6573_5546, 0x6969, 0x517B, 0xFE53_4D42, 0x786F_4256,
  ]

  package var forkCount: Int { Forks.count }
}

/// Counts how often this process was made by `fork` from another one that had files open.
private enum Forks {
  private static let counter = Atomic<Int>(0)

  private static let isCounting: Bool = pthread_atfork(nil, nil) { Forks.counter.add(1, ordering: .relaxed) } == 0

  static var count: Int { isCounting ? counter.load(ordering: .relaxed) : 0 }
}
