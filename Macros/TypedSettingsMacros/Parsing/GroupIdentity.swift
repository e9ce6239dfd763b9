import SwiftSyntax

/// The name of a group's class and the arguments of `@SettingsGroup`, which apply to each of its settings.
///
/// The expansion of a single property has access to this information too.
struct GroupIdentity {
  let className: String
  let isFinal: Bool
  let domain: ArgumentValue
  let keyPrefix: ArgumentValue
  let domainExpression: ExprSyntax?
  let attribute: AttributeSyntax

  init(_ declaration: ClassDeclSyntax, attribute: AttributeSyntax) {
    className = declaration.name.nameWithoutBackticks
    typeName = declaration.name.text
    // The attribute that is being expanded is a copy without a place in the file.
    let attribute = declaration.attributes.first(named: "SettingsGroup") ?? attribute
    self.attribute = attribute
    isFinal = declaration.modifiers.contains { $0.name.tokenKind == .keyword(.final) }
    domainExpression = attribute.argument(labeled: "domain")
    domain = domainExpression.flatMap { $0.isUnsuitableDomain ? nil : ArgumentValue($0) } ?? .literal("")
    let ownPrefix = ArgumentValue.literal(className)
    keyPrefix = ArgumentValue(attribute.argument(labeled: "keyPrefix"))?.defaulting(to: ownPrefix) ?? ownPrefix
  }

  /// The version argument; `nil` if it's missing or the literal `nil`.
  var version: ExprSyntax? {
    guard let version = attribute.argument(labeled: "version"), !version.is(NilLiteralExprSyntax.self),
      !version.isUnsuitableVersion
    else {
      return nil
    }
    return version
  }

  /// The name of the emitted property that has what all settings of the group share.
  var declarationName: String { "\(typeName).__group" }

  /// The name by which an expression in emitted code refers to the class.
  var typeName: String

  /// The traits of all settings of the group; `nil` if there are none.
  var traits: ExprSyntax? { attribute.argument(labeled: "traits") }

  /// A Boolean value that indicates whether the arguments can't cause an error in the record of a setting.
  var isCertain: Bool {
    guard case .literal = domain, case .literal = keyPrefix, traits?.isCertainArgument ?? true else { return false }
    return version == nil
  }

  /// The argument that selects how keys are derived.
  var keyStyle: ExprSyntax? { attribute.argument(labeled: "keys") }

  /// The prefix argument; `nil` if it's missing or the literal `nil`.
  var keyPrefixExpression: ExprSyntax? {
    attribute.argument(labeled: "keyPrefix").flatMap { $0.is(NilLiteralExprSyntax.self) ? nil : $0 }
  }

  /// A Boolean value that indicates whether the key of a setting is the name of its property by default.
  var usesPropertyNames: Bool { keyStyle?.keyStyleName == "propertyName" }

  /// Returns the key of a setting: its own, the prefix followed by its name, or the name alone.
  func key(of pref: PrefDeclaration) -> ArgumentValue {
    let derived: ArgumentValue
    if usesPropertyNames {
      derived = .literal(pref.name)
    } else if case .expression = keyPrefix {
      derived = .expression("\(declarationName).keyPrefix + \(pref.capitalizedName.swiftLiteral)")
    } else {
      derived = keyPrefix.appending(pref.capitalizedName)
    }
    return pref.key?.defaulting(to: derived) ?? derived
  }
}

extension ExprSyntax {
  /// The name of a `SettingsKey.Style` that is written as a member; `nil` for any other expression.
  var keyStyleName: String? {
    guard let member = self.as(MemberAccessExprSyntax.self) else { return nil }
    let name = member.declName.baseName.text
    return ["prefixed", "propertyName"].contains(name) ? name : nil
  }
}
