// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase
// Declarations of Apple's C library with the types that Swift imports, without behaviour; see .ci/apple-typecheck.

// <errno.h>

public var errno: Int32 {
  get { fatalError() }
  set { fatalError() }
}

public let EPERM: Int32 = 1
public let ENOENT: Int32 = 2
public let EINTR: Int32 = 4
public let EIO: Int32 = 5
public let EBADF: Int32 = 9
public let EACCES: Int32 = 13
public let EBUSY: Int32 = 16
public let EEXIST: Int32 = 17
public let EXDEV: Int32 = 18
public let ENOTDIR: Int32 = 20
public let EISDIR: Int32 = 21
public let EINVAL: Int32 = 22
public let EFBIG: Int32 = 27
public let ENOSPC: Int32 = 28
public let EROFS: Int32 = 30
public let EMLINK: Int32 = 31
public let EAGAIN: Int32 = 35
public let EWOULDBLOCK: Int32 = 35
public let EPROTOTYPE: Int32 = 41
public let ENOTSUP: Int32 = 45
public let ETIMEDOUT: Int32 = 60
public let ELOOP: Int32 = 62
public let ESTALE: Int32 = 70
public let ENOLCK: Int32 = 77
public let ENOSYS: Int32 = 78
public let EOPNOTSUPP: Int32 = 102

// <string.h>

public func strerror(_ number: Int32) -> UnsafeMutablePointer<CChar>! { fatalError() }
