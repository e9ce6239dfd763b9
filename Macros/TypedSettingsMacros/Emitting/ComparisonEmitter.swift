import SwiftSyntax

/// Names the operators in the body of a class as what its protocols ask for.
///
/// A macro that may add members of any name hinders the compiler here: it looks for an operator in the class and in the
/// file, finds the same one twice, and rejects the conformance as ambiguous. A function that says which requirement it
/// is for comes first.
struct ComparisonEmitter {
  let group: GroupDeclaration

  var functions: [String] { functions(in: group.members) }

  private func functions(in members: [GroupMember]) -> [String] {
    members.flatMap { member -> [String] in
      switch member {
      case .comparison(let comparison): function(for: comparison).map { [$0] } ?? []
      case .conditional(let clauses) where member.hasComparison:
        [
          clauses.map { $0.directive + "\n" + functions(in: $0.content).map { $0 + "\n" }.joined() }.joined()
            + "#endif"
        ]
      case .pref, .rejected, .stored, .initializer, .named, .conditional: []
      }
    }
  }

  /// Nil if the class does not have the protocol, or if the operator is about other types.
  private func function(for comparison: ComparisonOperator) -> String? {
    guard !group.missingConformances.contains(comparison.requiringProtocol),
      [comparison.operands.0, comparison.operands.1].allSatisfy(isGroup), let name = Self.names[comparison.name]
    else { return nil }
    let function = comparison.function
    let attributes = function.attributes.unconditional
      .filter { $0.simpleName.hasSuffix("Actor") || $0.simpleName == "available" }
    let words = attributes.map(\.trimmedDescription) + function.modifiers.map(\.trimmedDescription)
    return """
      @_implements(Swift.\(comparison.requiringProtocol), \(comparison.name)(_:_:)) \(words.joined(separator: " ")) \
      func \(name)(_ left: \(comparison.operands.0), _ right: \(comparison.operands.1)) -> Swift.Bool \
      { left \(comparison.name) right }
      """
  }

  private func isGroup(_ type: String) -> Bool {
    let base = type.prefix { $0 != "<" }.split(separator: ".").last ?? ""
    return base == group.declaration.name.text || base == "Self"
  }

  private static let names = [
    "==": "__isEqual", "<": "__isLess", "<=": "__isLessOrEqual", ">": "__isGreater", ">=": "__isGreaterOrEqual",
  ]
}

extension GroupMember {
  fileprivate var hasComparison: Bool {
    [self].flattened.contains { member in
      guard case .comparison = member else { return false }
      return true
    }
  }
}
