import SwiftSyntax

/// Emits the function that lists the settings and nested groups of a group in declaration order.
struct EnumerationEmitter {
  let group: GroupDeclaration
  let lines: SourceLines?

  /// The source of the function; `nil` if the class already declares it.
  var function: String? {
    guard !group.declares("enumerateSettings(into:)") else { return nil }
    var text = ""
    // A deprecated function can use deprecated members without a warning, among them the function of a superclass that
    // has such members. Callers use the protocol requirement, which isn't deprecated.
    if group.inheritsGroup || group.members.flattened.contains(where: { $0.isListedAndDeprecated }) {
      text += "@available(*, deprecated) "
    }
    text += group.access == .open ? "open " : group.witnessPrefix
    if group.inheritsGroup { text += "override " }
    text += "nonisolated func enumerateSettings(into list: inout TypedSettings.SettingsList) {\n"
    if group.inheritsGroup { text += "  super.enumerateSettings(into: &list)\n" }
    append(group.members, to: &text)
    if group.inheritsGroup { text += RequirementEmitter(group: group, lines: lines).inheritedRules ?? "" }
    return text + "}"
  }

  private func append(_ members: [GroupMember], to text: inout String) {
    var candidates: [(name: String, reference: String)] = []
    func appendCandidates() {
      guard !candidates.isEmpty else { return }
      defer { candidates = [] }
      guard group.isActorIsolated else {
        for (name, reference) in candidates {
          text += "  list.__append(self.\(reference), named: \(name.swiftLiteral))\n"
        }
        return
      }
      // The function is nonisolated and can't access a property that is isolated to the actor.
      let names = candidates.map { $0.name.swiftLiteral }.joined(separator: ", ")
      text += "  list.__append(nestedIn: self, members: [\(names)])\n"
    }
    for member in members {
      switch member {
      case .pref(let pref):
        appendCandidates()
        let call = "list.append($\(pref.name))"
        if !pref.hasCertainType, let lines {
          text += lines.located(call, at: pref.binding, less: "list.".utf8.count) + SourceLines.reset
        } else {
          text += "  \(call)\n"
        }
      case .stored(let property):
        if property.canBeGroup, let name = property.name, let reference = property.reference {
          candidates.append((name, reference))
        }
      case .conditional(let clauses) where member.isListed:
        appendCandidates()
        for clause in clauses {
          text += clause.directive + "\n"
          append(clause.content, to: &text)
        }
        text += "#endif\n"
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
