import SwiftSyntax
import SwiftSyntaxMacros

/// `@Pref`: accessors that lead from a property to its record, which `@SettingsGroup` has declared beside it.
enum PrefMacro {}

extension PrefMacro: AccessorMacro {
  static var formatMode: FormatMode { .disabled }

  static func expansion(
    of node: AttributeSyntax,
    providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard let variable = declaration.as(VariableDeclSyntax.self) else { return [] }
    let place = PrefPlace(of: variable, lexicalContext: context.lexicalContext)
    switch place {
    case .copy, .observableGroup: return []
    case .group, .misplacedGroup, .elsewhere: break
    }
    let findings = PrefChecks.findings(in: variable, attribute: node, place: place)
    // A second attribute is expanded like the first, which has reported it.
    if findings.first?.misuse == .repeatedAttribute, let first = variable.attributes.first(named: "Pref"),
      !context.isSamePlace(node, first)
    {
      return []
    }
    context.report(findings.filter { !$0.misuse.isReportedByGroup })
    guard findings.isEmpty, case .group(let identity) = place, let pref = PrefDeclaration(variable) else {
      return AccessorEmitter.harmlessAccessors(for: variable)
    }
    return AccessorEmitter(pref: pref, identity: identity, context: context).accessors
  }
}

extension MacroExpansionContext {
  /// Whether two nodes are the same piece of the user's file, though not of the same syntax tree.
  func isSamePlace(_ first: AttributeSyntax, _ second: AttributeSyntax) -> Bool {
    guard let first = location(of: first), let second = location(of: second) else { return false }
    return first.line.description == second.line.description && first.column.description == second.column.description
  }
}
