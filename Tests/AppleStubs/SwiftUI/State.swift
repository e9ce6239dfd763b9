// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Declarations of SwiftUI as Apple documents them, without behaviour; see .ci/apple-typecheck.

public import Observation

public protocol DynamicProperty {}

@frozen
@propertyWrapper
public struct State<Value>: DynamicProperty {
  public init(wrappedValue value: Value) { fatalError() }
  public init(initialValue value: Value) { fatalError() }

  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set { fatalError() }
  }

  public var projectedValue: Binding<Value> { fatalError() }
}

extension State: Sendable where Value: Sendable {}

@frozen
@propertyWrapper
public struct Environment<Value>: DynamicProperty {
  public init(_ objectType: Value.Type) where Value: AnyObject & Observable { fatalError() }

  public var wrappedValue: Value { fatalError() }
}
