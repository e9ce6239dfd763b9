import SwiftDiagnostics
import SwiftSyntax

/// Checks that the migrations of a group can run.
enum VersionChecks {
  static func diagnostics(in group: GroupDeclaration) -> [Diagnostic] {
    guard let version = group.identity.version else {
      // Checks the model first, because most groups have no migrations and their source needn't be searched.
      return group.declares("static migrations") ? unversioned(in: group.declaration) : []
    }
    return lowVersion(version) + unreachedMigration(version, in: group.declaration)
  }

  private static func lowVersion(_ version: ExprSyntax) -> [Diagnostic] {
    let text = version.trimmedDescription
    guard let number = Int(text.filter { $0 != "_" }), number < 1 else { return [] }
    return [Diagnostic(.lowVersion(text), at: version, fixIts: [.replace(version, with: "1")])]
  }

  /// Checks that no migration has a target above the group's version.
  private static func unreachedMigration(_ version: ExprSyntax, in declaration: ClassDeclSyntax) -> [Diagnostic] {
    guard let number = Int(version.trimmedDescription.filter { $0 != "_" }), number >= 1,
      let target = declaration.memberBlock.members.migrations.filter(\.isTypeMember).compactMap(\.greatestTarget).max(),
      target > number
    else { return [] }
    return [
      Diagnostic(
        .unreachedMigration(target: target, version: number), at: version,
        fixIts: [.replace(version, with: "\(target)")])
    ]
  }

  private static func unversioned(in declaration: ClassDeclSyntax) -> [Diagnostic] {
    declaration.memberBlock.members.migrations.filter(\.isTypeMember).map { variable in
      let fixIt = FixIt.addVersion(variable.greatestTarget, to: declaration)
      return Diagnostic(.unversionedMigrations, at: variable.name, fixIts: [fixIt].compactMap { $0 })
    }
  }
}

extension MemberBlockItemListSyntax {
  fileprivate var migrations: [VariableDeclSyntax] { properties(named: "migrations", mentioning: "SettingsMigration") }
}

extension VariableDeclSyntax {
  /// The greatest literal target, as in `SettingsMigration(to: 3)`.
  fileprivate var greatestTarget: Int? {
    let texts = tokens(viewMode: .sourceAccurate).map(\.text)
    let targets = texts.indices.dropFirst(4).filter { index in
      texts[index - 3..<index] == ["(", "to", ":"] && ["SettingsMigration", "init"].contains(texts[index - 4])
    }
    return targets.compactMap { Int(texts[$0]) }.max()
  }
}
