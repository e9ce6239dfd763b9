#if canImport(Glibc)
  internal import Glibc

  extension SystemCalls {
    /// `statx`, looked up by name, because the module of the C library does not have it; `nil` where there is none.
    private static let look = function(
      "statx", as: (@convention(c) (Int32, UnsafePointer<CChar>, Int32, UInt32, UnsafeMutableRawPointer) -> Int32).self)

    // Where `statx` puts what it finds is part of the kernel's interface, and the same on all machines.
    private static let length = 256
    private static let inodeOffset = 32
    private static let sizeOffset = 40
    private static let deviceOffsets = (major: 136, minor: 140)
    private static let inodeAndSize: UInt32 = 0x100 | 0x200

    package func place(of name: String, in folder: FileDescriptor) throws(FileSystemError) -> FilePlace? {
      let found = Self.look.flatMap { look in
        withUnsafeTemporaryAllocation(byteCount: Self.length, alignment: 8) { buffer -> FilePlace? in
          guard let parts = buffer.baseAddress,
            name.withCString({ look(folder.number, $0, AT_SYMLINK_NOFOLLOW, Self.inodeAndSize, parts) }) == 0,
            parts.load(as: UInt32.self) & Self.inodeAndSize == Self.inodeAndSize
          else { return nil }
          return FilePlace(
            device: Self.device(
              major: parts.load(fromByteOffset: Self.deviceOffsets.major, as: UInt32.self),
              minor: parts.load(fromByteOffset: Self.deviceOffsets.minor, as: UInt32.self)),
            inode: parts.load(fromByteOffset: Self.inodeOffset, as: UInt64.self),
            size: Int(parts.load(fromByteOffset: Self.sizeOffset, as: UInt64.self)))
        }
      }
      if let found { return found }
      // There is none, or the call is forbidden, as in some containers.
      return try status(of: name, in: folder).map { FilePlace($0) }
    }

    /// The number of a device as `stat` has it, where `statx` has two.
    private static func device(major: UInt32, minor: UInt32) -> UInt64 {
      let (major, minor) = (UInt64(major), UInt64(minor))
      return minor & 0xFF | (major & 0xFFF) << 8 | (minor & ~0xFF) << 12 | (major & ~0xFFF) << 32
    }
  }
#endif
