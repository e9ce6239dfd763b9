import SwiftDiagnostics
import SwiftSyntax

/// Keeps the keys and older names of a group and finds those that are empty or used twice.
struct KeyRegister {
  private struct Use {
    let pref: PrefDeclaration
    let path: [Clause]
    let node: Syntax
    let isAlias: Bool
  }

  /// A clause of an `#if`, of which only one is compiled.
  private struct Clause {
    let condition: Int
    let index: Int
  }

  let identity: GroupIdentity
  private(set) var findings: [Finding] = []
  private var uses: [ArgumentValue: [Use]] = [:]
  private var aliased: [(pref: PrefDeclaration, path: [Clause], names: ArrayExprSyntax)] = []
  private var conditionCount = 0

  init(identity: GroupIdentity) { self.identity = identity }

  mutating func visit(_ members: [GroupMember]) {
    visit(members, path: [])
    // After all keys, so that a name that is both is reported where it is an alias.
    for (pref, path, names) in aliased {
      for element in names.elements { add(element, in: names, of: pref, path: path) }
    }
  }

  private mutating func visit(_ members: [GroupMember], path: [Clause]) {
    for member in members {
      switch member {
      case .pref(let pref):
        add(pref, path: path)
        if let names = pref.aliases?.as(ArrayExprSyntax.self) { aliased.append((pref, path, names)) }
      case .conditional(let clauses):
        conditionCount += 1
        let condition = conditionCount
        for (index, clause) in clauses.enumerated() {
          visit(clause.content, path: path + [Clause(condition: condition, index: index)])
        }
      case .rejected, .stored, .initializer, .comparison, .named: break
      }
    }
  }

  private mutating func add(_ pref: PrefDeclaration, path: [Clause]) {
    // Nobody knows what an expression will give, not even that it gives the same again.
    if case .expression? = pref.key { return }
    let key = identity.key(of: pref)
    let use = Use(pref: pref, path: path, node: pref.keyNode, isAlias: false)
    if key == .literal("") {
      findings.append(Finding(.emptyKey, at: use.node))
    } else if case .literal(let text) = key, let purpose = ReservedNames.keys[text] {
      findings.append(Finding(.reservedName(text, kind: "key", use: purpose), at: use.node))
    } else if let first = firstUse(of: key, beside: path) {
      let misuse = Misuse.duplicateKey(key.content, firstUser: first.pref.name)
      findings.append(Finding(misuse, at: use.node, notes: [note(first, key)]))
    }
    uses[key, default: []].append(use)
  }

  private mutating func add(
    _ element: ArrayElementSyntax, in names: ArrayExprSyntax, of pref: PrefDeclaration, path: [Clause]
  ) {
    guard let alias = ArgumentValue(element.expression), case .literal(let text) = alias else { return }
    let fixIts = [FixIt.remove(element, of: names)]
    if text.isEmpty {
      findings.append(Finding(.emptyAlias(of: pref.name), at: element.expression, fixIts: fixIts))
    } else if let purpose = ReservedNames.keys[text] {
      findings.append(
        Finding(.reservedName(text, kind: "alias", use: purpose), at: element.expression, fixIts: fixIts))
    } else if alias == identity.key(of: pref) {
      findings.append(Finding(.ownAlias(text, of: pref.name), at: element.expression, fixIts: fixIts))
    } else if let first = firstUse(of: alias, beside: path) {
      let misuse = Misuse.duplicateAlias(text, of: pref.name, firstUser: first.pref.name, isAlias: first.isAlias)
      findings.append(Finding(misuse, at: element.expression, notes: [note(first, alias)], fixIts: fixIts))
    }
    uses[alias, default: []].append(Use(pref: pref, path: path, node: Syntax(element.expression), isAlias: true))
  }

  private func firstUse(of key: ArgumentValue, beside path: [Clause]) -> Use? {
    uses[key]?.first { !Self.areExclusive($0.path, path) }
  }

  private func note(_ first: Use, _ key: ArgumentValue) -> Note {
    Note(node: first.node, message: Advice.firstUse(of: key.content, isAlias: first.isAlias))
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
