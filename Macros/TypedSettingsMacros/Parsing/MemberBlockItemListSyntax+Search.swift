import SwiftSyntax

extension MemberBlockItemListSyntax {
  /// The declarations, those inside `#if` in place of the condition.
  var declarations: [DeclSyntax] {
    flatMap { item -> [DeclSyntax] in
      guard let conditional = item.decl.as(IfConfigDeclSyntax.self) else { return [item.decl] }
      return conditional.clauses.flatMap { clause -> [DeclSyntax] in
        guard case .decls(let items)? = clause.elements else { return [] }
        return items.declarations
      }
    }
  }

  /// Returns the declarations of a kind, including those inside `#if`.
  func declarations<Declaration: DeclSyntaxProtocol>(of kind: Declaration.Type) -> [Declaration] {
    declarations.compactMap { $0.as(kind) }
  }

  /// Returns the properties with a name that mention a type, including those inside `#if`.
  func properties(named name: String, mentioning type: String) -> [VariableDeclSyntax] {
    declarations(of: VariableDeclSyntax.self).filter { variable in
      variable.bindings.contains { $0.name == name } && variable.mentions(type)
    }
  }

  /// Returns the functions without parameters that have a name and mention a type, including those inside `#if`.
  func functions(named name: String, mentioning type: String) -> [FunctionDeclSyntax] {
    declarations(of: FunctionDeclSyntax.self).filter { function in
      function.name.nameWithoutBackticks == name && function.signature.parameterClause.parameters.isEmpty
        && function.mentions(type)
    }
  }
}

extension SyntaxProtocol {
  /// Returns whether a name is among the tokens of the source.
  fileprivate func mentions(_ name: String) -> Bool { tokens(viewMode: .sourceAccurate).contains { $0.text == name } }
}
