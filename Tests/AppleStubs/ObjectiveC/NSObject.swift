// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase
// Declarations of the Objective-C runtime as Apple documents them, without behaviour; see .ci/apple-typecheck.

@objc
public protocol NSObjectProtocol {
  @objc(isEqual:) func isEqual(_ object: Any?) -> Bool
  @objc var hash: Int { get }
  @objc(isKindOfClass:) func isKind(of aClass: AnyClass) -> Bool
  @objc(respondsToSelector:) func responds(to aSelector: Selector!) -> Bool
  @objc var description: String { get }
}

@objc
open class NSObject: NSObjectProtocol {
  public init() { fatalError() }

  open class func resolveInstanceMethod(_ sel: Selector!) -> Bool { fatalError() }
  open class func instancesRespond(to aSelector: Selector!) -> Bool { fatalError() }

  open func isEqual(_ object: Any?) -> Bool { fatalError() }
  open var hash: Int { fatalError() }
  open func isKind(of aClass: AnyClass) -> Bool { fatalError() }
  open func responds(to aSelector: Selector!) -> Bool { fatalError() }
  open var description: String { fatalError() }
  open func forwardingTarget(for aSelector: Selector!) -> Any? { fatalError() }
  open func copy() -> Any { fatalError() }
  open func mutableCopy() -> Any { fatalError() }
}

extension NSObject: Equatable, Hashable {
  public static func == (lhs: NSObject, rhs: NSObject) -> Bool { fatalError() }
  public func hash(into hasher: inout Hasher) { fatalError() }
}

extension NSObject: CustomStringConvertible {}
