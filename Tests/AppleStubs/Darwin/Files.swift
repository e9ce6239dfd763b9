// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase
// Declarations of Apple's C library with the types that Swift imports, without behaviour; see .ci/apple-typecheck.

// <sys/types.h>

public typealias mode_t = UInt16
public typealias nlink_t = UInt16
public typealias dev_t = Int32
public typealias ino_t = UInt64
public typealias off_t = Int64
public typealias uid_t = UInt32
public typealias gid_t = UInt32

// <fcntl.h>

public let O_RDONLY: Int32 = 0x0000
public let O_RDWR: Int32 = 0x0002
public let O_NONBLOCK: Int32 = 0x0004
public let O_APPEND: Int32 = 0x0008
public let O_NOFOLLOW: Int32 = 0x0100
public let O_CREAT: Int32 = 0x0200
public let O_EXCL: Int32 = 0x0800
public let O_EVTONLY: Int32 = 0x8000
public let O_DIRECTORY: Int32 = 0x0010_0000
public let O_CLOEXEC: Int32 = 0x0100_0000
public let AT_EACCESS: Int32 = 0x0010
public let AT_SYMLINK_NOFOLLOW: Int32 = 0x0020
public let F_GETFD: Int32 = 1
public let F_GETFL: Int32 = 3
public let F_SETFL: Int32 = 4
public let FD_CLOEXEC: Int32 = 1
public let F_FULLFSYNC: Int32 = 51
public let F_DUPFD_CLOEXEC: Int32 = 67

public func open(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { fatalError() }
public func open(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32 { fatalError() }
public func openat(_ folder: Int32, _ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { fatalError() }
public func openat(_ folder: Int32, _ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32 {
  fatalError()
}
public func fcntl(_ file: Int32, _ command: Int32) -> Int32 { fatalError() }
public func fcntl(_ file: Int32, _ command: Int32, _ value: Int32) -> Int32 { fatalError() }
public func fcntl(_ file: Int32, _ command: Int32, _ pointer: UnsafeMutableRawPointer) -> Int32 { fatalError() }

// <unistd.h>

public let STDERR_FILENO: Int32 = 2
public let W_OK: Int32 = 2
public let SEEK_CUR: Int32 = 1
public let PATH_MAX: Int32 = 1024

@discardableResult public func close(_ file: Int32) -> Int32 { fatalError() }
@discardableResult public func dup2(_ file: Int32, _ other: Int32) -> Int32 { fatalError() }
@discardableResult public func isatty(_ file: Int32) -> Int32 { fatalError() }
@discardableResult
public func read(_ file: Int32, _ bytes: UnsafeMutableRawPointer!, _ count: Int) -> Int { fatalError() }
@discardableResult
public func write(_ file: Int32, _ bytes: UnsafeRawPointer!, _ count: Int) -> Int { fatalError() }
@discardableResult
public func pread(_ file: Int32, _ bytes: UnsafeMutableRawPointer!, _ count: Int, _ offset: off_t) -> Int {
  fatalError()
}
@discardableResult
public func pwrite(_ file: Int32, _ bytes: UnsafeRawPointer!, _ count: Int, _ offset: off_t) -> Int { fatalError() }
@discardableResult public func lseek(_ file: Int32, _ offset: off_t, _ origin: Int32) -> off_t { fatalError() }
@discardableResult public func ftruncate(_ file: Int32, _ length: off_t) -> Int32 { fatalError() }
@discardableResult public func fsync(_ file: Int32) -> Int32 { fatalError() }
@discardableResult public func fchown(_ file: Int32, _ owner: uid_t, _ group: gid_t) -> Int32 { fatalError() }
@discardableResult
public func faccessat(_ folder: Int32, _ path: UnsafePointer<CChar>!, _ mode: Int32, _ flags: Int32) -> Int32 {
  fatalError()
}
@discardableResult
public func linkat(
  _ folder: Int32, _ path: UnsafePointer<CChar>!, _ newFolder: Int32, _ newPath: UnsafePointer<CChar>!, _ flags: Int32
) -> Int32 { fatalError() }
@discardableResult
public func unlinkat(_ folder: Int32, _ path: UnsafePointer<CChar>!, _ flags: Int32) -> Int32 { fatalError() }
@discardableResult
public func readlinkat(
  _ folder: Int32, _ path: UnsafePointer<CChar>!, _ buffer: UnsafeMutablePointer<CChar>!, _ size: Int
) -> Int { fatalError() }

// <stdio.h>

public let RENAME_SWAP: Int32 = 0x0002

@discardableResult
public func renameat(
  _ folder: Int32, _ path: UnsafePointer<CChar>!, _ newFolder: Int32, _ newPath: UnsafePointer<CChar>!
) -> Int32 { fatalError() }
@discardableResult
public func renameatx_np(
  _ folder: Int32, _ path: UnsafePointer<CChar>!, _ newFolder: Int32, _ newPath: UnsafePointer<CChar>!, _ flags: UInt32
) -> Int32 { fatalError() }

// <sys/file.h>

public let LOCK_EX: Int32 = 0x02
public let LOCK_NB: Int32 = 0x04
public let LOCK_UN: Int32 = 0x08

@discardableResult public func flock(_ file: Int32, _ operation: Int32) -> Int32 { fatalError() }
