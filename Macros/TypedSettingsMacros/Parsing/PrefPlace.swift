import SwiftSyntax

/// Where a `@Pref` stands.
enum PrefPlace {
  case group(GroupIdentity)
  /// In a type whose `@SettingsGroup` is misplaced or incomplete, which is reported there.
  case misplacedGroup
  /// In a group that is also `@Observable`, which is reported there.
  case observableGroup
  /// On storage that `@ObservationTracked` has made of the property, attributes included.
  case copy
  case elsewhere

  init(of variable: VariableDeclSyntax, lexicalContext: [Syntax]) {
    if lexicalContext.isEmpty, variable.isObservationStorage {
      self = .copy
      return
    }
    guard let type = lexicalContext.first, !type.is(ExtensionDeclSyntax.self),
      let attributes = type.asProtocol((any WithAttributesSyntax).self)?.attributes,
      let attribute = attributes.first(named: "SettingsGroup")
    else {
      self = .elsewhere
      return
    }
    let outer = Array(lexicalContext.dropFirst())
    if attributes.first(named: "Observable") != nil {
      self = .observableGroup
    } else if let declaration = type.as(ClassDeclSyntax.self), attribute.argument(labeled: "domain") != nil,
      Self.hidingModifier(of: declaration, in: outer) == nil, !Self.isLocal(outer)
    {
      self = .group(GroupIdentity(declaration, attribute: attribute))
    } else {
      self = .misplacedGroup
    }
  }

  /// The `private` that keeps the top level of the file from naming a class: its own, or that of a type around it,
  /// unless that type is itself at the top level.
  static func hidingModifier(of declaration: ClassDeclSyntax, in lexicalContext: [Syntax]) -> DeclModifierSyntax? {
    let types = [Syntax(declaration)] + lexicalContext
    return types.dropLast().lazy
      .compactMap { $0.asProtocol((any WithModifiersSyntax).self)?.modifiers }
      .compactMap { $0.first { $0.name.tokenKind == .keyword(.private) && $0.detail == nil } }
      .first
  }

  /// Whether a declaration in this context is inside a function, an accessor or a closure.
  static func isLocal(_ lexicalContext: [Syntax]) -> Bool {
    lexicalContext.contains { localKinds.contains($0.kind) }
  }

  private static let localKinds: Set<SyntaxKind> = [
    .functionDecl, .initializerDecl, .deinitializerDecl, .accessorDecl, .subscriptDecl, .closureExpr, .variableDecl,
  ]
}
