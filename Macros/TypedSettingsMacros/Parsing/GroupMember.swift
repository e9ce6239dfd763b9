import SwiftSyntax

/// One member of a group's class, reduced to what the expansions depend on.
enum GroupMember {
  case pref(PrefDeclaration)
  /// A `@Pref` that cannot become a record, and why. Nothing may be emitted for it.
  case rejected([Finding])
  case stored(StoredProperty)
  case initializer(GroupInitializer)
  /// An operator that a protocol of the standard library may ask for.
  case comparison(ComparisonOperator)
  /// Any other declaration that a generated member could collide with, by its full name.
  case named(String)
  case conditional([ConditionalClause<[GroupMember]>])
}

/// One clause of `#if`: its first line and what it holds.
struct ConditionalClause<Content> {
  let directive: String
  let content: Content
}

/// A stored property of an instance that is not a setting.
struct StoredProperty {
  let name: String?
  let isConstant: Bool
  let isInitialized: Bool
  /// Its value is a literal, so it is no nested group, and a constant of it can be shared between threads.
  let isLiteral: Bool
  /// Its value is made by naming its type, as in `GoalSettings()`.
  let isMadeOfType: Bool
}

extension GroupMember {
  static func parse(_ items: MemberBlockItemListSyntax) -> [GroupMember] {
    items.flatMap { parse($0.decl) }
  }

  private static func parse(_ declaration: DeclSyntax) -> [GroupMember] {
    if let variable = declaration.as(VariableDeclSyntax.self) { return parse(variable) }
    if let initializer = declaration.as(InitializerDeclSyntax.self) {
      return [.initializer(GroupInitializer(initializer))]
    }
    if let function = declaration.as(FunctionDeclSyntax.self) {
      return [ComparisonOperator(function).map { .comparison($0) } ?? .named(function.fullName)]
    }
    if let declaration = declaration.as(SubscriptDeclSyntax.self) {
      return PropertyChecks.subscripting(declaration).map { [.rejected([$0])] } ?? []
    }
    if let conditional = declaration.as(IfConfigDeclSyntax.self) {
      return [.conditional(conditional.clauses.map(clause))]
    }
    return []
  }

  private static func parse(_ variable: VariableDeclSyntax) -> [GroupMember] {
    if variable.isTypeMember {
      return variable.bindings.compactMap { $0.name }.map { .named("static \($0)") }
    }
    if variable.attributes.mentionsPref {
      let findings = PrefChecks.findings(in: variable)
      guard findings.isEmpty, let pref = PrefDeclaration(variable) else { return [.rejected(findings)] }
      return [.pref(pref)]
    }
    return variable.bindings.map { binding in
      if binding.isComputed { return .named(binding.name ?? "") }
      return .stored(
        StoredProperty(
          name: binding.name,
          isConstant: variable.bindingSpecifier.tokenKind == .keyword(.let),
          // A property wrapper or a macro may know a value of its own.
          isInitialized: binding.isInitialized || !variable.attributes.isEmpty,
          isLiteral: binding.typeAnnotation == nil && binding.initializer?.value.impliedType != nil,
          isMadeOfType: binding.typeAnnotation == nil && binding.initializer?.value.isCallOfType ?? false
            && variable.attributes.isEmpty))
    }
  }

  private static func clause(_ clause: IfConfigClauseSyntax) -> ConditionalClause<[GroupMember]> {
    let condition = clause.condition.map { " " + $0.trimmedDescription } ?? ""
    let members: [GroupMember] =
      switch clause.elements {
      case .decls(let items): parse(items)
      default: []
      }
    return ConditionalClause(directive: clause.poundKeyword.text + condition, content: members)
  }
}

extension Sequence<GroupMember> {
  /// The members and, in their places, those of every `#if` clause.
  var flattened: [GroupMember] {
    flatMap { member in
      guard case .conditional(let clauses) = member else { return [member] }
      return clauses.flatMap { $0.content.flattened }
    }
  }

  var prefs: [PrefDeclaration] {
    flattened.compactMap { member in
      guard case .pref(let pref) = member else { return nil }
      return pref
    }
  }
}

extension PatternBindingSyntax {
  var name: String? { pattern.as(IdentifierPatternSyntax.self)?.identifier.nameWithoutBackticks }

  /// Whether there is a getter; `willSet` and `didSet` leave a property stored.
  var isComputed: Bool {
    switch accessorBlock?.accessors {
    case nil: false
    case .getter: true
    case .accessors(let accessors): !accessors.allSatisfy { $0.isObserver }
    }
  }
}

extension AccessorDeclSyntax {
  var isObserver: Bool {
    accessorSpecifier.tokenKind == .keyword(.willSet) || accessorSpecifier.tokenKind == .keyword(.didSet)
  }
}

extension ExprSyntax {
  /// The type that a literal has where nothing else is asked for; nil for any other expression.
  var impliedType: String? {
    switch kind {
    case .integerLiteralExpr: "Swift.Int"
    case .floatLiteralExpr: "Swift.Double"
    case .stringLiteralExpr: "Swift.String"
    case .booleanLiteralExpr: "Swift.Bool"
    default: nil
    }
  }
}

extension ExprSyntax {
  /// Whether this calls an initializer by the name of a type, which begins with a capital letter: `GoalSettings()`.
  fileprivate var isCallOfType: Bool {
    guard let called = self.as(FunctionCallExprSyntax.self)?.calledExpression else { return false }
    let name =
      called.as(DeclReferenceExprSyntax.self)?.baseName ?? called.as(MemberAccessExprSyntax.self)?.declName.baseName
    return name?.text.first?.isUppercase ?? false
  }
}

extension FunctionDeclSyntax {
  /// The name with its argument labels, after `static` where it is a member of the type: `static make(alternateStore:)`.
  fileprivate var fullName: String {
    let labels = signature.parameterClause.parameters.map { $0.firstName.text + ":" }.joined()
    let scope = modifiers.contains { $0.isTypeMember } ? "static " : ""
    return "\(scope)\(name.nameWithoutBackticks)(\(labels))"
  }
}
