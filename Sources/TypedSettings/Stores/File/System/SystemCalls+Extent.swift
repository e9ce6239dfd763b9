#if canImport(Glibc)
  internal import Glibc

  extension SystemCalls {
    /// `statx`, looked up by name, because the module of the C library does not have it; `nil` where there is none.
    private static let look = function(
      "statx", as: (@convention(c) (Int32, UnsafePointer<CChar>, Int32, UInt32, UnsafeMutableRawPointer) -> Int32).self)

    // Where `statx` puts what it finds, and the numbers of what it is asked for, are part of the kernel's interface, and
    // the same on all machines.
    private static let length = 256
    private static let linkCountOffset = 16
    private static let sizeOffset = 40
    private static let linkCountAndSize: UInt32 = 0x4 | 0x200
    private static let ofTheDescriptor: Int32 = 0x1000

    package func extent(of file: FileDescriptor) throws(FileSystemError) -> FileExtent {
      let found = Self.look.flatMap { look in
        withUnsafeTemporaryAllocation(byteCount: Self.length, alignment: 8) { buffer -> FileExtent? in
          guard let parts = buffer.baseAddress,
            look(file.number, "", Self.ofTheDescriptor, Self.linkCountAndSize, parts) == 0,
            parts.load(as: UInt32.self) & Self.linkCountAndSize == Self.linkCountAndSize
          else { return nil }
          return FileExtent(
            size: Int(parts.load(fromByteOffset: Self.sizeOffset, as: UInt64.self)),
            linkCount: Int(parts.load(fromByteOffset: Self.linkCountOffset, as: UInt32.self)))
        }
      }
      if let found { return found }
      // There is none, or the call is forbidden, as in some containers.
      return FileExtent(try status(of: file))
    }
  }
#endif
