import SwiftSyntax

/// An operator that `Equatable` or `Comparable` asks for, in the body of a group's class.
struct ComparisonOperator {
  let function: FunctionDeclSyntax
  let name: String
  /// The protocol that asks for it.
  let requiringProtocol: String
  /// The types of both operands, as source text.
  let operands: (String, String)

  /// Returns `nil` for a function that is none.
  init?(_ function: FunctionDeclSyntax) {
    let name = function.name.text
    guard name == "==" || Self.comparisons.contains(name), function.genericParameterClause == nil,
      function.modifiers.contains(where: { $0.isTypeMember })
    else { return nil }
    let types = function.signature.parameterClause.parameters.map(\.type.trimmedDescription)
    guard types.count == 2 else { return nil }
    self.function = function
    self.name = name
    requiringProtocol = name == "==" ? "Equatable" : "Comparable"
    operands = (types[0], types[1])
  }

  private static let comparisons: Set = ["<", "<=", ">", ">="]
}
