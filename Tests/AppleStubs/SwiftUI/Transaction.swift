// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Declarations of SwiftUI as Apple documents them, without behaviour; see .ci/apple-typecheck.

@frozen
public struct Transaction {
  public init() { fatalError() }
  public init(animation: Animation?) { fatalError() }
}

@available(*, unavailable)
extension Transaction: Sendable {}

public func withTransaction<Result>(_ transaction: Transaction, _ body: () throws -> Result) rethrows -> Result {
  fatalError()
}

@frozen
public struct Animation: Equatable, Sendable {
  public static let `default` = Animation()
}
