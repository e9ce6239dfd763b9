// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Declarations of the unified logging system as Apple documents them, without behaviour; see .ci/apple-typecheck.

public struct OSLogPrivacy: Sendable {
  public static var `private`: OSLogPrivacy { fatalError() }
  public static var `public`: OSLogPrivacy { fatalError() }
}

public struct OSLogInterpolation: StringInterpolationProtocol {
  public init(literalCapacity: Int, interpolationCount: Int) { fatalError() }
  public mutating func appendLiteral(_ literal: String) { fatalError() }
  public mutating func appendInterpolation(
    _ argumentString: @autoclosure @escaping () -> String, privacy: OSLogPrivacy = .private
  ) { fatalError() }
}

public struct OSLogMessage: ExpressibleByStringInterpolation {
  public init(stringLiteral value: String) { fatalError() }
  public init(stringInterpolation: OSLogInterpolation) { fatalError() }
}

public struct Logger: Sendable {
  public init(subsystem: String, category: String) { fatalError() }
  public func error(_ message: OSLogMessage) { fatalError() }
}
