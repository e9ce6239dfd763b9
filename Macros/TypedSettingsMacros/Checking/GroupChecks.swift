import SwiftDiagnostics
import SwiftSyntax

/// Checks a group as a whole, and reports the errors of properties that the compiler doesn't expand.
enum GroupChecks {
  static func notClass(_ declaration: some DeclGroupSyntax, attribute: AttributeSyntax) -> Diagnostic {
    let structure = declaration.as(StructDeclSyntax.self)
    return Diagnostic(
      .groupNotClass, at: attribute,
      fixIts: structure.map { [.replace($0.structKeyword, with: "final class")] } ?? [])
  }

  /// Checks that the extensions with the conformances, which are at file scope, can name the class.
  static func unreachable(
    _ declaration: ClassDeclSyntax, attribute: AttributeSyntax, in lexicalContext: [Syntax]
  ) -> Diagnostic? {
    if PrefPlace.isLocal(lexicalContext) {
      return Diagnostic(.groupInFunction, at: declaration.attributes.first(named: "SettingsGroup") ?? attribute)
    }
    guard let modifier = PrefPlace.hidingModifier(of: declaration, in: lexicalContext) else { return nil }
    return Diagnostic(
      .unreachableGroup, at: declaration.name,
      fixIts: modifier.root.id == declaration.root.id ? [.replace(modifier.name, with: "fileprivate")] : [])
  }

  static func repetition(in declaration: ClassDeclSyntax) -> Diagnostic? {
    if declaration.attributes.count == 1 { return nil }
    let attributes = declaration.attributes.unconditional.filter { $0.simpleName == "SettingsGroup" }
    guard attributes.count > 1 else { return nil }
    return Diagnostic(.repeatedGroup, at: attributes[1], fixIts: [.remove(attributes[1], of: declaration)])
  }

  static func diagnostics(in group: GroupDeclaration) -> [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    if let attribute = group.declaration.attributes.first(named: "Observable") {
      diagnostics.append(
        Diagnostic(.observableGroup, at: attribute, fixIts: [.remove(attribute, of: group.declaration)]))
    }
    if group.identity.domain == .literal(""), let expression = group.identity.domainExpression,
      expression.is(StringLiteralExprSyntax.self)
    {
      diagnostics.append(Diagnostic(.emptyDomain, at: expression))
    }
    if let expression = group.identity.domainExpression, case .literal(let domain) = group.identity.domain,
      let use = ReservedNames.domains[domain]
    {
      diagnostics.append(Diagnostic(.reservedName(domain, kind: "domain", use: use), at: expression))
    }
    diagnostics += GroupArgumentChecks.diagnostics(in: group)
    diagnostics += keyStyle(of: group.identity, in: group.declaration)
    diagnostics += rejectedPrefs(in: group.members)
    var keys = KeyChecks(identity: group.identity)
    keys.visit(group.members)
    return diagnostics + keys.diagnostics + VersionChecks.diagnostics(in: group)
      + RequirementChecks.diagnostics(in: group) + InitializerChecks.diagnostics(in: group)
  }

  private static func keyStyle(of identity: GroupIdentity, in declaration: ClassDeclSyntax) -> [Diagnostic] {
    guard let style = identity.keyStyle else { return [] }
    guard style.keyStyleName != nil else {
      let fixIts: [FixIt] = style.isImplicitMember ? [.replace(style, with: ".propertyName")] : []
      return [Diagnostic(.keysNotLiteral(style.trimmedDescription), at: style, fixIts: fixIts)]
    }
    guard identity.usesPropertyNames, let prefix = identity.keyPrefixExpression else { return [] }
    // Reads the attribute from the declaration, because the attribute that is being expanded is a copy.
    let attribute = declaration.attributes.first(named: "SettingsGroup") ?? identity.attribute
    return [
      Diagnostic(
        .prefixOfPropertyNames, at: attribute.argument(labeled: "keyPrefix") ?? prefix,
        fixIts: [.removeArgument(labeled: "keyPrefix", of: attribute)])
    ]
  }

  private static func rejectedPrefs(in members: [GroupMember]) -> [Diagnostic] {
    members.flattened.flatMap { member in
      guard case .rejected(let diagnostics, _) = member else { return [Diagnostic]() }
      return diagnostics.filter { $0.macroDiagnostic?.isReportedByGroup == true }
    }
  }
}
