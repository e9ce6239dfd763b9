// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase
// Declarations of the Objective-C runtime as Apple documents them, without behaviour; see .ci/apple-typecheck.

public struct Selector: ExpressibleByStringLiteral, Hashable, CustomStringConvertible, Sendable {
  public init(_ str: String) { fatalError() }
  public init(stringLiteral value: String) { fatalError() }
  public var description: String { fatalError() }
}

@frozen
public struct ObjCBool: ExpressibleByBooleanLiteral, CustomStringConvertible, Sendable {
  public init(_ value: Bool) { fatalError() }
  public init(booleanLiteral value: Bool) { fatalError() }
  public var boolValue: Bool { fatalError() }
  public var description: String { fatalError() }
}
