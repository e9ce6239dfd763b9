// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Declarations of SwiftUI as Apple documents them, without behaviour; see .ci/apple-typecheck.

@frozen
@propertyWrapper
public struct FocusState<Value: Hashable>: DynamicProperty {
  @frozen
  public struct Binding {
    public var wrappedValue: Value {
      get { fatalError() }
      nonmutating set { fatalError() }
    }

    public var projectedValue: FocusState<Value>.Binding { self }
  }

  public init() where Value == Bool { fatalError() }

  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set { fatalError() }
  }

  public var projectedValue: FocusState<Value>.Binding { fatalError() }
}

public struct SubmitTriggers: OptionSet, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  public static let text = SubmitTriggers(rawValue: 1)
  public static let search = SubmitTriggers(rawValue: 2)
}

@frozen
public enum Axis: Int8, CaseIterable, Sendable {
  case horizontal
  case vertical
}
