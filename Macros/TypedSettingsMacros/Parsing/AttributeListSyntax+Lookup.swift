import SwiftSyntax

extension AttributeSyntax {
  /// The name without its module: `Pref` for `@Pref` and for `@TypedSettings.Pref`.
  var simpleName: String {
    if let type = attributeName.as(IdentifierTypeSyntax.self) { return type.name.text }
    return attributeName.as(MemberTypeSyntax.self)?.name.text ?? attributeName.trimmedDescription
  }

  /// The arguments in parentheses; empty if there are none.
  var labeledArguments: LabeledExprListSyntax { arguments?.as(LabeledExprListSyntax.self) ?? [] }

  /// Returns the first argument with a label.
  func argument(labeled label: String) -> ExprSyntax? {
    // Most attributes have no arguments, and creating an empty list is slower than this check.
    if arguments == nil { return nil }
    return labeledArguments.first { $0.label?.text == label }?.expression
  }
}

extension AttributeListSyntax {
  /// The attributes that are not inside `#if`.
  var unconditional: [AttributeSyntax] { compactMap { $0.as(AttributeSyntax.self) } }

  /// Returns the first attribute with a name that is not inside `#if`.
  func first(named name: String) -> AttributeSyntax? {
    unconditional.first { $0.simpleName == name }
  }

  /// A Boolean value that indicates whether the attributes include `@Pref`, even inside `#if`.
  var mentionsPref: Bool { first(named: "Pref") != nil || hasConditional("Pref") }

  /// Returns whether an attribute with a name is inside `#if`.
  func hasConditional(_ name: String) -> Bool {
    contains { element in
      guard case .ifConfigDecl(let conditional) = element else { return false }
      return conditional.clauses.contains { clause in
        guard case .attributes(let attributes)? = clause.elements else { return false }
        return attributes.first(named: name) != nil || attributes.hasConditional(name)
      }
    }
  }

  /// A Boolean value that indicates whether an attribute is spelled like a global actor.
  var namesGlobalActor: Bool { unconditional.contains { $0.simpleName.hasSuffix("Actor") } }
}

extension VariableDeclSyntax {
  /// A Boolean value that indicates whether this is a static or class property.
  var isTypeMember: Bool { modifiers.contains { $0.isTypeMember } }
}

extension DeclModifierSyntax {
  var isTypeMember: Bool { name.tokenKind == .keyword(.static) || name.tokenKind == .keyword(.class) }
}

extension TokenSyntax {
  /// The text of an identifier without its backticks.
  var nameWithoutBackticks: String {
    text.hasPrefix("`") && text.hasSuffix("`") ? String(text.dropFirst().dropLast()) : text
  }

  /// A Boolean value that indicates whether the name is valid after a dollar sign, unlike most raw identifiers.
  var canFollowDollar: Bool {
    let name = nameWithoutBackticks
    // A dollar sign before digits is the name of a closure's parameter.
    guard name.first != "$", name.utf8.contains(where: { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return false }
    return name.unicodeScalars.allSatisfy(\.canContinueIdentifier)
  }
}

extension Unicode.Scalar {
  /// A Boolean value that indicates whether an identifier without backticks can contain the scalar after its start.
  fileprivate var canContinueIdentifier: Bool {
    if isASCII { return properties.isAlphabetic || ("0"..."9").contains(self) || self == "_" || self == "$" }
    return !properties.isPatternSyntax && !properties.isPatternWhitespace && !properties.isWhitespace
      && properties.generalCategory != .privateUse
  }
}
