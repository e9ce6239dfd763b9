import SwiftSyntax

/// Emits the implementations of the static requirements of a group, `rules` and `migrations`.
///
/// A property of another type doesn't implement a requirement, and the default implementation would replace it. The
/// emitted property therefore has the required type, and returns the value of the user's property: in a statement of
/// its own, `Self.rules` is the property of the class, whatever its type. `@_implements` also makes the requirement
/// independent of the access level of the user's property.
///
/// A macro can't see extensions of the class. For a requirement that the class itself doesn't declare, it emits a
/// private property that only makes the compiler check the type, with an error at the name of the class.
struct RequirementEmitter {
  let group: GroupDeclaration
  let lines: SourceLines?

  private var name: String { group.declaration.name.text }
  private var reference: String { group.identity.typeName }
  private var ruleType: String { "[\(Library.prefix)SettingsRule<\(name)>]" }
  private static let migrationType = "[\(Library.prefix)SettingsMigration]"

  /// The sources of the implementations; a subclass of a group inherits the conformance.
  var properties: [String] {
    let checkedMigrations = ownMigrations(head: "private static var __ownMigrations")
    if group.inheritsGroup { return [checkedMigrations].compactMap { $0 } }
    let access = group.witnessPrefix
    let rules = body(of: "rules").map { body in
      """
      \(access)typealias RuledGroup = \(name)

      @_disfavoredOverload @_implements(\(Library.prefix)SettingsGroup, rules)
      \(access)nonisolated static var __rules: \(ruleType) {
      \(body)}
      """
    }
    let head = """
      @_disfavoredOverload @_implements(\(Library.prefix)VersionedSettingsGroup, migrations)
      \(access)static var __migrations
      """
    let migrations = group.conformsToVersioned ? ownMigrations(head: head) : checkedMigrations
    return [rules ?? extensionCheck(of: "rules"), migrations ?? extensionCheck(of: "migrations"), versionCheck]
      .compactMap { $0 }
  }

  /// Returns a property that checks what extensions of the class declare; `nil` if the class itself declares it.
  private func extensionCheck(of property: String) -> String? {
    guard !declares(property) else { return nil }
    let type: String
    switch property {
    case "rules": type = ruleType
    case _ where group.conformsToVersioned: type = Self.migrationType
    default: return nil
    }
    let isolation = property == "rules" ? "nonisolated " : ""
    // The two references differ: a function is found only as an argument, and a property of another type only alone.
    let value = "\(reference).\(property)"
    return "private \(isolation)static var __\(property)OfExtensions: \(type) {\n"
      + located(
        "let \(property) = \(value), check = __propertyCheck(of: \(value))", ("check.", "requireProperty()"),
        ("return ", property)) + "}"
  }

  /// The check that no extension declares migrations, for a group without a version.
  private var versionCheck: String? {
    // In a class that conforms to `VersionedSettingsGroup`, the name can be the default implementation.
    guard group.identity.version == nil, group.isCertainlyUnversioned, !declares("migrations") else { return nil }
    let statement = "let check = __versionCheck(of: \(reference).migrations)"
    return "private static func __checkVersion() {\n" + located(statement, ("check.", "requireVersion()")) + "}"
  }

  /// Returns whether the class declares a static member with a name, whose errors the checks of the macro report.
  private func declares(_ name: String) -> Bool {
    group.declares("static \(name)") || group.declares("static \(name)()")
  }

  /// Returns a statement followed by others in two parts each, the second of which is at the name of the class.
  private func located(_ statement: String, _ others: (start: String, end: String)...) -> String {
    var source = MirroredSource(lines: lines)
    let name = group.declaration.name
    source.startRun(at: name, linesBefore: 1)
    source.appendLine(statement)
    for (start, end) in others {
      source.startLine(at: name, indentation: lines?.padding(before: start, at: name) ?? 2)
      source.append(start + end)
      source.endLine()
    }
    source.endLocation()
    return source.text
  }

  /// The statement that lists the rules of a subclass, which don't implement the requirement; `nil` if it has none.
  var inheritedRules: String? {
    body(of: "rules").map { "  list.__appendRules(of: self) { () -> \(ruleType) in\n\($0)  }\n" }
  }

  private func ownMigrations(head: String) -> String? {
    guard group.identity.version != nil else { return nil }
    return body(of: "migrations").map { "\(head): \(Self.migrationType) {\n\($0)}" }
  }

  /// Returns the statements that return the value of a property, each at the line of the property.
  private func body(of property: String) -> String? {
    // Checks the model first, because most groups have neither property and their source needn't be searched.
    guard group.declares("static \(property)"),
      let binding = group.declaration.memberBlock.members.staticBinding(named: property)
    else { return nil }
    return statements(of: property, in: group.inheritsGroup ? reference : "Self", at: binding)
  }

  private func statements(of property: String, in type: String, at node: some SyntaxProtocol) -> String {
    let statements = [("let \(property) = \(type).", property), ("return ", property)]
    guard let lines else { return statements.map { "  \($0.0)\($0.1)\n" }.joined() }
    let located = statements.map { lines.located($0.0 + $0.1, at: node, less: $0.0.utf8.count) }
    return located.joined() + SourceLines.reset
  }
}

extension MemberBlockItemListSyntax {
  /// Returns the binding of a static property, even inside `#if`; `nil` if it overrides one of the superclass.
  fileprivate func staticBinding(named name: String) -> PatternBindingSyntax? {
    declarations(of: VariableDeclSyntax.self)
      .filter { $0.isTypeMember && !$0.modifiers.contains { $0.name.tokenKind == .keyword(.override) } }
      .lazy.compactMap { variable in variable.bindings.first { $0.name == name } }.first
  }
}
