// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase
// Declarations of Apple's C library with the types that Swift imports, without behaviour; see .ci/apple-typecheck.

// <termios.h>

public typealias tcflag_t = UInt
public typealias cc_t = UInt8

public struct termios {
  public var c_iflag: tcflag_t = 0
  public var c_oflag: tcflag_t = 0
  public var c_cflag: tcflag_t = 0
  public var c_lflag: tcflag_t = 0
  public var c_cc:
    (
      cc_t, cc_t, cc_t, cc_t, cc_t, cc_t, cc_t, cc_t, cc_t, cc_t, cc_t, cc_t, cc_t, cc_t, cc_t, cc_t, cc_t, cc_t, cc_t,
      cc_t
    ) = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)

  public init() {}
}

public let ECHO: Int32 = 0x0000_0008
public let ISIG: Int32 = 0x0000_0080
public let VEOL: Int32 = 1
public let VINTR: Int32 = 8
public let TCSADRAIN: Int32 = 1
public let TCSAFLUSH: Int32 = 2

@discardableResult public func tcgetattr(_ file: Int32, _ settings: UnsafeMutablePointer<termios>!) -> Int32 {
  fatalError()
}

@discardableResult
public func tcsetattr(_ file: Int32, _ actions: Int32, _ settings: UnsafePointer<termios>!) -> Int32 { fatalError() }
