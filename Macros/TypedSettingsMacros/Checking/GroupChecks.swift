import SwiftDiagnostics
import SwiftSyntax

/// Finds what is wrong with a group as a whole, and what the compiler gives no property's expansion a chance to see.
enum GroupChecks {
  static func notClass(_ declaration: some DeclGroupSyntax, attribute: AttributeSyntax) -> Finding {
    let structure = declaration.as(StructDeclSyntax.self)
    return Finding(
      .groupNotClass, at: attribute,
      fixIts: structure.map { [.replace($0.structKeyword, with: .class)] } ?? [])
  }

  /// Conformances are declared in extensions at the top level of the file, where a type that is private to another
  /// type cannot be named.
  static func unreachable(
    _ declaration: ClassDeclSyntax, attribute: AttributeSyntax, in lexicalContext: [Syntax]
  ) -> Finding? {
    if PrefPlace.isLocal(lexicalContext) {
      return Finding(.groupInFunction, at: declaration.attributes.first(named: "SettingsGroup") ?? attribute)
    }
    guard let modifier = PrefPlace.hidingModifier(of: declaration, in: lexicalContext) else { return nil }
    return Finding(
      .unreachableGroup, at: declaration.name,
      fixIts: modifier.root.id == declaration.root.id ? [.replace(modifier.name, with: .fileprivate)] : [])
  }

  static func repetition(in declaration: ClassDeclSyntax) -> Finding? {
    if declaration.attributes.count == 1 { return nil }
    let ours = declaration.attributes.unconditional.filter { $0.simpleName == "SettingsGroup" }
    guard ours.count > 1 else { return nil }
    return Finding(.repeatedGroup, at: ours[1], fixIts: [.remove(ours[1], of: declaration)])
  }

  static func findings(in group: GroupDeclaration) -> [Finding] {
    var findings: [Finding] = []
    if let attribute = group.declaration.attributes.first(named: "Observable") {
      findings.append(Finding(.observableGroup, at: attribute, fixIts: [.remove(attribute, of: group.declaration)]))
    }
    if group.identity.domain == .literal(""), let expression = group.identity.domainExpression {
      findings.append(Finding(.emptyDomain, at: expression))
    }
    if let expression = group.identity.domainExpression, case .literal(let domain) = group.identity.domain,
      let use = ReservedNames.domains[domain]
    {
      findings.append(Finding(.reservedName(domain, kind: "domain", use: use), at: expression))
    }
    findings += keyStyle(of: group.identity, in: group.declaration)
    findings += rejectedPrefs(in: group.members)
    var keys = KeyRegister(identity: group.identity)
    keys.visit(group.members)
    return findings + keys.findings + VersionChecks.findings(in: group) + InitializerChecks.findings(in: group)
  }

  private static func keyStyle(of identity: GroupIdentity, in declaration: ClassDeclSyntax) -> [Finding] {
    guard let style = identity.keyStyle else { return [] }
    guard style.keyStyleName != nil else { return [Finding(.keysNotLiteral(style.trimmedDescription), at: style)] }
    guard identity.usesPropertyNames, let prefix = identity.keyPrefixExpression else { return [] }
    // Taken from the declaration: the attribute that is being expanded is a copy.
    let attribute = declaration.attributes.first(named: "SettingsGroup") ?? identity.attribute
    return [
      Finding(
        .prefixOfPropertyNames, at: attribute.argument(labeled: "keyPrefix") ?? prefix,
        fixIts: [.removeArgument(labeled: "keyPrefix", of: attribute)])
    ]
  }

  private static func rejectedPrefs(in members: [GroupMember]) -> [Finding] {
    members.flattened.flatMap { member in
      guard case .rejected(let findings) = member else { return [Finding]() }
      return findings.filter { $0.misuse.isReportedByGroup }
    }
  }
}
