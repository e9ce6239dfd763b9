import SwiftSyntax

/// Emits the property with the arguments of `@SettingsGroup`, which the records of all settings share.
struct DeclarationEmitter {
  let group: GroupDeclaration
  let lines: SourceLines?

  /// An alias for the class, if a member hides the class inside itself.
  var alias: String? {
    let name = group.declaration.name.text
    return group.hidesClassName ? "private typealias \(GroupDeclaration.aliasOfHiddenClass) = \(name)" : nil
  }

  /// The source of the property; `nil` if the group has no settings.
  var property: String? {
    if group.members.prefs.isEmpty { return nil }
    let identity = group.identity
    // An argument that isn't a literal can be isolated like the class.
    let isolation = identity.isCertain ? "nonisolated " : ""
    var source = MirroredSource(lines: lines)
    source.appendLine("private \(isolation)static var __group: __GroupDeclaration {", indentation: 0)
    source.startLine(at: identity.isCertain ? nil : identity.firstLocation)
    source.append("__GroupDeclaration(domain: ")
    append(identity.domain, at: identity.domainExpression, to: &source)
    if case .expression = identity.keyPrefix {
      source.append(", keyPrefix: ")
      append(identity.keyPrefix, at: identity.keyPrefixExpression, to: &source)
    }
    for (label, expression) in [("traits", identity.traits), ("version", identity.version)] {
      guard let expression else { continue }
      source.append(", \(label): ")
      source.append(at: expression)
    }
    source.append(identity.version == nil ? ")" : ") { \(identity.typeName).migrations }")
    source.endLine()
    source.endLocation()
    return source.text + "}"
  }

  private func append(_ value: ArgumentValue, at expression: ExprSyntax?, to source: inout MirroredSource) {
    if let expression, case .expression = value {
      source.append(at: expression, value.source)
    } else {
      source.append(value.source)
    }
  }
}

extension GroupIdentity {
  /// The first argument that can cause an error; the attribute if none can.
  fileprivate var firstLocation: Syntax {
    let arguments = [domainExpression, keyPrefixExpression, traits, version]
    let uncertain = arguments.lazy.compactMap { $0 }.first { !$0.isCertainArgument }
    return uncertain.map { Syntax($0) } ?? Syntax(attribute)
  }
}
