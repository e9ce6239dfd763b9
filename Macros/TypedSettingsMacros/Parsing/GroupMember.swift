import SwiftDiagnostics
import SwiftSyntax

/// A member of a group's class, reduced to the information that the expansions depend on.
enum GroupMember {
  case pref(PrefDeclaration)
  /// A `@Pref` with its errors, and its declaration if that has the shape of a setting.
  ///
  /// Its record is a placeholder, so that code that uses it causes no further errors.
  case rejected([Diagnostic], PrefDeclaration?)
  case stored(StoredProperty)
  case initializer(GroupInitializer)
  /// An operator that `Equatable` or `Comparable` requires.
  case comparison(ComparisonOperator)
  /// Any other declaration that a generated member could conflict with, by its full name.
  case named(String)
  case conditional([ConditionalClause<[GroupMember]>])
}

/// A clause of `#if`: its directive and its content.
struct ConditionalClause<Content> {
  let directive: String
  let content: Content
}

/// A stored property of an instance that is not a setting.
struct StoredProperty {
  let name: String?
  /// The name as it's written, which includes the backticks of a raw identifier.
  let reference: String?
  /// A Boolean value that indicates whether the value stays the same, unlike that of a weak constant.
  let isConstant: Bool
  let isInitialized: Bool
  /// A Boolean value that indicates whether its value is a literal.
  ///
  /// A literal is neither a nested group nor unsafe to share between threads.
  let isLiteral: Bool
  /// A Boolean value that indicates whether its value is a call of a type's initializer, as in `GoalSettings()`.
  let isMadeOfType: Bool
  let isDeprecated: Bool
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
      return PropertyChecks.subscripting(declaration).map { [.rejected([$0], nil)] } ?? []
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
      let diagnostics = PrefChecks.diagnostics(in: variable)
      let pref = PrefDeclaration(variable)
      guard diagnostics.isEmpty, let pref else { return [.rejected(diagnostics, pref)] }
      return [.pref(pref)]
    }
    return variable.bindings.map { binding in
      if binding.isComputed { return .named(binding.name ?? "") }
      return .stored(
        StoredProperty(
          name: binding.name,
          reference: binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
          isConstant: variable.bindingSpecifier.tokenKind == .keyword(.let)
            && !variable.modifiers.contains { $0.name.tokenKind == .keyword(.weak) },
          // A property wrapper or a macro may provide the initial value.
          isInitialized: binding.isInitialized || !variable.attributes.isEmpty,
          isLiteral: binding.typeAnnotation == nil && binding.initializer?.value.impliedType != nil,
          isMadeOfType: binding.typeAnnotation == nil && binding.initializer?.value.isCallOfType ?? false
            && variable.attributes.isEmpty,
          isDeprecated: variable.attributes.unconditional.contains { $0.isPlainDeprecation }))
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
  /// The members, with each `#if` replaced by the members of all its clauses.
  var flattened: [GroupMember] {
    flatMap { member in
      guard case .conditional(let clauses) = member else { return [member] }
      return clauses.flatMap { $0.content.flattened }
    }
  }

  /// Returns the members of each build, without those in an `#if` that has no member of interest.
  ///
  /// - Parameter isOfInterest: Returns whether a member is of interest.
  /// - Returns: One list for each combination of clauses; `nil` if there are too many.
  func configurations(where isOfInterest: (GroupMember) -> Bool) -> [[GroupMember]]? {
    var configurations: [[GroupMember]] = [[]]
    for member in self {
      guard case .conditional(let clauses) = member else {
        for index in configurations.indices { configurations[index].append(member) }
        continue
      }
      guard [member].flattened.contains(where: isOfInterest) else { continue }
      var choices: [[GroupMember]] = clauses.contains { $0.directive == "#else" } ? [] : [[]]
      for clause in clauses {
        guard let nested = clause.content.configurations(where: isOfInterest) else { return nil }
        choices += nested
      }
      configurations = configurations.flatMap { start in choices.map { start + $0 } }
      if configurations.count > 64 { return nil }
    }
    return configurations
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

  /// A Boolean value that indicates whether the property has a getter, and not only `willSet` or `didSet`.
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
  /// The default type of a literal; `nil` for any other expression.
  var impliedType: String? {
    switch kind {
    case .integerLiteralExpr: "Swift.Int"
    case .floatLiteralExpr: "Swift.Double"
    case .stringLiteralExpr: "Swift.String"
    case .booleanLiteralExpr: "Swift.Bool"
    default: nil
    }
  }

  /// A Boolean value that indicates whether this is a literal and certainly a value of its default type.
  var isCertainlyRepresentable: Bool {
    if let string = self.as(StringLiteralExprSyntax.self) { return string.segments.allSatisfy(\.isText) }
    guard impliedType != nil else { return false }
    // An integer of up to 15 hexadecimal digits, with its prefix, fits into 64 bits.
    return totalLength.utf8Length <= 17
  }
}

extension StringLiteralSegmentListSyntax.Element {
  fileprivate var isText: Bool {
    guard case .stringSegment = self else { return false }
    return true
  }
}

extension ExprSyntax {
  /// A Boolean value that indicates whether this calls an initializer by a capitalized type name: `GoalSettings()`.
  fileprivate var isCallOfType: Bool {
    guard let called = self.as(FunctionCallExprSyntax.self)?.calledExpression else { return false }
    let name =
      called.as(DeclReferenceExprSyntax.self)?.baseName ?? called.as(MemberAccessExprSyntax.self)?.declName.baseName
    return name?.text.first?.isUppercase ?? false
  }
}

extension FunctionDeclSyntax {
  /// The name with its argument labels, after `static` for a static or class method: `static make(alternateStore:)`.
  fileprivate var fullName: String {
    let labels = signature.parameterClause.parameters.map { $0.firstName.text + ":" }.joined()
    let scope = modifiers.contains { $0.isTypeMember } ? "static " : ""
    return "\(scope)\(name.nameWithoutBackticks)(\(labels))"
  }
}

extension InitializerDeclSyntax {
  var isConvenience: Bool { modifiers.contains { $0.name.tokenKind == .keyword(.convenience) } }
}

/// An initializer of a group's class.
struct GroupInitializer {
  let isConvenience: Bool
  let hasNoParameters: Bool
  /// A Boolean value that indicates whether `T()` can call it.
  ///
  /// `T()` can call a plain initializer whose parameters all have default values.
  let isCallableWithoutArguments: Bool

  init(_ declaration: InitializerDeclSyntax) {
    let parameters = declaration.signature.parameterClause.parameters
    isConvenience = declaration.isConvenience
    hasNoParameters = parameters.isEmpty
    // An attribute may isolate or restrict the initializer in a way that excludes the generated callers.
    isCallableWithoutArguments =
      parameters.allSatisfy { $0.defaultValue != nil }
      && declaration.optionalMark == nil
      && declaration.signature.effectSpecifiers == nil
      && declaration.genericParameterClause == nil
      && declaration.genericWhereClause == nil
      && declaration.attributes.unconditional.allSatisfy { ["objc", "inlinable"].contains($0.simpleName) }
  }
}

/// An operator in the body of a group's class that `Equatable` or `Comparable` requires.
struct ComparisonOperator {
  let function: FunctionDeclSyntax
  let name: String
  /// The protocol that requires the operator.
  let requiringProtocol: String
  /// The types of both operands, as source text.
  let operands: (String, String)

  /// Returns `nil` for a function that isn't such an operator.
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
