// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase
// Declarations of the Objective-C runtime as Apple documents them, without behaviour; see .ci/apple-typecheck.

// Foundation adds these declarations on Apple platforms. They are repeated here because Foundation on Linux has a
// different NSObject without them. Foundation is imported because it defines the Objective-C class that a string
// bridges to.
internal import Foundation

extension NSObject {
  @objc open class func automaticallyNotifiesObservers(forKey key: String) -> Bool { fatalError() }
  @objc open class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> { fatalError() }

  @objc(valueForKey:) open func value(forKey key: String) -> Any? { fatalError() }
  @objc(setValue:forKey:) open func setValue(_ value: Any?, forKey key: String) { fatalError() }
  @objc(valueForUndefinedKey:) open func value(forUndefinedKey key: String) -> Any? { fatalError() }
  @objc(setValue:forUndefinedKey:) open func setValue(_ value: Any?, forUndefinedKey key: String) { fatalError() }
  @objc(willChangeValueForKey:) open func willChangeValue(forKey key: String) { fatalError() }
  @objc(didChangeValueForKey:) open func didChangeValue(forKey key: String) { fatalError() }
}

public func NSStringFromSelector(_ aSelector: Selector) -> String { fatalError() }
public func NSSelectorFromString(_ aSelectorName: String) -> Selector { fatalError() }
