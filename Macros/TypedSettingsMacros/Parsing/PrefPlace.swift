import SwiftSyntax

/// Where a `@Pref` stands.
enum PrefPlace {
  case group(GroupIdentity)
  /// In a type whose `@SettingsGroup` is itself misplaced, which its own expansion reports.
  case misplacedGroup
  case elsewhere

  init(lexicalContext: [Syntax]) {
    guard let type = lexicalContext.first, !type.is(ExtensionDeclSyntax.self),
      let attributes = type.asProtocol((any WithAttributesSyntax).self)?.attributes,
      let attribute = attributes.first(named: "SettingsGroup")
    else {
      self = .elsewhere
      return
    }
    if let declaration = type.as(ClassDeclSyntax.self),
      Self.hidingModifier(of: declaration, in: Array(lexicalContext.dropFirst())) == nil
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
}
