import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// The macro `@Pref`, which adds accessors to a property that use the record declared by `@SettingsGroup`.
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
    let diagnostics = PrefChecks.diagnostics(in: variable, attribute: node, place: place)
    // Both attributes are expanded; only the first expansion reports the error.
    if diagnostics.first?.macroDiagnostic == .repeatedAttribute(attribute: "Pref"),
      let first = variable.attributes.first(named: "Pref"),
      !context.isSameLocation(node, first)
    {
      return []
    }
    context.diagnose(diagnostics.filter { $0.macroDiagnostic?.isReportedByGroup != true })
    guard diagnostics.isEmpty, case .group(let identity) = place, let pref = PrefDeclaration(variable) else {
      return AccessorEmitter.placeholderAccessors(for: variable)
    }
    return AccessorEmitter(pref: pref, identity: identity, context: context).accessors
  }
}

extension MacroExpansionContext {
  /// Returns whether two attributes of different syntax trees have the same location in the user's file.
  func isSameLocation(_ first: AttributeSyntax, _ second: AttributeSyntax) -> Bool {
    guard let first = location(of: first), let second = location(of: second) else { return false }
    return first.line.description == second.line.description && first.column.description == second.column.description
  }
}
