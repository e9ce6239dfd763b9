import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// The macro `@ObservedWrapper`, which adds a wrapper to a property of an observable class and accessors that use it.
enum ObservedWrapperMacro: ObservedWrapperRole {}

/// The macro `@ObservedWrapper` for a wrapper whose projection is read-only.
enum ReadOnlyObservedWrapperMacro: ObservedWrapperRole {
  static var isReadOnly: Bool { true }
}

/// The macro `@ObservedWrapper` for a wrapper without a projection, although the attribute mentions one.
enum UnprojectedObservedWrapperMacro: ObservedWrapperRole {
  static var hasProjection: Bool { false }
}

/// One of the overloads of `@ObservedWrapper`, which differ in the projection of the wrapper.
protocol ObservedWrapperRole: AccessorMacro, PeerMacro {
  /// A Boolean value that indicates whether the projection is read-only.
  static var isReadOnly: Bool { get }

  /// A Boolean value that indicates whether the wrapper has a projection.
  static var hasProjection: Bool { get }
}

extension ObservedWrapperRole {
  static var isReadOnly: Bool { false }
  static var hasProjection: Bool { true }
  static var formatMode: FormatMode { .disabled }

  static func expansion(
    of node: AttributeSyntax,
    providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard let variable = declaration.as(VariableDeclSyntax.self),
      let diagnostics = diagnostics(in: variable, attribute: node, context: context)
    else { return [] }
    guard diagnostics.isEmpty, let property = ObservedWrapperDeclaration(variable) else {
      let suppressesAccessors = diagnostics.contains { $0.macroDiagnostic?.suppressesAccessors == true }
      return suppressesAccessors ? [] : AccessorEmitter.placeholderAccessors(for: variable)
    }
    return ObservedWrapperEmitter(property: property, lines: SourceLines(of: variable, in: context)).accessors
  }

  /// Reports errors too, because the compiler requests peers for more declarations than accessors.
  static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let diagnostics = diagnostics(in: declaration, attribute: node, context: context) else { return [] }
    context.diagnose(diagnostics)
    guard diagnostics.isEmpty, let variable = declaration.as(VariableDeclSyntax.self),
      var property = ObservedWrapperDeclaration(variable)
    else { return [] }
    if !hasProjection {
      if property.isProjected { context.diagnose(ObservedWrapperChecks.unprojected(property)) }
      property.hasProjection = false
    }
    let lines = SourceLines(of: variable, in: context)
    return ObservedWrapperEmitter(property: property, lines: lines, isReadOnly: isReadOnly).peers
  }

  /// Returns the errors of the property; `nil` if another expansion handles it.
  private static func diagnostics(
    in declaration: some DeclSyntaxProtocol, attribute: AttributeSyntax, context: some MacroExpansionContext
  ) -> [Diagnostic]? {
    let place = ObservedWrapperPlace(of: declaration, lexicalContext: context.lexicalContext)
    if case .copy = place { return nil }
    let diagnostics = ObservedWrapperChecks.diagnostics(in: declaration, attribute: attribute, place: place)
    // Both attributes are expanded; only the first expansion reports the error.
    if diagnostics.first?.macroDiagnostic == .repeatedAttribute(attribute: "ObservedWrapper"),
      let first = declaration.as(VariableDeclSyntax.self)?.attributes.first(named: "ObservedWrapper"),
      !context.isSameLocation(attribute, first)
    {
      return nil
    }
    return diagnostics
  }
}
