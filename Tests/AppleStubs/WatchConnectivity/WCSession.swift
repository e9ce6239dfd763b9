// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// Declarations of WatchConnectivity as Apple documents them, without behaviour; see .ci/apple-typecheck.
public import Foundation
public import ObjectiveC

public enum WCSessionActivationState: Int, Sendable {
  case notActivated = 0
  case inactive = 1
  case activated = 2
}

open class WCSession: ObjectiveC.NSObject {
  open class func isSupported() -> Bool { fatalError() }
  open class var `default`: WCSession { fatalError() }

  weak open var delegate: (any WCSessionDelegate)?
  open func activate() { fatalError() }
  open var activationState: WCSessionActivationState { fatalError() }
  open var applicationContext: [String: Any] { fatalError() }
  open func updateApplicationContext(_ applicationContext: [String: Any]) throws { fatalError() }
  open var receivedApplicationContext: [String: Any] { fatalError() }
}

public protocol WCSessionDelegate: ObjectiveC.NSObjectProtocol {
  func session(
    _ session: WCSession, activationDidCompleteWith activationState: WCSessionActivationState, error: (any Error)?)
  func sessionDidBecomeInactive(_ session: WCSession)
  func sessionDidDeactivate(_ session: WCSession)
  // Optional in Apple's protocol.
  func session(_ session: WCSession, didReceiveApplicationContext applicationContext: [String: Any])
}

public struct WCError: Error {
  public enum Code: Int, Sendable {
    case genericError = 7001
    case sessionNotSupported = 7002
    case sessionMissingDelegate = 7003
    case sessionNotActivated = 7004
    case deviceNotPaired = 7005
    case watchAppNotInstalled = 7006
    case notReachable = 7007
    case invalidParameter = 7008
    case payloadTooLarge = 7009
    case payloadUnsupportedTypes = 7010
  }

  public var code: Code { fatalError() }
}
