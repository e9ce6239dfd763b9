import SwiftSyntax
import SwiftSyntaxMacros

/// The macro `@PrefAttr`, which only checks its context, because `@SettingsGroup` adds the attribute to the record.
enum PrefAttrMacro {}

extension PrefAttrMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    context.diagnose(PrefAttrChecks.diagnostics(in: declaration, attribute: node))
    return []
  }
}
