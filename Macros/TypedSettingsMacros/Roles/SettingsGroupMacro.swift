import SwiftSyntax
import SwiftSyntaxMacros

/// `@SettingsGroup`: the records of all settings of a class, what lists and makes them, and the conformances.
///
/// All records come from this one expansion rather than one from each property, because every expansion is a
/// round trip to a plugin that clients build without optimisation.
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
      context.report(GroupChecks.notClass(declaration, attribute: node))
      return []
    }
    if let finding = obstacle(to: declaration, attribute: node, in: context) {
      context.report(finding)
      return []
    }
    let group = GroupDeclaration(declaration, attribute: node, missingConformances: protocols)
    context.report(GroupChecks.findings(in: group))
    let lines = SourceLines(of: declaration, in: context)
    let records = RecordEmitter(group: group, lines: lines).records
    let enumeration = EnumerationEmitter(group: group, lines: lines).function
    let members =
      [records, enumeration].compactMap { $0 } + FactoryEmitter(group: group).members
      + ComparisonEmitter(group: group).functions
    return members.map { .verbatim($0) }
  }

  /// What keeps anything from being emitted for a class.
  private static func obstacle(
    to declaration: ClassDeclSyntax, attribute: AttributeSyntax, in context: some MacroExpansionContext
  ) -> Finding? {
    if let repetition = GroupChecks.repetition(in: declaration),
      let first = declaration.attributes.first(named: "SettingsGroup"), !context.isSamePlace(attribute, first)
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
      obstacle(to: declaration, attribute: node, in: context) == nil
    else { return [] }
    let group = GroupDeclaration(declaration, attribute: node, missingConformances: protocols)
    return ConformanceEmitter(group: group, extendedType: TypeSyntax(type)).extensions
  }
}
