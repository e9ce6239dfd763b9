import SwiftSyntax

/// Extends the class by the conformances it lacks and can have.
struct ConformanceEmitter {
  let group: GroupDeclaration
  let extendedType: TypeSyntax

  var extensions: [ExtensionDeclSyntax] {
    var extensions: [ExtensionDeclSyntax] = []
    if group.missingConformances.contains("SettingsGroup") {
      extensions.append(conforming(to: Self.nonisolated + "TypedSettings.SettingsGroup"))
    }
    // Every class that can have subclasses has it: the compiler crashes where one could inherit a conformance that a
    // macro announces and does not declare.
    if !group.isFinal, !group.inheritsGroup, group.missingConformances.contains("__OpenSettingsGroup") {
      extensions.append(conforming(to: openIsolation + "TypedSettings.__OpenSettingsGroup"))
    }
    if group.missingConformances.contains("Sendable"), group.isSoundlySendable {
      // A rejected property keeps its storage, but what is wrong with it has been said.
      extensions.append(conforming(to: (group.hasRejectedPrefs ? "@unchecked " : "") + "Swift.Sendable"))
    }
    return extensions
  }

  // Everything the protocol asks for is nonisolated, so that also groups of the main actor can be listed anywhere.
  // The plugin is built by the compiler that reads what it emits, and earlier ones have no isolated conformances.
  #if compiler(>=6.2)
    private static let nonisolated = "nonisolated "
  #else
    private static let nonisolated = ""
  #endif

  /// How the conformance is isolated that makes instances: like the class.
  private var openIsolation: String {
    let actor = group.declaration.attributes.unconditional.first { $0.simpleName.hasSuffix("Actor") }
    return Self.nonisolated.isEmpty ? "" : actor.map { $0.trimmedDescription + " " } ?? ""
  }

  private func conforming(to conformance: String) -> ExtensionDeclSyntax {
    let conformance = IdentifierTypeSyntax(name: .identifier(conformance, trailingTrivia: .space))
    return ExtensionDeclSyntax(
      attributes: availability,
      extensionKeyword: .keyword(.extension, trailingTrivia: .space),
      extendedType: extendedType.trimmed,
      inheritanceClause: InheritanceClauseSyntax(
        colon: .colonToken(trailingTrivia: .space), inheritedTypes: [InheritedTypeSyntax(type: conformance)]),
      memberBlock: MemberBlockSyntax(members: []))
  }

  /// A conformance is available no sooner than its class.
  private var availability: AttributeListSyntax {
    AttributeListSyntax(
      group.declaration.attributes.unconditional.filter { $0.simpleName == "available" }
        .map { .attribute($0.trimmed.with(\.trailingTrivia, .space)) })
  }
}
