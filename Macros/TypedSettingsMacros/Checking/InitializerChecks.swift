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
    // A convenience initializer only writes settings that already have their default value.
    let designated = group.declaration.memberBlock.members.initializers.filter { !$0.isConvenience }
    return designated.flatMap { initializer -> [Diagnostic] in
      var assigned: Set<String> = []
      let settings = AssignedSettings(names: names, localNames: initializer.localNames)
      return secondAssignments(of: settings, in: initializer.body?.statements ?? [], after: &assigned)
    }
  }

  /// The settings whose assignments an initializer is searched for.
  private struct AssignedSettings {
    let names: Set<String>
    /// The names that need `self` to refer to a property, anywhere in the initializer.
    let localNames: Set<String>

    /// Returns the name of the setting that a statement assigns; `nil` for any other statement.
    func setting(assignedBy assignment: Assignment) -> String? {
      let isLocal = !assignment.isQualified && localNames.contains(assignment.name)
      return !isLocal && names.contains(assignment.name) ? assignment.name : nil
    }
  }

  /// Returns a diagnostic for each assignment that always follows another assignment of the same setting.
  private static func secondAssignments(
    of settings: AssignedSettings, in statements: CodeBlockItemListSyntax, after assigned: inout Set<String>
  ) -> [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    for statement in statements {
      if let assignment = statement.item.assignment, let name = settings.setting(assignedBy: assignment) {
        // A change of the value follows an assignment, even if that is inside a branch.
        if !assigned.insert(name).inserted || assignment.isChange {
          diagnostics.append(Diagnostic(.assignedTwice(property: name), at: assignment.target))
        }
      } else {
        for block in statement.item.blocks {
          var branch = assigned
          diagnostics += secondAssignments(of: settings, in: block, after: &branch)
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

extension InitializerDeclSyntax {
  /// The names of the parameters and of all variables in the body.
  fileprivate var localNames: Set<String> {
    let parameters = signature.parameterClause.parameters.map { $0.secondName ?? $0.firstName }
    let variables = VariableNames(viewMode: .sourceAccurate)
    if let body { variables.walk(body) }
    return variables.names.union(parameters.map(\.nameWithoutBackticks))
  }
}

/// Collects the names of the variables that a syntax tree declares.
private final class VariableNames: SyntaxVisitor {
  private(set) var names: Set<String> = []

  override func visit(_ pattern: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind {
    names.insert(pattern.identifier.nameWithoutBackticks)
    return .skipChildren
  }
}

/// An assignment `x = …` or `self.x = …`, or a change of the value: `x += …`, `x[0] = …` or `x.y = …`.
private struct Assignment {
  let name: String
  let target: Syntax
  /// A Boolean value that indicates whether the target starts with `self`.
  let isQualified: Bool
  /// A Boolean value that indicates whether the value is changed instead of replaced.
  let isChange: Bool

  /// Creates an assignment to an expression; `nil` if the expression isn't a property or a part of one.
  init?(to target: ExprSyntax, isChange: Bool) {
    if let reference = target.as(DeclReferenceExprSyntax.self) {
      self.init(reference.baseName, target, isQualified: false, isChange: isChange)
    } else if let member = target.as(MemberAccessExprSyntax.self) {
      guard let base = member.base else { return nil }
      if base.trimmedDescription == "self" {
        self.init(member.declName.baseName, target, isQualified: true, isChange: isChange)
      } else {
        self.init(to: base, isChange: true)
      }
    } else if let element = target.as(SubscriptCallExprSyntax.self) {
      self.init(to: element.calledExpression, isChange: true)
    } else if let chain = target.as(OptionalChainingExprSyntax.self) {
      self.init(to: chain.expression, isChange: true)
    } else if let forced = target.as(ForceUnwrapExprSyntax.self) {
      self.init(to: forced.expression, isChange: true)
    } else {
      return nil
    }
  }

  private init(_ name: TokenSyntax, _ target: ExprSyntax, isQualified: Bool, isChange: Bool) {
    self.name = name.nameWithoutBackticks
    self.target = Syntax(target)
    self.isQualified = isQualified
    self.isChange = isChange
  }
}

extension CodeBlockItemSyntax.Item {
  /// The assignment that the statement consists of; `nil` for any other statement.
  fileprivate var assignment: Assignment? {
    guard case .expr(let expression) = self, let sequence = expression.as(SequenceExprSyntax.self),
      sequence.elements.count > 2, let target = sequence.elements.first,
      let operation = sequence.elements.dropFirst().first
    else { return nil }
    if operation.is(AssignmentExprSyntax.self) { return Assignment(to: target, isChange: false) }
    guard let name = operation.as(BinaryOperatorExprSyntax.self)?.operator.text, name.hasSuffix("="),
      !Self.comparisons.contains(name)
    else { return nil }
    return Assignment(to: target, isChange: true)
  }

  private static let comparisons: Set = ["==", "!=", "<=", ">=", "===", "!==", "~=", ".==", ".!=", ".<=", ".>="]

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
