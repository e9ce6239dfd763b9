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
  static func unreachable(_ declaration: ClassDeclSyntax, in lexicalContext: [Syntax]) -> Finding? {
    guard let modifier = PrefPlace.hidingModifier(of: declaration, in: lexicalContext) else { return nil }
    return Finding(
      .unreachableGroup, at: declaration.name,
      fixIts: modifier.root.id == declaration.root.id ? [.replace(modifier.name, with: .fileprivate)] : [])
  }

  static func findings(in group: GroupDeclaration) -> [Finding] {
    var findings: [Finding] = []
    if group.identity.domain == .literal(""), let expression = group.identity.domainExpression {
      findings.append(Finding(.emptyDomain, at: expression))
    }
    findings += rejectedPrefs(in: group.members)
    var keys = KeyRegister(identity: group.identity)
    keys.visit(group.members)
    return findings + keys.findings + VersionChecks.findings(in: group)
  }

  private static func rejectedPrefs(in members: [GroupMember]) -> [Finding] {
    members.flattened.flatMap { member in
      guard case .rejected(let findings) = member else { return [Finding]() }
      return findings.filter { $0.misuse.isReportedByGroup }
    }
  }
}
