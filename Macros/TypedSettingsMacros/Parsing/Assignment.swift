import SwiftSyntax

/// An assignment `x = …` or `self.x = …`, or a change of the value: `x += …`, `x[0] = …` or `x.y = …`.
struct Assignment {
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
  var assignment: Assignment? {
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

  /// The changes in a statement that isn't an assignment: calls of mutating methods, and `inout` arguments.
  var changes: [Assignment] {
    let changes = PropertyChanges(viewMode: .sourceAccurate)
    switch self {
    case .expr(let expression) where blocks.isEmpty: changes.walk(expression)
    case .decl(let declaration) where declaration.is(VariableDeclSyntax.self): changes.walk(declaration)
    default: break
    }
    return changes.found
  }

  /// The blocks of a statement, and whether each of them can run repeatedly.
  var blocks: [(statements: CodeBlockItemListSyntax, isRepeated: Bool)] {
    var expression: ExprSyntax?
    switch self {
    case .expr(let statement): expression = statement
    case .stmt(let statement):
      if let loop = statement.as(ForStmtSyntax.self) { return [(loop.body.statements, true)] }
      if let loop = statement.as(WhileStmtSyntax.self) { return [(loop.body.statements, true)] }
      if let loop = statement.as(RepeatStmtSyntax.self) { return [(loop.body.statements, true)] }
      if let statement = statement.as(DoStmtSyntax.self) {
        return ([statement.body.statements] + statement.catchClauses.map(\.body.statements)).map { ($0, false) }
      }
      expression = statement.as(ExpressionStmtSyntax.self)?.expression
    case .decl: break
    }
    if let conditional = expression?.as(IfExprSyntax.self) { return conditional.blocks.map { ($0, false) } }
    let cases = expression?.as(SwitchExprSyntax.self)?.cases.compactMap { $0.as(SwitchCaseSyntax.self)?.statements }
    return cases?.map { ($0, false) } ?? []
  }
}

/// Collects the changes of properties in an expression: `x.append(…)` and `&x`.
private final class PropertyChanges: SyntaxVisitor {
  private(set) var found: [Assignment] = []

  /// The mutating methods of the standard library's values.
  private static let mutatingMethods: Set = [
    "append", "formIntersection", "formSymmetricDifference", "formUnion", "insert", "merge", "negate", "popFirst",
    "popLast", "remove", "removeAll", "removeFirst", "removeLast", "removeSubrange", "removeValue", "replace",
    "replaceSubrange", "reverse", "shuffle", "sort", "subtract", "swapAt", "toggle", "update", "updateValue",
  ]

  override func visit(_ call: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if let method = call.calledExpression.as(MemberAccessExprSyntax.self), let base = method.base,
      Self.mutatingMethods.contains(method.declName.baseName.text)
    {
      add(base)
    }
    return .visitChildren
  }

  override func visit(_ argument: InOutExprSyntax) -> SyntaxVisitorContinueKind {
    add(argument.expression)
    return .skipChildren
  }

  /// Skips a closure, which may run after the initializer.
  override func visit(_ closure: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  private func add(_ target: ExprSyntax) {
    if let change = Assignment(to: target, isChange: true) { found.append(change) }
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
