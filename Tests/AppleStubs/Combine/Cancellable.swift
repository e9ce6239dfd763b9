// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Declarations of Combine as Apple documents them, without behaviour; see .ci/apple-typecheck.

public protocol Cancellable {
  func cancel()
}

extension Cancellable {
  public func store<C: RangeReplaceableCollection>(in collection: inout C) where C.Element == AnyCancellable {
    fatalError()
  }
  public func store(in set: inout Set<AnyCancellable>) { fatalError() }
}

public final class AnyCancellable: Cancellable, Hashable {
  public init(_ cancel: @escaping () -> Void) { fatalError() }
  public init<C: Cancellable>(_ canceller: C) { fatalError() }
  public func cancel() { fatalError() }
  public func hash(into hasher: inout Hasher) { fatalError() }
  public static func == (lhs: AnyCancellable, rhs: AnyCancellable) -> Bool { fatalError() }
  public func store<C: RangeReplaceableCollection>(in collection: inout C) where C.Element == AnyCancellable {
    fatalError()
  }
  public func store(in set: inout Set<AnyCancellable>) { fatalError() }
}

public protocol Subscription: Cancellable, CustomCombineIdentifierConvertible {
  func request(_ demand: Subscribers.Demand)
}

public enum Subscriptions {
  public static var empty: any Subscription { fatalError() }
}

public struct CombineIdentifier: Hashable, CustomStringConvertible, Sendable {
  public init() {}
  public init(_ obj: AnyObject) {}
  public var description: String { fatalError() }
}

public protocol CustomCombineIdentifierConvertible {
  var combineIdentifier: CombineIdentifier { get }
}

extension CustomCombineIdentifierConvertible where Self: AnyObject {
  public var combineIdentifier: CombineIdentifier { fatalError() }
}
