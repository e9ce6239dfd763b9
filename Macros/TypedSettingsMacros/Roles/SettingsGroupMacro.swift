import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// The macro `@SettingsGroup`, which adds the records, the members that list and create settings, and conformances.
///
/// This one expansion emits all records instead of one expansion for each property, because each expansion is a round
/// trip to a plugin that clients build without optimization.
enum SettingsGroupMacro {}

extension SettingsGroupMacro: MemberMacro {
  static var formatMode: FormatMode { .disabled }

  static func expansion(
    of node: AttributeSyntax,
    providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let declaration = declaration.as(ClassDeclSyntax.self) else {
      context.diagnose(GroupChecks.notClass(declaration, attribute: node))
      return []
    }
    if let diagnostic = blockingError(in: declaration, attribute: node, context: context) {
      context.diagnose(diagnostic)
      return []
    }
    let group = GroupDeclaration(declaration, attribute: node, missingConformances: protocols)
    context.diagnose(GroupChecks.diagnostics(in: group))
    let lines = SourceLines(of: declaration, in: context)
    let shared = DeclarationEmitter(group: group, lines: lines)
    let records = RecordEmitter(group: group, lines: lines).records
    let enumeration = EnumerationEmitter(group: group, lines: lines).function
    let members =
      [shared.alias, shared.property, records, enumeration].compactMap { $0 }
      + RequirementEmitter(group: group, lines: lines).properties
      + FactoryEmitter(group: group).members
      + ComparisonEmitter(group: group).functions
    return members.map { .verbatim($0) }
  }

  /// Returns an error that prevents the expansion of a class.
  private static func blockingError(
    in declaration: ClassDeclSyntax, attribute: AttributeSyntax, context: some MacroExpansionContext
  ) -> Diagnostic? {
    if let repetition = GroupChecks.repetition(in: declaration),
      let first = declaration.attributes.first(named: "SettingsGroup"), !context.isSameLocation(attribute, first)
    {
      return repetition
    }
    return GroupChecks.unreachable(declaration, attribute: attribute, in: context.lexicalContext)
  }
}

extension SettingsGroupMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard let declaration = declaration.as(ClassDeclSyntax.self),
      blockingError(in: declaration, attribute: node, context: context) == nil
    else { return [] }
    let group = GroupDeclaration(declaration, attribute: node, missingConformances: protocols)
    return ConformanceEmitter(group: group, extendedType: TypeSyntax(type)).extensions
  }
}
