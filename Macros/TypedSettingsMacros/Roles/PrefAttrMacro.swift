import SwiftSyntax
import SwiftSyntaxMacros

/// `@PrefAttr`: emits nothing, since `@SettingsGroup` puts the attribute into the record; it only checks its place.
enum PrefAttrMacro {}

extension PrefAttrMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    context.report(PrefAttrChecks.findings(in: declaration, attribute: node))
    return []
  }
}
