import SwiftDiagnostics
import SwiftSyntax

/// Checks that the members with the names of a group's requirements are static properties.
///
/// A property of an instance or a function would have no effect.
enum RequirementChecks {
  static func diagnostics(in group: GroupDeclaration) -> [Diagnostic] {
    instanceProperties(named: "rules", mentioning: "SettingsRule", in: group)
      + (group.identity.version == nil
        ? [] : instanceProperties(named: "migrations", mentioning: "SettingsMigration", in: group))
      + functions(named: "rules", mentioning: "SettingsRule", in: group)
      + functions(named: "migrations", mentioning: "SettingsMigration", in: group)
  }

  private static func functions(
    named name: String, mentioning type: String, in group: GroupDeclaration
  ) -> [Diagnostic] {
    guard group.declares("\(name)()") || group.declares("static \(name)()") else { return [] }
    return group.declaration.memberBlock.members.functions(named: name, mentioning: type).map { function in
      Diagnostic(.functionRequirement(name), at: function.name, fixIts: [.makeProperty(of: function)].compactMap { $0 })
    }
  }

  private static func instanceProperties(
    named name: String, mentioning type: String, in group: GroupDeclaration
  ) -> [Diagnostic] {
    // Checks the model first, because most groups have no such property and their source needn't be searched.
    guard group.declares(name) else { return [] }
    return group.declaration.memberBlock.members.properties(named: name, mentioning: type)
      .filter { !$0.isTypeMember && !$0.attributes.mentionsPref }
      .map { Diagnostic(.instanceRequirement(name), at: $0.name, fixIts: [.addStatic(to: $0)]) }
  }
}

extension VariableDeclSyntax {
  /// The node of the name; the keyword if there is no binding.
  var name: Syntax { bindings.first.map { Syntax($0.pattern) } ?? Syntax(bindingSpecifier) }
}
