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
      case .pref(let pref): append(pref, to: &text)
      case .conditional(let clauses) where ![member].prefs.isEmpty:
        for clause in clauses {
          text += clause.directive + "\n"
          append(clause.content, to: &text)
        }
        text += "#endif\n"
      case .rejected, .stored, .initializer, .named, .conditional: break
      }
    }
  }

  private func append(_ pref: PrefDeclaration, to text: inout String) {
    if let lines { text += lines.directive(for: pref) }
    if let deprecation = pref.deprecation { text += deprecation + " " }
    text += pref.recordAccess?.prefix ?? ""
    text += group.isFinal ? "let $" : "final let $"
    text += pref.name
    // With a type of its own the record can be used without further errors even where its default is wrong.
    if let type = pref.recordType { text += ": " + type }
    if let value = pref.defaultValue {
      let creation = RecordCreation(pref: pref, identity: group.identity, versionArguments: versionArguments)
      text += " = " + creation.expression(default: value)
    }
    text += lines == nil ? "\n" : "\n" + SourceLines.reset
  }
}

/// The expression that makes a record from what the attributes say.
struct RecordCreation {
  let pref: PrefDeclaration
  let identity: GroupIdentity
  let versionArguments: String

  func expression(default value: String) -> String {
    let rules = RuleEmitter(rules: pref.rules)
    let projecting = rules.projectingArguments
    var text = projecting == nil ? "TypedSettings.SettingRecord(" : "TypedSettings.ProjectingSettingRecord("
    text += projecting ?? ""
    text += "name: \(pref.name.swiftLiteral), key: TypedSettings.SettingsKey(domain: \(identity.domain.source)"
    text += ", name: \(identity.key(of: pref).source)), default: \(copied(value))"
    if let documentation = pref.documentation { text += ", documentation: \(documentation.swiftLiteral)" }
    if let traits = pref.traits { text += ", traits: \(traits)" }
    let attributes = pref.settingAttributes
    if !attributes.isEmpty {
      text += ", attributes: TypedSettings.SettingsAttributes()"
      for attribute in attributes { text += ".setting(\(attribute.keyPath), to: \(attribute.value))" }
    }
    text += ", coding: \(rules.coding(pref.coding))"
    if let aliases = pref.aliases { text += ", aliases: \(aliases.trimmedDescription)" }
    if let publication = pref.publication { text += ", publish: \(publication.trimmedDescription)" }
    return text + versionArguments + ")"
  }

  /// The default where only a copy of it can be the value of a record; no object is no copy.
  private func copied(_ value: String) -> String {
    pref.isCopied && value != "nil" ? "TypedSettings.PropertyListCopy(default: \(value))" : value
  }
}
