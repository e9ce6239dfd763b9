import SwiftSyntax

extension AttributeSyntax {
  /// The name without a module in front: `Pref` for `@Pref` and for `@TypedSettings.Pref`.
  var simpleName: String {
    if let type = attributeName.as(IdentifierTypeSyntax.self) { return type.name.text }
    return attributeName.as(MemberTypeSyntax.self)?.name.text ?? attributeName.trimmedDescription
  }

  /// The arguments in parentheses; empty where there are none.
  var labeledArguments: LabeledExprListSyntax { arguments?.as(LabeledExprListSyntax.self) ?? [] }

  /// The first argument with this label.
  func argument(labeled label: String) -> ExprSyntax? {
    // Most attributes have none, and to make an empty list takes longer than to look.
    if arguments == nil { return nil }
    return labeledArguments.first { $0.label?.text == label }?.expression
  }
}

extension AttributeListSyntax {
  /// The attributes that are not inside `#if`.
  var unconditional: [AttributeSyntax] { compactMap { $0.as(AttributeSyntax.self) } }

  /// The first attribute of this name that is not inside `#if`.
  func first(named name: String) -> AttributeSyntax? {
    unconditional.first { $0.simpleName == name }
  }

  /// Whether `@Pref` is among the attributes, be it inside `#if`.
  var mentionsPref: Bool { first(named: "Pref") != nil || hasConditional("Pref") }

  /// Whether an attribute of this name is inside `#if`.
  func hasConditional(_ name: String) -> Bool {
    contains { element in
      guard case .ifConfigDecl(let conditional) = element else { return false }
      return conditional.clauses.contains { clause in
        guard case .attributes(let attributes)? = clause.elements else { return false }
        return attributes.first(named: name) != nil || attributes.hasConditional(name)
      }
    }
  }

  /// Whether an attribute names a global actor, which only its spelling can tell.
  var namesGlobalActor: Bool { unconditional.contains { $0.simpleName.hasSuffix("Actor") } }
}

extension VariableDeclSyntax {
  /// Whether this is a member of the type rather than of its instances.
  var isTypeMember: Bool { modifiers.contains { $0.isTypeMember } }
}

extension DeclModifierSyntax {
  var isTypeMember: Bool { name.tokenKind == .keyword(.static) || name.tokenKind == .keyword(.class) }
}

extension TokenSyntax {
  /// The text of an identifier without backticks around it.
  var nameWithoutBackticks: String {
    text.hasPrefix("`") && text.hasSuffix("`") ? String(text.dropFirst().dropLast()) : text
  }

  /// Whether the name without backticks can follow a dollar sign, which a raw identifier cannot.
  var canFollowDollar: Bool {
    nameWithoutBackticks.allSatisfy { character in
      character.isASCII ? character.isLetter || character.isNumber || character == "_" : !character.isWhitespace
    }
  }
}
