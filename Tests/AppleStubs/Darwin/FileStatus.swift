// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase
// Declarations of Apple's C library with the types that Swift imports, without behaviour; see .ci/apple-typecheck.

// <sys/stat.h>

public let S_IFMT: mode_t = 0o170000
public let S_IFDIR: mode_t = 0o040000
public let S_IFREG: mode_t = 0o100000
public let S_IFLNK: mode_t = 0o120000

public struct stat {
  public var st_dev: dev_t = 0
  public var st_mode: mode_t = 0
  public var st_nlink: nlink_t = 0
  public var st_ino: ino_t = 0
  public var st_uid: uid_t = 0
  public var st_gid: gid_t = 0
  public var st_mtimespec = timespec()
  public var st_ctimespec = timespec()
  public var st_size: off_t = 0

  public init() {}
}

@discardableResult public func fstat(_ file: Int32, _ status: UnsafeMutablePointer<stat>!) -> Int32 { fatalError() }
@discardableResult
public func fstatat(
  _ folder: Int32, _ path: UnsafePointer<CChar>!, _ status: UnsafeMutablePointer<stat>!, _ flags: Int32
) -> Int32 { fatalError() }
@discardableResult public func fchmod(_ file: Int32, _ mode: mode_t) -> Int32 { fatalError() }
@discardableResult public func mkdir(_ path: UnsafePointer<CChar>!, _ mode: mode_t) -> Int32 { fatalError() }

// <sys/mount.h>

public let MNT_LOCAL: Int32 = 0x1000

public struct statfs {
  public var f_flags: UInt32 = 0

  public init() {}
}

@discardableResult public func fstatfs(_ file: Int32, _ status: UnsafeMutablePointer<statfs>!) -> Int32 { fatalError() }

// <sys/statvfs.h>

public struct statvfs {
  public var f_frsize: UInt = 0
  public var f_blocks: UInt32 = 0
  public var f_bavail: UInt32 = 0

  public init() {}
}

@discardableResult public func fstatvfs(_ file: Int32, _ status: UnsafeMutablePointer<statvfs>!) -> Int32 {
  fatalError()
}

// <dirent.h>

public struct dirent {
  // Apple's array has 1,024 elements. Its name is read as bytes.
  public var d_name: (CChar, CChar, CChar, CChar) = (0, 0, 0, 0)

  public init() {}
}

public struct DIR {}

public func opendir(_ path: UnsafePointer<CChar>!) -> UnsafeMutablePointer<DIR>! { fatalError() }
public func readdir(_ folder: UnsafeMutablePointer<DIR>!) -> UnsafeMutablePointer<dirent>! { fatalError() }
@discardableResult public func closedir(_ folder: UnsafeMutablePointer<DIR>!) -> Int32 { fatalError() }

// <copyfile.h>

public typealias copyfile_flags_t = UInt32
public typealias copyfile_state_t = OpaquePointer

public let COPYFILE_ACL: Int32 = 1
public let COPYFILE_XATTR: Int32 = 4

@discardableResult
public func fcopyfile(_ source: Int32, _ destination: Int32, _ state: copyfile_state_t!, _ flags: copyfile_flags_t)
  -> Int32
{ fatalError() }
