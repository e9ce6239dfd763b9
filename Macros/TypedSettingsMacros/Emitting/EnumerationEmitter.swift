import SwiftSyntax

/// Emits the function that lists the settings and nested groups of a group in declaration order.
struct EnumerationEmitter {
  let group: GroupDeclaration
  let lines: SourceLines?

  /// The source of the function; `nil` if the class already declares it.
  var function: String? {
    guard !group.declares("enumerateSettings(into:)") else { return nil }
    var head = ""
    // A deprecated function can use deprecated members without a warning, among them the function of a superclass that
    // has such members. Callers use the protocol requirement, which isn't deprecated.
    if group.inheritsGroup || group.members.flattened.contains(where: { $0.isListedAndDeprecated }) {
      head += "@available(*, deprecated) "
    }
    head += group.access == .open ? "open " : group.witnessPrefix
    if group.inheritsGroup { head += "override " }
    var source = MirroredSource(lines: lines)
    source.appendLine(
      "\(head)nonisolated func enumerateSettings(into list: inout \(Library.prefix)SettingsList) {", indentation: 0)
    if group.inheritsGroup { source.appendLine("super.enumerateSettings(into: &list)") }
    append(group.members, to: &source)
    source.endLocation()
    if group.inheritsGroup { source.append(RequirementEmitter(group: group, lines: lines).inheritedRules ?? "") }
    return source.text + "}"
  }

  private func append(_ members: [GroupMember], to source: inout MirroredSource) {
    var candidates: [(name: String, reference: String)] = []
    func appendCandidates() {
      guard !candidates.isEmpty else { return }
      defer { candidates = [] }
      guard group.isActorIsolated else {
        for (name, reference) in candidates {
          source.appendLine("list.__append(self.\(reference), named: \(name.swiftLiteral))")
        }
        return
      }
      // The function is nonisolated and can't access a property that is isolated to the actor.
      let names = candidates.map { $0.name.swiftLiteral }.joined(separator: ", ")
      source.appendLine("list.__append(nestedIn: self, members: [\(names)])")
    }
    for member in members {
      switch member {
      case .pref(let pref):
        appendCandidates()
        if !pref.hasCertainType {
          source.startLine(
            at: pref.binding, indentation: lines?.indentation(aligning: "list.", with: pref.binding) ?? 2)
        } else {
          source.startLine()
        }
        source.append("list.append($\(pref.name))")
        source.endLine()
      case .stored(let property):
        if property.canBeGroup, let name = property.name, let reference = property.reference {
          candidates.append((name, reference))
        }
      case .conditional(let clauses) where member.isListed:
        appendCandidates()
        source.endLocation()
        for clause in clauses {
          source.appendLine(clause.directive, indentation: 0)
          append(clause.content, to: &source)
          source.endLocation()
        }
        source.appendLine("#endif", indentation: 0)
      case .rejected, .initializer, .comparison, .named, .conditional: break
      }
    }
    appendCandidates()
  }
}

extension StoredProperty {
  /// A Boolean value that indicates whether the property can hold a nested group.
  fileprivate var canBeGroup: Bool { isConstant && !isLiteral }
}

extension GroupMember {
  /// A Boolean value that indicates whether the list refers to the member by its name, which is deprecated.
  fileprivate var isListedAndDeprecated: Bool {
    switch self {
    case .pref(let pref): pref.deprecation != nil
    case .stored(let property): property.canBeGroup && property.isDeprecated
    case .rejected, .initializer, .comparison, .named, .conditional: false
    }
  }

  /// A Boolean value that indicates whether the member, or any inside its `#if`, is a setting or a stored property.
  fileprivate var isListed: Bool {
    [self].flattened.contains { member in
      switch member {
      case .pref, .stored: true
      case .rejected, .initializer, .comparison, .named, .conditional: false
      }
    }
  }
}
