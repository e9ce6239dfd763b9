import SwiftDiagnostics
import SwiftSyntax

/// Emits the record of each setting as a member of the group.
struct RecordEmitter {
  let group: GroupDeclaration
  let lines: SourceLines?

  /// The source of the records; `nil` if the group has none.
  var records: String? {
    var source = MirroredSource(lines: lines)
    append(group.members, to: &source)
    source.endLocation()
    return source.text.isEmpty ? nil : String(source.text.dropLast())
  }

  private func append(_ members: [GroupMember], to source: inout MirroredSource) {
    for (index, member) in members.enumerated() {
      switch member {
      case .pref(let pref): append(pref, before: members.dropFirst(index + 1), to: &source)
      case .conditional(let clauses) where ![member].prefs.isEmpty:
        source.endLocation()
        for clause in clauses {
          source.appendLine(clause.directive, indentation: 0)
          append(clause.content, to: &source)
          source.endLocation()
        }
        source.appendLine("#endif", indentation: 0)
      case .rejected(_, let pref?):
        if let placeholder = placeholder(for: pref) { source.appendLine(placeholder) }
      case .rejected, .stored, .initializer, .comparison, .named, .conditional: break
      }
    }
  }

  /// Returns a record that never exists, because the error of its setting has been reported.
  private func placeholder(for pref: PrefDeclaration) -> String? {
    guard let type = pref.placeholderType, let name = pref.binding.name else { return nil }
    let access = pref.recordAccess?.prefix ?? ""
    return "\(access)\(group.isFinal ? "let" : "final let") $\(name): \(type) = { while true {} }()"
  }

  private func append(_ pref: PrefDeclaration, before later: ArraySlice<GroupMember>, to source: inout MirroredSource) {
    let creation = RecordCreation(pref: pref, identity: group.identity)
    let isCertain = pref.hasCertainRecord(in: group.identity)
    source.startLine(
      at: isCertain ? nil : creation.firstLocation, indentation: lines?.indentation(of: pref.variable) ?? 2)
    if let deprecation = pref.deprecation { source.append(deprecation + " ") }
    source.append(pref.recordAccess?.prefix ?? "")
    source.append((group.isFinal ? "let $" : "final let $") + pref.name)
    // A declared type follows the user's code, so that an error in that code has a column of the declaration. If the
    // type might not be storable, the record's type is inferred from the initial value.
    let type = pref.hasDeclaredRecordType ? pref.recordType : nil
    let typeFollows = pref.hasDefault && (pref.coding != nil || pref.rules != nil)
    if let type, !typeFollows { source.append(": " + type) }
    if pref.hasDefault {
      source.append(" = ")
      creation.append(to: &source, before: later.prefs.first.map { RecordCreation(of: $0, in: group).firstLocation })
    } else if group.isWithoutInitializer {
      // The missing initializer has already been reported.
      source.append(" = { Swift.fatalError() }()")
    }
    if let type, typeFollows { source.append(" as \(type)") }
    source.endLine()
  }
}

/// The expression that creates a record from the attributes of a property.
///
/// The pieces of the user's code have the same order as in the declaration. All other arguments follow them, so that
/// an error has a column of the declaration.
struct RecordCreation {
  let pref: PrefDeclaration
  let identity: GroupIdentity

  /// The first node whose code can cause an error in the record; the property's name if no argument can.
  var firstLocation: Syntax {
    let arguments =
      [pref.traits, pref.aliases].filter { $0?.isCertainArgument == false } + [
        pref.coding, pref.rules?.wrapper, pref.rules?.validation,
      ]
    return arguments.lazy.compactMap { $0 }.first.map { Syntax($0) } ?? Syntax(pref.binding)
  }

  /// Appends the expression.
  ///
  /// - Parameters:
  ///   - source: The source to append to.
  ///   - initialValue: The expression for the default value of a property without one.
  ///   - next: The node at which the next declaration is located, which limits the lines of this one.
  func append(
    to source: inout MirroredSource, initialValue: String? = nil, before next: (any SyntaxProtocol)? = nil
  ) {
    let rules = RuleEmitter(rules: pref.rules)
    var separator = ""
    func startArgument(at node: (some SyntaxProtocol)?, _ label: String = "") {
      source.append(separator)
      if let node { source.breakLine(before: node) }
      separator = ", "
      source.append(label)
    }
    if let projecting = rules.projectingArguments {
      source.append("__projectingPref(\(projecting)")
      separator = ", "
    } else {
      source.append(pref.hasDeclaredRecordType ? "__pref(" : "__checkedPref(")
    }
    for (label, expression) in [("traits: ", pref.traits), ("aliases: ", pref.aliases)] {
      guard let expression else { continue }
      startArgument(at: expression, label)
      source.append(at: expression)
    }
    startArgument(at: pref.coding)
    rules.append(pref.coding, to: &source)
    if let publication = pref.publication {
      startArgument(at: publication, "publish: ")
      source.append(at: publication)
    }
    appendAttributes(to: &source)
    startArgument(at: pref.binding.initializer?.value)
    appendDefault(initialValue, to: &source)
    appendIdentity(to: &source, before: next)
    source.append(")")
  }

  private func appendAttributes(to source: inout MirroredSource) {
    for (index, attribute) in pref.settingAttributes.enumerated() {
      source.append(index == 0 ? ", attributes: .init()" : "")
      source.append(".setting(")
      source.append(at: attribute.keyPath)
      source.append(", to: ")
      source.append(at: attribute.value)
      source.append(")")
    }
  }

  /// Appends the default value, or a `PropertyListCopy` of it if a record can't store the object; `nil` isn't copied.
  private func appendDefault(_ initialValue: String?, to source: inout MirroredSource) {
    let isCopied = pref.isCopied && (initialValue != nil || pref.defaultValue != "nil")
    let type = pref.hasDeclaredRecordType ? nil : pref.valueType
    if isCopied { source.append("\(Library.prefixOfObjects)PropertyListCopy(default: ") }
    if let initialValue {
      source.append(initialValue)
    } else if let value = pref.binding.initializer?.value, value.is(NilLiteralExprSyntax.self), !pref.isOptional {
      // The compiler reports the value at the property if it's wrong.
      source.append(at: value, type == nil ? "__nil()" : "(__nil())")
    } else if let value = pref.binding.initializer?.value, let text = pref.defaultValue {
      source.append(at: value, type == nil ? text : "(\(text))")
    } else {
      source.append(type == nil ? "nil" : "(nil)")
    }
    if let type { source.append(" as \(type)") }
    if isCopied { source.append(")") }
  }

  /// Appends the name, the key and the documentation of the setting, and the declaration of the group.
  private func appendIdentity(to source: inout MirroredSource, before next: (any SyntaxProtocol)?) {
    let documentation = pref.documentation.map { ", documentation: \($0.swiftLiteral)" } ?? ""
    let arguments =
      "name: \(pref.name.swiftLiteral), key: \(identity.key(of: pref).source)\(documentation), "
      + "in: \(identity.declarationName)"
    source.append(",")
    if source.column + arguments.utf8.count > 118, source.hasSpace(before: next) {
      source.breakLine()
    } else {
      source.append(" ")
    }
    source.append(arguments)
  }
}

extension RecordCreation {
  fileprivate init(of pref: PrefDeclaration, in group: GroupDeclaration) {
    self.init(pref: pref, identity: group.identity)
  }
}

/// Emits the rules of a setting as modifiers of its coding.
struct RuleEmitter {
  let rules: PrefRules?

  /// Appends a coding with the rules.
  ///
  /// - Parameters:
  ///   - coding: The coding without the rules; `nil` for the automatic coding.
  ///   - source: The source to append to.
  func append(_ coding: ExprSyntax?, to source: inout MirroredSource) {
    // Otherwise the rule would have a column after the end of a short declaration.
    if coding == nil, let rules, rules.wrapper == nil, rules.validation != nil {
      appendValidation(rules, prefix: "__validated(", to: &source)
      source.append(", .automatic)")
      return
    }
    if let coding {
      // A member access can follow these expressions without parentheses.
      let isPostfix = rules == nil || Self.postfixKinds.contains(coding.kind)
      source.append(at: coding, isPostfix ? nil : "(\(coding.trimmedDescription))")
    } else {
      source.append(".automatic")
    }
    guard let rules else { return }
    if let wrapper = rules.wrapper {
      source.append(".wrapped(in: ")
      source.append(at: wrapper, wrapper.metatypeText)
      if let config = rules.config {
        source.append(", config: ")
        source.append(at: config)
      }
      source.append(")")
    }
    if rules.validation != nil {
      appendValidation(rules, prefix: ".validated(by: ", to: &source)
      source.append(")")
    }
  }

  private func appendValidation(_ rules: PrefRules, prefix: String, to source: inout MirroredSource) {
    guard let validation = rules.validation else { return }
    source.append(prefix)
    source.append(at: validation, PatternRewriter().rewrite(validation).trimmedDescription)
    guard let policy = rules.policy else { return }
    source.append(", policy: ")
    source.append(at: policy)
  }

  /// The additional arguments for a record that provides the wrapper's projection.
  var projectingArguments: String? {
    guard let rules, rules.isProjected, let wrapper = rules.wrapper else { return nil }
    return "wrapper: \(wrapper.metatypeText), config: \(rules.config?.trimmedDescription ?? "()")"
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
