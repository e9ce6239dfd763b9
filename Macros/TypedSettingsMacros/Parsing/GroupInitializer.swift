import SwiftSyntax

/// An `init` of a group's class.
struct GroupInitializer {
  let isConvenience: Bool
  let hasNoParameters: Bool
  /// Whether `T()` may call it: every parameter has a default and nothing else stands in the way.
  let isCallableWithoutArguments: Bool

  init(_ declaration: InitializerDeclSyntax) {
    let parameters = declaration.signature.parameterClause.parameters
    isConvenience = declaration.modifiers.contains { $0.name.tokenKind == .keyword(.convenience) }
    hasNoParameters = parameters.isEmpty
    // An attribute may isolate or restrict the initializer in a way that the generated callers are not.
    isCallableWithoutArguments =
      parameters.allSatisfy { $0.defaultValue != nil }
      && declaration.optionalMark == nil
      && declaration.signature.effectSpecifiers == nil
      && declaration.genericParameterClause == nil
      && declaration.attributes.unconditional.allSatisfy { ["objc", "inlinable"].contains($0.simpleName) }
  }
}
