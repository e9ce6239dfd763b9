// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase
// Declarations of Core Foundation as Apple documents them, without behaviour; see .ci/apple-typecheck.

public import Foundation

// Bridged to this class without a conversion on Apple's platforms.
public typealias CFNumber = NSNumber
public typealias CFTypeRef = AnyObject
public typealias CFTypeID = UInt

public func CFGetTypeID(_ cf: CFTypeRef!) -> CFTypeID { fatalError() }
public func CFBooleanGetTypeID() -> CFTypeID { fatalError() }
public func CFNumberIsFloatType(_ number: CFNumber!) -> Bool { fatalError() }
