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
    return findings + keys.findings
  }

  private static func rejectedPrefs(in members: [GroupMember]) -> [Finding] {
    members.flattened.flatMap { member in
      guard case .rejected(let findings) = member else { return [Finding]() }
      return findings.filter { $0.misuse.isReportedByGroup }
    }
  }
}

/// Keeps the keys of a group and finds those that are empty or used twice.
private struct KeyRegister {
  private struct Use {
    let pref: PrefDeclaration
    let path: [Clause]
  }

  /// A clause of an `#if`, of which only one is compiled.
  private struct Clause {
    let condition: Int
    let index: Int
  }

  let identity: GroupIdentity
  private(set) var findings: [Finding] = []
  private var uses: [ArgumentValue: [Use]] = [:]
  private var conditionCount = 0

  init(identity: GroupIdentity) { self.identity = identity }

  mutating func visit(_ members: [GroupMember]) { visit(members, path: []) }

  private mutating func visit(_ members: [GroupMember], path: [Clause]) {
    for member in members {
      switch member {
      case .pref(let pref): add(Use(pref: pref, path: path))
      case .conditional(let clauses):
        conditionCount += 1
        let condition = conditionCount
        for (index, clause) in clauses.enumerated() {
          visit(clause.content, path: path + [Clause(condition: condition, index: index)])
        }
      case .rejected, .stored, .initializer, .named: break
      }
    }
  }

  private mutating func add(_ use: Use) {
    // Nobody knows what an expression will give, not even that it gives the same again.
    if case .expression? = use.pref.key { return }
    let key = identity.key(of: use.pref)
    let node = use.pref.keyNode
    if key == .literal("") {
      findings.append(Finding(.emptyKey, at: node))
    } else if let first = uses[key]?.first(where: { !Self.areExclusive($0.path, use.path) }) {
      let text = key.content
      let note = Note(node: Syntax(first.pref.keyNode), message: Advice.firstUse(of: text))
      findings.append(Finding(.duplicateKey(text, firstUser: first.pref.name), at: node, notes: [note]))
    }
    uses[key, default: []].append(use)
  }

  private static func areExclusive(_ first: [Clause], _ second: [Clause]) -> Bool {
    zip(first, second).contains { $0.condition == $1.condition && $0.index != $1.index }
  }
}

extension PrefDeclaration {
  /// What the user wrote that decides the key: the argument, or else the property's name.
  fileprivate var keyNode: Syntax {
    let argument = key == nil ? nil : attribute.argument(labeled: "key")
    return argument.map { Syntax($0) } ?? Syntax(identifier)
  }
}
