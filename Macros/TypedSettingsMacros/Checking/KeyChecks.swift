import SwiftDiagnostics
import SwiftSyntax

/// Checks that the keys and aliases of a group are valid and unique.
struct KeyChecks {
  private struct Use {
    let pref: PrefDeclaration
    let path: [Clause]
    let node: Syntax
    let isAlias: Bool
  }

  /// A clause of an `#if`; the compiler compiles only one of them.
  private struct Clause {
    let condition: Int
    let index: Int
  }

  let identity: GroupIdentity
  private(set) var diagnostics: [Diagnostic] = []
  private var uses: [ArgumentValue: [Use]] = [:]
  private var aliases: [(pref: PrefDeclaration, path: [Clause], names: ArrayExprSyntax)] = []
  private var conditionCount = 0

  init(identity: GroupIdentity) { self.identity = identity }

  mutating func visit(_ members: [GroupMember]) {
    visit(members, path: [])
    // Follows all keys, so that a name that is both a key and an alias is reported at the alias.
    for (pref, path, names) in aliases {
      for element in names.elements { add(element, in: names, of: pref, path: path) }
    }
  }

  private mutating func visit(_ members: [GroupMember], path: [Clause]) {
    for member in members {
      switch member {
      case .pref(let pref):
        add(pref, path: path)
        if let names = pref.aliases?.as(ArrayExprSyntax.self) { aliases.append((pref, path, names)) }
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
    // The value of an expression is unknown at compile time and can differ each time.
    if case .expression? = pref.key { return }
    let key = identity.key(of: pref)
    let use = Use(pref: pref, path: path, node: pref.keyNode, isAlias: false)
    if key == .literal("") {
      diagnostics.append(
        Diagnostic(.emptyKey, at: use.node, fixIts: [.removeArgument(labeled: "key", of: pref.attribute)]))
    } else if case .literal(let text) = key, let purpose = ReservedNames.keys[text] {
      diagnostics.append(Diagnostic(.reservedName(text, kind: "key", use: purpose), at: use.node))
    } else if let first = firstUse(of: key, beside: use) {
      let message = MacroDiagnostic.duplicateKey(key.content, firstUser: first.pref.name)
      diagnostics.append(Diagnostic(message, at: use.node, notes: [note(first, key)]))
    }
    uses[key, default: []].append(use)
  }

  private mutating func add(
    _ element: ArrayElementSyntax, in names: ArrayExprSyntax, of pref: PrefDeclaration, path: [Clause]
  ) {
    guard let alias = ArgumentValue(element.expression), case .literal(let text) = alias else { return }
    let use = Use(pref: pref, path: path, node: Syntax(element.expression), isAlias: true)
    let fixIts = [FixIt.remove(element, of: names)]
    if text.isEmpty {
      diagnostics.append(Diagnostic(.emptyAlias(of: pref.name), at: element.expression, fixIts: fixIts))
    } else if let purpose = ReservedNames.keys[text] {
      diagnostics.append(
        Diagnostic(.reservedName(text, kind: "alias", use: purpose), at: element.expression, fixIts: fixIts))
    } else if alias == identity.key(of: pref) {
      diagnostics.append(Diagnostic(.ownAlias(text, of: pref.name), at: element.expression, fixIts: fixIts))
    } else if let first = firstUse(of: alias, beside: use) {
      if first.pref.name == pref.name, first.isAlias, first.path.isEmpty {
        diagnostics.append(Diagnostic(.repeatedAlias(text, of: pref.name), at: element.expression, fixIts: fixIts))
        return
      }
      let message = MacroDiagnostic.duplicateAlias(
        text, of: pref.name, firstUser: first.pref.name, isAlias: first.isAlias)
      diagnostics.append(Diagnostic(message, at: element.expression, notes: [note(first, alias)], fixIts: fixIts))
    }
    uses[alias, default: []].append(use)
  }

  private func firstUse(of key: ArgumentValue, beside use: Use) -> Use? {
    uses[key]?.first { !Self.areExclusive($0, use) }
  }

  private func note(_ first: Use, _ key: ArgumentValue) -> Note {
    Note(node: first.node, message: MacroFixItMessage.firstUse(of: key.content, isAlias: first.isAlias))
  }

  /// Returns whether no build compiles both properties.
  private static func areExclusive(_ first: Use, _ second: Use) -> Bool {
    if zip(first.path, second.path).contains(where: { $0.condition == $1.condition && $0.index != $1.index }) {
      return true
    }
    // Several '#if's can declare one property, each for another platform. The compiler rejects a second declaration of
    // a property in one build.
    return first.pref.name == second.pref.name && !first.path.isEmpty && !second.path.isEmpty
  }
}

extension PrefDeclaration {
  /// The node that determines the key: the argument, or else the property's name.
  fileprivate var keyNode: Syntax {
    let argument = key == nil ? nil : attribute.argument(labeled: "key")
    return argument.map { Syntax($0) } ?? Syntax(identifier)
  }
}

/// The names that stores and documents reserve for their own data.
enum ReservedNames {
  /// The reserved members of a domain and their uses.
  static let keys = [
    "$version": "the version of the domain", "$schema": "the schema of a settings file",
    "$number": "a number out of range", "$spellings": "names that differ only in Unicode normalization",
  ]

  /// The reserved members of a document and their uses.
  static let domains = [
    "$schema": "the schema of a settings file", "$typedSettingsExport": "the marker of an exported document",
  ]
}
