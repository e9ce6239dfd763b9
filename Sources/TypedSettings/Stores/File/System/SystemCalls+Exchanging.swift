#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

extension SystemCalls {
  package func exchange(_ name: String, with other: String, in folder: FileDescriptor) throws(FileSystemError) {
    #if canImport(Darwin)
      try Self.success("exchange two files") {
        renameatx_np(folder.number, name, folder.number, other, UInt32(RENAME_SWAP))
      }
    #elseif canImport(Glibc)
      guard let rename = Self.renameWithFlags else { throw FileSystemError("exchange two files", ENOSYS) }
      try Self.success("exchange two files") { rename(folder.number, name, folder.number, other, Self.exchangeFlag) }
    #else
      throw FileSystemError("exchange two files", ENOSYS)
    #endif
  }

  #if canImport(Glibc)
    /// `renameat2`, looked up by name, because the modules of the C libraries do not have it; `nil` where there is none.
    private static let renameWithFlags = function(
      "renameat2",
      as: (@convention(c) (Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32) -> Int32).self)

    /// `RENAME_EXCHANGE` of the kernel's interface.
    private static let exchangeFlag: UInt32 = 2
  #endif
}
