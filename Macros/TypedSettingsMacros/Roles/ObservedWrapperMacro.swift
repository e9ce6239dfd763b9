import SwiftSyntax
import SwiftSyntaxMacros

/// `@ObservedWrapper`: accessors that lead from a property of an observable class to a wrapper, which is kept beside it.
enum ObservedWrapperMacro {
  /// What is wrong with the property; nil where there is nothing to expand, because another expansion does it.
  private static func findings(
    in declaration: some DeclSyntaxProtocol, attribute: AttributeSyntax, context: some MacroExpansionContext
  ) -> [Finding]? {
    let place = ObservedWrapperPlace(of: declaration, lexicalContext: context.lexicalContext)
    if case .copy = place { return nil }
    let findings = ObservedWrapperChecks.findings(in: declaration, attribute: attribute, place: place)
    // A second attribute is expanded like the first, which reports it.
    if findings.first?.misuse == .repeatedAttribute,
      let first = declaration.as(VariableDeclSyntax.self)?.attributes.first(named: "ObservedWrapper"),
      !context.isSamePlace(attribute, first)
    {
      return nil
    }
    return findings
  }
}

extension ObservedWrapperMacro: AccessorMacro {
  static var formatMode: FormatMode { .disabled }

  static func expansion(
    of node: AttributeSyntax,
    providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard let variable = declaration.as(VariableDeclSyntax.self),
      let findings = findings(in: variable, attribute: node, context: context)
    else { return [] }
    guard findings.isEmpty, let property = ObservedWrapperDeclaration(variable) else {
      let isConceded = findings.contains { $0.misuse.concedesAccessors }
      return isConceded ? [] : AccessorEmitter.harmlessAccessors(for: variable)
    }
    return ObservedWrapperEmitter(property: property, lines: SourceLines(of: variable, in: context)).accessors
  }
}

extension ObservedWrapperMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] { peers(of: declaration, attribute: node, isReadOnly: false, in: context) }

  /// Reports what is wrong as well, because more declarations are given peers than accessors.
  fileprivate static func peers(
    of declaration: some DeclSyntaxProtocol, attribute node: AttributeSyntax, isReadOnly: Bool,
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    guard let findings = findings(in: declaration, attribute: node, context: context) else { return [] }
    context.report(findings)
    guard findings.isEmpty, let variable = declaration.as(VariableDeclSyntax.self),
      let property = ObservedWrapperDeclaration(variable)
    else { return [] }
    let lines = SourceLines(of: variable, in: context)
    return ObservedWrapperEmitter(property: property, lines: lines, isReadOnly: isReadOnly).peers
  }
}

/// `@ObservedWrapper` with a wrapper whose projection can only be read.
enum ReadOnlyObservedWrapperMacro {}

extension ReadOnlyObservedWrapperMacro: AccessorMacro {
  static var formatMode: FormatMode { .disabled }

  static func expansion(
    of node: AttributeSyntax,
    providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    try ObservedWrapperMacro.expansion(of: node, providingAccessorsOf: declaration, in: context)
  }
}

extension ReadOnlyObservedWrapperMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    ObservedWrapperMacro.peers(of: declaration, attribute: node, isReadOnly: true, in: context)
  }
}
