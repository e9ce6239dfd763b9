import SwiftSyntax

/// Emits extensions that add the missing conformances of the class.
struct ConformanceEmitter {
  let group: GroupDeclaration
  let extendedType: TypeSyntax

  var extensions: [ExtensionDeclSyntax] {
    var extensions: [ExtensionDeclSyntax] = []
    if group.missingConformances.contains("SettingsGroup") {
      extensions.append(conforming(to: Self.nonisolated + "\(Library.prefix)SettingsGroup"))
    }
    // Every class that can have subclasses conforms, because the compiler crashes if a class can inherit a conformance
    // that a macro announces but doesn't declare.
    if group.conformsToVersioned || !group.isFinal, group.missingConformances.contains("VersionedSettingsGroup") {
      extensions.append(conforming(to: classIsolation + "\(Library.prefix)VersionedSettingsGroup"))
    }
    if group.conformsToRoot, group.missingConformances.contains("__RootSettingsGroup") {
      extensions.append(conforming(to: classIsolation + "__RootSettingsGroup"))
    }
    if group.missingConformances.contains("Sendable") {
      if group.isSoundlySendable {
        extensions.append(conforming(to: (group.isProvablySendable ? "@unchecked " : "") + "Swift.Sendable"))
      } else if group.isCertainlyUnsendable {
        // Otherwise, the compiler would let subclasses inherit the conformance that the macro announces.
        extensions.append(conforming(to: "@unchecked Swift.Sendable", attributes: [Self.unavailability]))
      }
    }
    return extensions
  }

  /// The attribute of a conformance that the class lacks.
  private static var unavailability: AttributeListSyntax.Element {
    let message = "declare the class 'final', '@MainActor' or '@unchecked Sendable'"
    let name = TokenSyntax.identifier("available(*, unavailable, message: \"\(message)\")", trailingTrivia: .space)
    return .attribute(AttributeSyntax(attributeName: IdentifierTypeSyntax(name: name)))
  }

  // All requirements of the protocol are nonisolated, so that any thread can list a group of the main actor.
  private static var nonisolated: String { GroupDeclaration.canIsolateConformances ? "nonisolated " : "" }

  /// The isolation of the conformances that create instances and migrate values, which is that of the class.
  private var classIsolation: String {
    // Otherwise, a module that is isolated to the main actor by default would isolate the conformance.
    if group.declaration.modifiers.contains(where: { $0.name.tokenKind == .keyword(.nonisolated) }) {
      return Self.nonisolated
    }
    let actor = group.declaration.attributes.unconditional.first { $0.simpleName.hasSuffix("Actor") }
    return GroupDeclaration.canIsolateConformances ? actor.map { $0.trimmedDescription + " " } ?? "" : ""
  }

  private func conforming(
    to conformance: String, attributes: [AttributeListSyntax.Element] = []
  ) -> ExtensionDeclSyntax {
    let conformance = IdentifierTypeSyntax(name: .identifier(conformance, trailingTrivia: .space))
    return ExtensionDeclSyntax(
      attributes: AttributeListSyntax(availability + attributes),
      extensionKeyword: .keyword(.extension, trailingTrivia: .space),
      extendedType: extendedType.trimmed,
      inheritanceClause: InheritanceClauseSyntax(
        colon: .colonToken(trailingTrivia: .space), inheritedTypes: [InheritedTypeSyntax(type: conformance)]),
      memberBlock: MemberBlockSyntax(members: []))
  }

  /// The availability attributes of the class, which also apply to its conformances.
  private var availability: [AttributeListSyntax.Element] {
    group.declaration.attributes.unconditional.filter { $0.simpleName == "available" }
      .map { .attribute($0.trimmed.with(\.trailingTrivia, .space)) }
  }
}

/// Emits functions that implement the requirements of `Equatable` and `Comparable` with the operators of the class.
///
/// If a macro can add members of any name, the compiler looks up an operator both in the class and in the file. It
/// finds the same operator twice and rejects the conformance as ambiguous. A function with `@_implements` takes
/// precedence.
struct ComparisonEmitter {
  let group: GroupDeclaration

  var functions: [String] { functions(in: group.members) }

  private func functions(in members: [GroupMember]) -> [String] {
    members.flatMap { member -> [String] in
      switch member {
      case .comparison(let comparison): function(for: comparison).map { [$0] } ?? []
      case .conditional(let clauses) where member.hasComparison:
        [
          clauses.map { $0.directive + "\n" + functions(in: $0.content).map { $0 + "\n" }.joined() }.joined()
            + "#endif"
        ]
      case .pref, .rejected, .stored, .initializer, .named, .conditional: []
      }
    }
  }

  /// Returns `nil` if the class doesn't conform to the protocol, or if an operand isn't of the class.
  private func function(for comparison: ComparisonOperator) -> String? {
    guard !group.missingConformances.contains(comparison.requiringProtocol),
      [comparison.operands.0, comparison.operands.1].allSatisfy(isGroup), let name = Self.names[comparison.name]
    else { return nil }
    let function = comparison.function
    let attributes = function.attributes.unconditional
      .filter { $0.simpleName.hasSuffix("Actor") || $0.simpleName == "available" }
    let words =
      attributes.map(\.trimmedDescription) + inliningAttributes(of: function)
      + function.modifiers.map(\.trimmedDescription)
    return """
      @_implements(Swift.\(comparison.requiringProtocol), \(comparison.name)(_:_:)) \(words.joined(separator: " ")) \
      func \(name)(_ left: \(comparison.operands.0), _ right: \(comparison.operands.1)) -> Swift.Bool \
      { left \(comparison.name) right }
      """
  }

  /// Returns `@usableFromInline` if the class has it, because functions that implement its requirements need it too.
  private func inliningAttributes(of function: FunctionDeclSyntax) -> [String] {
    if group.declaration.attributes.first(named: "usableFromInline") == nil { return [] }
    return switch AccessLevel(function.modifiers) {
    case nil, .internal, .package: ["@usableFromInline"]
    case .private, .fileprivate, .public, .open: []
    }
  }

  private func isGroup(_ type: String) -> Bool {
    let base = type.prefix { $0 != "<" }.split(separator: ".").last ?? ""
    return base == group.declaration.name.text || base == "Self"
  }

  private static let names = [
    "==": "__isEqual", "<": "__isLess", "<=": "__isLessOrEqual", ">": "__isGreater", ">=": "__isGreaterOrEqual",
  ]
}

extension GroupMember {
  fileprivate var hasComparison: Bool {
    [self].flattened.contains { member in
      guard case .comparison = member else { return false }
      return true
    }
  }
}
