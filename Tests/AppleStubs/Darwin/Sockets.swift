// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase
// Declarations of Apple's C library with the types that Swift imports, without behaviour; see .ci/apple-typecheck.

// <sys/socket.h>

public typealias socklen_t = UInt32

public let SOCK_STREAM: Int32 = 1
public let SOL_SOCKET: Int32 = 0xFFFF
public let SO_KEEPALIVE: Int32 = 0x0008
public let SO_TYPE: Int32 = 0x1008
public let SO_NOSIGPIPE: Int32 = 0x1022
public let SHUT_RDWR: Int32 = 2

public func getsockopt(
  _ socket: Int32, _ level: Int32, _ option: Int32, _ value: UnsafeMutableRawPointer!,
  _ size: UnsafeMutablePointer<socklen_t>!
) -> Int32 { fatalError() }
public func setsockopt(
  _ socket: Int32, _ level: Int32, _ option: Int32, _ value: UnsafeRawPointer!, _ size: socklen_t
) -> Int32 { fatalError() }
public func recv(_ socket: Int32, _ bytes: UnsafeMutableRawPointer!, _ count: Int, _ flags: Int32) -> Int {
  fatalError()
}
public func send(_ socket: Int32, _ bytes: UnsafeRawPointer!, _ count: Int, _ flags: Int32) -> Int { fatalError() }
public func shutdown(_ socket: Int32, _ direction: Int32) -> Int32 { fatalError() }

// <netinet/in.h>, <netinet/tcp.h>

public let IPPROTO_TCP: Int32 = 6
public let TCP_NODELAY: Int32 = 0x01
public let TCP_KEEPALIVE: Int32 = 0x10
public let TCP_KEEPINTVL: Int32 = 0x101
public let TCP_KEEPCNT: Int32 = 0x102
