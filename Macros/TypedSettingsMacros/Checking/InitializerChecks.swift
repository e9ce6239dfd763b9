import SwiftDiagnostics
import SwiftSyntax

/// Checks that initializers assign each setting without a default value, and assign it only once.
enum InitializerChecks {
  static func diagnostics(in group: GroupDeclaration) -> [Diagnostic] {
    let uninitialized = group.members.prefs.filter { !$0.hasDefault }
    if uninitialized.isEmpty { return [] }
    if group.isWithoutInitializer {
      return uninitialized.map { pref in
        Diagnostic(
          .neverInitialized(property: pref.name), at: pref.binding.pattern, fixIts: [.addDefault(to: pref.binding)])
      }
    }
    let names = Set(uninitialized.map(\.name))
    // A convenience initializer only writes settings that already have their default value.
    let designated = group.declaration.memberBlock.members.declarations(of: InitializerDeclSyntax.self)
      .filter { !$0.isConvenience }
    return designated.flatMap { initializer -> [Diagnostic] in
      var assigned: Set<String> = []
      let settings = AssignedSettings(names: names, localNames: initializer.localNames)
      return secondAssignments(of: settings, in: initializer.body?.statements ?? [], after: &assigned)
    }
  }

  /// The settings whose assignments an initializer is searched for.
  private struct AssignedSettings {
    let names: Set<String>
    /// The names that need `self` to refer to a property, anywhere in the initializer.
    let localNames: Set<String>

    /// Returns the name of the setting that a statement assigns; `nil` for any other statement.
    func setting(assignedBy assignment: Assignment) -> String? {
      let isLocal = !assignment.isQualified && localNames.contains(assignment.name)
      return !isLocal && names.contains(assignment.name) ? assignment.name : nil
    }
  }

  /// Returns a diagnostic for each assignment that always follows another assignment of the same setting.
  private static func secondAssignments(
    of settings: AssignedSettings, in statements: CodeBlockItemListSyntax, after assigned: inout Set<String>
  ) -> [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    for statement in statements {
      if let assignment = statement.item.assignment, let name = settings.setting(assignedBy: assignment) {
        // A change of the value follows an assignment, even if that is inside a branch.
        if !assigned.insert(name).inserted || assignment.isChange {
          diagnostics.append(Diagnostic(.assignedTwice(property: name), at: assignment.target))
        }
      } else {
        for change in statement.item.changes where settings.setting(assignedBy: change) != nil {
          diagnostics.append(Diagnostic(.assignedTwice(property: change.name), at: change.target))
        }
        for (block, isRepeated) in statement.item.blocks {
          // A loop assigns a setting again, whether or not it's assigned before.
          var branch = isRepeated ? settings.names : assigned
          diagnostics += secondAssignments(of: settings, in: block, after: &branch)
        }
      }
    }
    return diagnostics
  }
}

extension InitializerDeclSyntax {
  /// The names of the parameters and of all variables in the body.
  fileprivate var localNames: Set<String> {
    let parameters = signature.parameterClause.parameters.map { $0.secondName ?? $0.firstName }
    let variables = VariableNames(viewMode: .sourceAccurate)
    if let body { variables.walk(body) }
    return variables.names.union(parameters.map(\.nameWithoutBackticks))
  }
}

/// Collects the names of the variables that a syntax tree declares.
private final class VariableNames: SyntaxVisitor {
  private(set) var names: Set<String> = []

  override func visit(_ pattern: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind {
    names.insert(pattern.identifier.nameWithoutBackticks)
    return .skipChildren
  }
}
