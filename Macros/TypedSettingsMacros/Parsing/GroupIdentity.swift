import SwiftSyntax

/// What a group gives to every one of its settings: the name of the class and the arguments of `@SettingsGroup`.
///
/// This much is known inside the expansion of a single property too.
struct GroupIdentity {
  let className: String
  let isFinal: Bool
  let domain: ArgumentValue
  let keyPrefix: ArgumentValue
  let domainExpression: ExprSyntax?

  init(_ declaration: ClassDeclSyntax, attribute: AttributeSyntax) {
    className = declaration.name.nameWithoutBackticks
    isFinal = declaration.modifiers.contains { $0.name.tokenKind == .keyword(.final) }
    domainExpression = attribute.argument(labeled: "domain")
    domain = ArgumentValue(domainExpression) ?? .literal("")
    let ownPrefix = ArgumentValue.literal(className)
    keyPrefix = ArgumentValue(attribute.argument(labeled: "keyPrefix"))?.defaulting(to: ownPrefix) ?? ownPrefix
  }

  /// The key of a setting: its own, or the prefix followed by its name.
  func key(of pref: PrefDeclaration) -> ArgumentValue {
    let derived = keyPrefix.appending(pref.capitalizedName)
    return pref.key?.defaulting(to: derived) ?? derived
  }
}
