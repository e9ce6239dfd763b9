import SwiftSyntax

/// Declares the record of every setting, as a member of the group.
struct RecordEmitter {
  let group: GroupDeclaration
  let lines: SourceLines?
  private let versionArguments: String

  init(group: GroupDeclaration, lines: SourceLines?) {
    self.group = group
    self.lines = lines
    versionArguments = group.identity.versionArguments
  }

  var records: String {
    var text = ""
    append(group.members, to: &text)
    return String(text.dropLast())
  }

  private func append(_ members: [GroupMember], to text: inout String) {
    for member in members {
      switch member {
      case .pref(let pref): text += declaration(of: pref)
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
    var source = AlignedSource(before: pref.attribute, lines: lines)
    if let deprecation = pref.deprecation { source.append(deprecation + " ") }
    source.append(pref.recordAccess?.prefix ?? "")
    source.append((group.isFinal ? "let $" : "final let $") + pref.name)
    // With a type of its own the record can be used without further errors even where its default is wrong. A record
    // of a type that may not be fit for one gets its own from what makes it.
    if pref.hasDeclaredRecordType, let type = pref.recordType { source.append(": " + type) }
    if pref.hasDefault {
      let creation = RecordCreation(pref: pref, identity: group.identity, versionArguments: versionArguments)
      source.append(" = ")
      creation.append(to: &source)
    } else if group.isWithoutInitializer {
      // What is missing has been reported.
      source.append(" = { Swift.fatalError() }()")
    }
    return source.ended
  }
}

/// The expression that makes a record from what the attributes say.
struct RecordCreation {
  let pref: PrefDeclaration
  let identity: GroupIdentity
  let versionArguments: String

  /// Appends the expression.
  ///
  /// The user's code has the order that it has in the declaration.
  ///
  /// - Parameters:
  ///   - source: The source so far.
  ///   - initialValue: What stands for the default of a property without one.
  func append(to source: inout AlignedSource, initialValue: String? = nil) {
    let rules = RuleEmitter(rules: pref.rules)
    let projecting = rules.projectingArguments
    if let projecting {
      source.append("TypedSettings.__projectingPrefRecord(\(projecting)")
    } else {
      source.append(pref.hasDeclaredRecordType ? "TypedSettings.__prefRecord(" : "TypedSettings.__checkedPrefRecord(")
    }
    source.append("name: \(pref.name.swiftLiteral)")
    if let documentation = pref.documentation { source.append(", documentation: \(documentation.swiftLiteral)") }
    source.append(versionArguments)
    source.append(", key: TypedSettings.SettingsKey(domain: \(identity.domain.source), name: ")
    if let node = pref.attribute.argument(labeled: "key"), pref.key != nil {
      source.append(at: node, identity.key(of: pref).source)
    } else {
      source.append(identity.key(of: pref).source)
    }
    source.append(")")
    if let traits = pref.traits { append(traits, labeled: "traits", to: &source) }
    if let aliases = pref.aliases { append(aliases, labeled: "aliases", to: &source) }
    source.append(", ")
    // The automatic coding of a type that is known to have one is not where an error could be.
    rules.append(pref.coding, at: pref.hasCertainType && pref.rules == nil ? nil : pref.attribute, to: &source)
    if let publication = pref.publication { append(publication, labeled: "publish", to: &source) }
    appendAttributes(to: &source)
    source.append(", ")
    appendDefault(initialValue, to: &source)
    source.append(")")
  }

  private func append(_ expression: ExprSyntax, labeled label: String, to source: inout AlignedSource) {
    source.append(", \(label): ")
    source.append(at: expression)
  }

  private func appendAttributes(to source: inout AlignedSource) {
    let attributes = pref.settingAttributes
    if attributes.isEmpty { return }
    source.append(", attributes: .init()")
    for attribute in attributes {
      source.append(".setting(")
      source.append(at: attribute.keyPath)
      source.append(", to: ")
      source.append(at: attribute.value)
      source.append(")")
    }
  }

  /// Appends the default, or a copy of it where only that can be the value of a record; no object is no copy.
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
