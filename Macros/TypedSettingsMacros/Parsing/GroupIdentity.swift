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
  private let typeName: String
  let attribute: AttributeSyntax

  init(_ declaration: ClassDeclSyntax, attribute: AttributeSyntax) {
    className = declaration.name.nameWithoutBackticks
    typeName = declaration.name.text
    self.attribute = attribute
    isFinal = declaration.modifiers.contains { $0.name.tokenKind == .keyword(.final) }
    domainExpression = attribute.argument(labeled: "domain")
    domain = ArgumentValue(domainExpression) ?? .literal("")
    let ownPrefix = ArgumentValue.literal(className)
    keyPrefix = ArgumentValue(attribute.argument(labeled: "keyPrefix"))?.defaulting(to: ownPrefix) ?? ownPrefix
  }

  /// The version argument; nil where there is none, and where it is `nil`.
  var version: ExprSyntax? {
    guard let version = attribute.argument(labeled: "version"), !version.is(NilLiteralExprSyntax.self) else {
      return nil
    }
    return version
  }

  /// Source text of what a record is told about versions, after a comma; empty where the group has none.
  var versionArguments: String {
    guard let version else { return "" }
    return ", version: \(version.trimmedDescription), migrations: { \(typeName).migrations }"
  }

  /// The argument that says what the keys are made of.
  var keyStyle: ExprSyntax? { attribute.argument(labeled: "keys") }

  /// The prefix argument, unless it is `nil`.
  var keyPrefixExpression: ExprSyntax? {
    attribute.argument(labeled: "keyPrefix").flatMap { $0.is(NilLiteralExprSyntax.self) ? nil : $0 }
  }

  /// Whether a setting without a key of its own is stored under the name of its property.
  var usesPropertyNames: Bool { keyStyle?.keyStyleName == "propertyName" }

  /// The key of a setting: its own, or the prefix followed by its name, or the name alone.
  func key(of pref: PrefDeclaration) -> ArgumentValue {
    let derived = usesPropertyNames ? .literal(pref.name) : keyPrefix.appending(pref.capitalizedName)
    return pref.key?.defaulting(to: derived) ?? derived
  }
}

extension ExprSyntax {
  /// The name of a `SettingsKeyStyle` that is written as a member; nil for any other expression.
  var keyStyleName: String? {
    guard let member = self.as(MemberAccessExprSyntax.self) else { return nil }
    let name = member.declName.baseName.text
    return ["prefixed", "propertyName"].contains(name) ? name : nil
  }
}
