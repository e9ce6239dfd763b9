// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase
// Declarations of Apple's C library with the types that Swift imports, without behaviour; see .ci/apple-typecheck.

// <time.h>

public struct timespec {
  public var tv_sec: Int = 0
  public var tv_nsec: Int = 0

  public init() {}
}

public struct clockid_t: Sendable {}

public let CLOCK_REALTIME = clockid_t()

@discardableResult
public func clock_gettime(_ clock: clockid_t, _ time: UnsafeMutablePointer<timespec>!) -> Int32 { fatalError() }

// <unistd.h>

public typealias useconds_t = UInt32

public func getpid() -> Int32 { fatalError() }
public func geteuid() -> uid_t { fatalError() }
@discardableResult public func usleep(_ microseconds: useconds_t) -> Int32 { fatalError() }

// <sched.h>

@discardableResult public func sched_yield() -> Int32 { fatalError() }

// <stdlib.h>

public func getenv(_ name: UnsafePointer<CChar>!) -> UnsafeMutablePointer<CChar>! { fatalError() }
@discardableResult public func atexit(_ function: (@convention(c) () -> Void)!) -> Int32 { fatalError() }

// <pthread.h>

@discardableResult
public func pthread_atfork(
  _ prepare: (@convention(c) () -> Void)!, _ parent: (@convention(c) () -> Void)!, _ child: (@convention(c) () -> Void)!
) -> Int32 { fatalError() }
