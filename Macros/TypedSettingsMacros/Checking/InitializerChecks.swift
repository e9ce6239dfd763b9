import SwiftDiagnostics
import SwiftSyntax

/// Checks that initializers assign each setting without a default value, and assign it only once.
enum InitializerChecks {
  static func diagnostics(in group: GroupDeclaration) -> [Diagnostic] {
    let uninitialized = group.members.prefs.filter { !$0.hasDefault }
    if uninitialized.isEmpty { return [] }
    if group.isWithoutInitializer {
      return uninitialized.map { pref in
        Diagnostic(
          .neverInitialized(property: pref.name), at: pref.binding.pattern, fixIts: [.addDefault(to: pref.binding)])
      }
    }
    let names = Set(uninitialized.map(\.name))
    return group.declaration.memberBlock.members.initializers.flatMap { initializer -> [Diagnostic] in
      var assigned: Set<String> = []
      return secondAssignments(of: names, in: initializer.body?.statements ?? [], after: &assigned)
    }
  }

  /// Returns a diagnostic for each assignment that always follows another assignment of the same setting.
  private static func secondAssignments(
    of names: Set<String>, in statements: CodeBlockItemListSyntax, after assigned: inout Set<String>
  ) -> [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    for statement in statements {
      if let (name, target) = statement.item.assignment, names.contains(name) {
        if !assigned.insert(name).inserted {
          diagnostics.append(Diagnostic(.assignedTwice(property: name), at: target))
        }
      } else {
        for block in statement.item.blocks {
          var branch = assigned
          diagnostics += secondAssignments(of: names, in: block, after: &branch)
        }
      }
    }
    return diagnostics
  }
}

extension MemberBlockItemListSyntax {
  /// The initializers, including those inside `#if`.
  fileprivate var initializers: [InitializerDeclSyntax] {
    flatMap { item -> [InitializerDeclSyntax] in
      if let initializer = item.decl.as(InitializerDeclSyntax.self) { return [initializer] }
      return item.decl.as(IfConfigDeclSyntax.self)?.clauses.flatMap { clause -> [InitializerDeclSyntax] in
        guard case .decls(let items)? = clause.elements else { return [] }
        return items.initializers
      } ?? []
    }
  }
}

extension CodeBlockItemSyntax.Item {
  /// The name of the property and the target of an assignment `x = …` or `self.x = …`.
  fileprivate var assignment: (name: String, target: Syntax)? {
    guard case .expr(let expression) = self, let sequence = expression.as(SequenceExprSyntax.self),
      sequence.elements.count > 2, let target = sequence.elements.first,
      sequence.elements.dropFirst().first?.is(AssignmentExprSyntax.self) == true
    else { return nil }
    if let reference = target.as(DeclReferenceExprSyntax.self) {
      return (reference.baseName.nameWithoutBackticks, Syntax(target))
    }
    guard let member = target.as(MemberAccessExprSyntax.self), member.base?.trimmedDescription == "self" else {
      return nil
    }
    return (member.declName.baseName.nameWithoutBackticks, Syntax(target))
  }

  /// The blocks of a statement that run at most once.
  fileprivate var blocks: [CodeBlockItemListSyntax] {
    var expression: ExprSyntax?
    switch self {
    case .expr(let statement): expression = statement
    case .stmt(let statement):
      if let statement = statement.as(DoStmtSyntax.self) {
        return [statement.body.statements] + statement.catchClauses.map(\.body.statements)
      }
      expression = statement.as(ExpressionStmtSyntax.self)?.expression
    case .decl: break
    }
    if let conditional = expression?.as(IfExprSyntax.self) { return conditional.blocks }
    return expression?.as(SwitchExprSyntax.self)?.cases.compactMap { $0.as(SwitchCaseSyntax.self)?.statements } ?? []
  }
}

extension IfExprSyntax {
  fileprivate var blocks: [CodeBlockItemListSyntax] {
    switch elseBody {
    case nil: [body.statements]
    case .codeBlock(let block): [body.statements, block.statements]
    case .ifExpr(let next): [body.statements] + next.blocks
    }
  }
}
