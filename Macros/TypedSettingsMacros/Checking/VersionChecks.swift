import SwiftDiagnostics
import SwiftSyntax

/// Finds what keeps the migrations of a group from running.
enum VersionChecks {
  static func findings(in group: GroupDeclaration) -> [Finding] {
    guard let version = group.identity.version else {
      // Asked of the model first: most groups have no such member, and need no second look at their source.
      return group.declares("static migrations") ? unversioned(in: group.declaration) : []
    }
    return lowVersion(version) + instanceMigrations(in: group.declaration)
      + unreachedMigration(version, in: group.declaration)
  }

  private static func lowVersion(_ version: ExprSyntax) -> [Finding] {
    let text = version.trimmedDescription
    guard let number = Int(text.filter { $0 != "_" }), number < 1 else { return [] }
    return [Finding(.lowVersion(text), at: version, fixIts: [.replace(version, with: "1")])]
  }

  /// A step beyond the group's version, which somebody has forgotten to raise.
  private static func unreachedMigration(_ version: ExprSyntax, in declaration: ClassDeclSyntax) -> [Finding] {
    guard let number = Int(version.trimmedDescription.filter { $0 != "_" }), number >= 1,
      let target = declaration.memberBlock.members.migrations.filter(\.isTypeMember).compactMap(\.greatestTarget).max(),
      target > number
    else { return [] }
    return [
      Finding(
        .unreachedMigration(target: target, version: number), at: version,
        fixIts: [.replace(version, with: "\(target)")])
    ]
  }

  private static func unversioned(in declaration: ClassDeclSyntax) -> [Finding] {
    declaration.memberBlock.members.migrations.filter(\.isTypeMember).map { variable in
      let fixIt = FixIt.addVersion(variable.greatestTarget, to: declaration)
      return Finding(.unversionedMigrations, at: variable.name, fixIts: [fixIt].compactMap { $0 })
    }
  }

  private static func instanceMigrations(in declaration: ClassDeclSyntax) -> [Finding] {
    declaration.memberBlock.members.migrations.filter { !$0.isTypeMember && !$0.attributes.mentionsPref }
      .map { Finding(.instanceMigrations, at: $0.name, fixIts: [.addStatic(to: $0)]) }
  }
}

extension MemberBlockItemListSyntax {
  /// The properties that are called `migrations` and have to do with those of the library, inside `#if` too.
  fileprivate var migrations: [VariableDeclSyntax] {
    flatMap { item -> [VariableDeclSyntax] in
      if let variable = item.decl.as(VariableDeclSyntax.self) {
        let isMeant =
          variable.bindings.contains { $0.name == "migrations" }
          && variable.tokens(viewMode: .sourceAccurate).contains { $0.text == "SettingsMigration" }
        return isMeant ? [variable] : []
      }
      return item.decl.as(IfConfigDeclSyntax.self)?.clauses.flatMap { clause -> [VariableDeclSyntax] in
        guard case .decls(let items)? = clause.elements else { return [] }
        return items.migrations
      } ?? []
    }
  }
}

extension VariableDeclSyntax {
  /// Where the name is; the keyword if there is a pattern instead.
  fileprivate var name: Syntax { bindings.first.map { Syntax($0.pattern) } ?? Syntax(bindingSpecifier) }

  /// The greatest number in `SettingsMigration(to: 3)`, which a group's version has to reach for all of them to run.
  fileprivate var greatestTarget: Int? {
    let texts = tokens(viewMode: .sourceAccurate).map(\.text)
    let targets = texts.indices.dropFirst(4).filter { index in
      texts[index - 3..<index] == ["(", "to", ":"] && ["SettingsMigration", "init"].contains(texts[index - 4])
    }
    return targets.compactMap { Int(texts[$0]) }.max()
  }
}
