// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase
// Declarations of Foundation on Apple's platforms, without behaviour; see .ci/apple-typecheck.
public import Foundation

open class NSUbiquitousKeyValueStore: NSObject {
  open class var `default`: NSUbiquitousKeyValueStore { fatalError() }
  public class var didChangeExternallyNotification: NSNotification.Name { fatalError() }

  open func data(forKey aKey: String) -> Data? { fatalError() }
  open func set(_ aData: Data?, forKey aKey: String) { fatalError() }
  open func removeObject(forKey aKey: String) { fatalError() }
  open var dictionaryRepresentation: [String: Any] { fatalError() }
  @discardableResult open func synchronize() -> Bool { fatalError() }
}

public let NSUbiquitousKeyValueStoreChangeReasonKey = "NSUbiquitousKeyValueStoreChangeReasonKey"
public let NSUbiquitousKeyValueStoreChangedKeysKey = "NSUbiquitousKeyValueStoreChangedKeysKey"
public var NSUbiquitousKeyValueStoreServerChange: Int { 0 }
public var NSUbiquitousKeyValueStoreInitialSyncChange: Int { 1 }
public var NSUbiquitousKeyValueStoreQuotaViolationChange: Int { 2 }
public var NSUbiquitousKeyValueStoreAccountChange: Int { 3 }
