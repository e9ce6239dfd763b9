import SwiftSyntax

/// Emits the record of each setting as a member of the group.
struct RecordEmitter {
  let group: GroupDeclaration
  let lines: SourceLines?
  private let versionArguments: [String]

  init(group: GroupDeclaration, lines: SourceLines?) {
    self.group = group
    self.lines = lines
    versionArguments = group.identity.versionArguments
  }

  var records: String {
    var text = ""
    append(group.members, to: &text)
    return String(text.dropLast(text.hasSuffix("\n\n") ? 2 : 1))
  }

  private func append(_ members: [GroupMember], to text: inout String) {
    for member in members {
      switch member {
      case .pref(let pref): text += declaration(of: pref) + "\n"
      case .conditional(let clauses) where ![member].prefs.isEmpty:
        for clause in clauses {
          text += clause.directive + "\n"
          append(clause.content, to: &text)
        }
        text += "#endif\n"
      case .rejected, .stored, .initializer, .comparison, .named, .conditional: break
      }
    }
  }

  private func declaration(of pref: PrefDeclaration) -> String {
    var source = AlignedSource(lines: pref.hasCertainRecord(in: group.identity) ? nil : lines)
    if let deprecation = pref.deprecation { source.append(deprecation + " ") }
    source.append(pref.recordAccess?.prefix ?? "")
    source.append((group.isFinal ? "let $" : "final let $") + pref.name)
    // With a declared type, a wrong default value causes no further errors where the record is used. If the type might
    // not be storable, the record's type is inferred from the initial value.
    if pref.hasDeclaredRecordType, let type = pref.recordType { source.append(": " + type) }
    if pref.hasDefault {
      let creation = RecordCreation(pref: pref, identity: group.identity, versionArguments: versionArguments)
      source.append(" = ")
      creation.append(to: &source)
    } else if group.isWithoutInitializer {
      // The missing initializer has already been reported.
      source.append(" = { Swift.fatalError() }()")
    }
    return source.terminated
  }
}

/// The expression that creates a record from the attributes of a property.
struct RecordCreation {
  let pref: PrefDeclaration
  let identity: GroupIdentity
  let versionArguments: [String]

  /// Appends the expression.
  ///
  /// The pieces of the user's code have the same order as in the declaration.
  ///
  /// - Parameters:
  ///   - source: The source to append to.
  ///   - initialValue: The expression for the default value of a property without one.
  func append(to source: inout AlignedSource, initialValue: String? = nil) {
    let rules = RuleEmitter(rules: pref.rules)
    let projecting = rules.projectingArguments
    if let projecting {
      source.append("TypedSettings.__projectingPrefRecord")
      source.appendArgument(after: "(", projecting)
      source.appendArgument("name: \(pref.name.swiftLiteral)")
    } else {
      source.append(pref.hasDeclaredRecordType ? "TypedSettings.__prefRecord" : "TypedSettings.__checkedPrefRecord")
      source.appendArgument(after: "(", "name: \(pref.name.swiftLiteral)")
    }
    if let documentation = pref.documentation {
      source.appendArgument("documentation: \(documentation.swiftLiteral)")
    }
    for argument in versionArguments { source.appendArgument(argument) }
    source.appendArgument("key: TypedSettings.SettingsKey(domain: \(identity.domain.source), name: ")
    let key = identity.key(of: pref)
    if case .expression = key, let node = pref.attribute.argument(labeled: "key"), pref.key != nil {
      source.append(at: node, key.source)
    } else {
      source.append(key.source)
    }
    source.append(")")
    if let traits = pref.traits { append(traits, labeled: "traits", to: &source) }
    if let aliases = pref.aliases { append(aliases, labeled: "aliases", to: &source) }
    source.appendArgument()
    // The automatic coding of a type that is known to be storable can't cause an error.
    rules.append(pref.coding, at: pref.hasCertainType && pref.rules == nil ? nil : pref.attribute, to: &source)
    if let publication = pref.publication { append(publication, labeled: "publish", to: &source) }
    appendAttributes(to: &source)
    source.appendArgument()
    appendDefault(initialValue, to: &source)
    source.append(")")
  }

  private func append(_ expression: ExprSyntax, labeled label: String, to source: inout AlignedSource) {
    source.appendArgument("\(label): ")
    source.append(at: expression)
  }

  private func appendAttributes(to source: inout AlignedSource) {
    let attributes = pref.settingAttributes
    if attributes.isEmpty { return }
    source.appendArgument("attributes: .init()")
    for attribute in attributes {
      source.append(".setting(")
      source.append(at: attribute.keyPath)
      source.append(", to: ")
      source.append(at: attribute.value)
      source.append(")")
    }
  }

  /// Appends the default value, or a `PropertyListCopy` of it if a record can't store the object; `nil` isn't copied.
  private func appendDefault(_ initialValue: String?, to source: inout AlignedSource) {
    let isCopied = pref.isCopied && (initialValue != nil || pref.defaultValue != "nil")
    let type = pref.hasDeclaredRecordType ? nil : pref.valueType
    if isCopied { source.append("TypedSettings.PropertyListCopy(default: ") }
    if let initialValue {
      source.append(initialValue)
    } else if let value = pref.binding.initializer?.value, let text = pref.defaultValue {
      source.append(at: value, less: type == nil ? 0 : 1, type == nil ? text : "(\(text))")
    } else {
      source.append(type == nil ? "nil" : "(nil)")
    }
    if let type { source.append(" as \(type)") }
    if isCopied { source.append(")") }
  }
}

/// Emits the rules of a setting as modifiers of its coding.
struct RuleEmitter {
  let rules: PrefRules?

  /// Appends a coding with the rules.
  ///
  /// - Parameters:
  ///   - coding: The coding without the rules; `nil` for the automatic coding.
  ///   - attribute: The node at which an error in the automatic coding is reported; `nil` if it can't have an error.
  ///   - source: The source to append to.
  func append(_ coding: ExprSyntax?, at attribute: AttributeSyntax?, to source: inout AlignedSource) {
    if let coding {
      // A member access can follow these expressions without parentheses.
      let isPostfix = rules == nil || Self.postfixKinds.contains(coding.kind)
      source.append(at: coding, isPostfix ? nil : "(\(coding.trimmedDescription))")
    } else if let attribute {
      source.append(at: attribute, ".automatic")
    } else {
      source.append(".automatic")
    }
    guard let rules else { return }
    if let wrapper = rules.wrapper {
      source.append(".wrapped(in: ")
      source.append(at: wrapper)
      if let config = rules.config {
        source.append(", config: ")
        source.append(at: config)
      }
      source.append(")")
    }
    if let validation = rules.validation {
      source.append(".validated(by: ")
      source.append(at: validation, PatternRewriter().rewrite(validation).trimmedDescription)
      if let policy = rules.policy {
        source.append(", policy: ")
        source.append(at: policy)
      }
      source.append(")")
    }
  }

  /// The additional arguments for a record that provides the wrapper's projection.
  var projectingArguments: String? {
    guard let rules, rules.isProjected, let wrapper = rules.wrapper else { return nil }
    return "wrapper: \(wrapper.trimmedDescription), config: \(rules.config?.trimmedDescription ?? "()")"
  }

  private static let postfixKinds: Set<SyntaxKind> = [
    .memberAccessExpr, .functionCallExpr, .declReferenceExpr, .genericSpecializationExpr,
  ]
}

/// Adds the source of a regular expression literal as an argument, because a `Regex` doesn't provide its source.
private final class PatternRewriter: SyntaxRewriter {
  override func visit(_ call: FunctionCallExprSyntax) -> ExprSyntax {
    guard let member = call.calledExpression.as(MemberAccessExprSyntax.self),
      member.declName.baseName.text == "matches", call.arguments.count == 1,
      var argument = call.arguments.first, let literal = argument.expression.as(RegexLiteralExprSyntax.self)
    else { return super.visit(call) }
    argument.trailingComma = .commaToken(trailingTrivia: .space)
    let pattern = LabeledExprSyntax(
      label: .identifier("pattern"), colon: .colonToken(trailingTrivia: .space),
      expression: ExprSyntax(DeclReferenceExprSyntax(baseName: .identifier(literal.regex.text.swiftLiteral))))
    return ExprSyntax(call.with(\.arguments, [argument, pattern]))
  }
}
