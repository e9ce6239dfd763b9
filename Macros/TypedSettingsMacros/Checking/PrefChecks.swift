import SwiftSyntax

/// Finds what is wrong with one `@Pref`.
enum PrefChecks {
  static func findings(in variable: VariableDeclSyntax, attribute: AttributeSyntax, place: PrefPlace) -> [Finding] {
    if case .elsewhere = place { return [Finding(.outsideGroup, at: attribute)] }
    return findings(in: variable)
  }

  /// At most one misuse, the one that rules out most: to fix it may well resolve or change the others.
  ///
  /// Asked by the group and by the property's own expansion, so that neither emits code that needs what the other
  /// left out.
  static func findings(in variable: VariableDeclSyntax) -> [Finding] {
    let finding =
      attributeFinding(variable) ?? modifierFinding(variable) ?? bindingFinding(variable)
      ?? otherWrapper(variable) ?? RuleChecks.finding(in: variable)
    return finding.map { [$0] } ?? []
  }

  private static func attributeFinding(_ variable: VariableDeclSyntax) -> Finding? {
    let prefs = variable.attributes.unconditional.filter { $0.simpleName == "Pref" }
    for name in ["Pref", "PrefAttr"] where variable.attributes.hasConditional(name) {
      return Finding(.conditionalAttribute(name), at: variable.bindingSpecifier)
    }
    guard prefs.count > 1 else { return nil }
    return Finding(.repeatedAttribute, at: prefs[1], fixIts: [.remove(prefs[1], of: variable)])
  }

  private static func modifierFinding(_ variable: VariableDeclSyntax) -> Finding? {
    for modifier in variable.modifiers {
      let keyword = modifier.name.text
      let misuse: Misuse
      switch modifier.name.tokenKind {
      case .keyword(.static), .keyword(.class): misuse = .typeMember(keyword: keyword)
      case .keyword(.lazy), .keyword(.weak), .keyword(.unowned): misuse = .storageModifier(keyword: keyword)
      case .keyword(.override): return Finding(.override, at: modifier)
      default: continue
      }
      return Finding(misuse, at: modifier, fixIts: [.remove(modifier, of: variable)])
    }
    return nil
  }

  private static func bindingFinding(_ variable: VariableDeclSyntax) -> Finding? {
    if variable.bindings.count > 1 {
      return Finding(.severalProperties, at: variable.bindingSpecifier, fixIts: [.split(variable)].compactMap { $0 })
    }
    guard let binding = variable.bindings.first else { return nil }
    guard let identifier = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier else {
      return Finding(.tuplePattern, at: binding.pattern)
    }
    guard identifier.canFollowDollar else { return Finding(.rawName, at: identifier) }
    if variable.bindingSpecifier.tokenKind != .keyword(.var) {
      return Finding(
        .constant, at: variable.bindingSpecifier, fixIts: [.replace(variable.bindingSpecifier, with: .var)])
    }
    if let accessors = binding.accessorBlock {
      if binding.isComputed {
        return Finding(.computedProperty, at: accessors, fixIts: [.removePref(of: variable)])
      }
      return Finding(.observers(recordName: "$" + identifier.nameWithoutBackticks), at: accessors)
    }
    if binding.typeAnnotation == nil, binding.initializer == nil {
      return Finding(.untypedProperty, at: identifier, fixIts: [.addType(to: binding)])
    }
    return nil
  }

  /// Wrappers and other macros want the storage or the accessors for themselves.
  ///
  /// Attributes of the language begin with a small letter, save for a few.
  private static func otherWrapper(_ variable: VariableDeclSyntax) -> Finding? {
    guard variable.attributes.count > 1 else { return nil }
    for attribute in variable.attributes.unconditional {
      let name = attribute.simpleName
      guard name.first?.isUppercase == true, !compatibleAttributes.contains(name), !name.hasSuffix("Actor") else {
        continue
      }
      return Finding(.otherWrapper(name: name), at: attribute, fixIts: [.remove(attribute, of: variable)])
    }
    return nil
  }

  private static let compatibleAttributes: Set = ["Pref", "PrefAttr", "IBInspectable", "GKInspectable", "Sendable"]
}

/// Finds what is wrong with one `@PrefAttr`.
enum PrefAttrChecks {
  static func findings(in declaration: some DeclSyntaxProtocol, attribute: AttributeSyntax) -> [Finding] {
    guard let variable = declaration.as(VariableDeclSyntax.self) else {
      return [Finding(.attributeWithoutPref, at: attribute)]
    }
    if variable.attributes.mentionsPref { return [] }
    return [Finding(.attributeWithoutPref, at: attribute, fixIts: [.addPref(to: variable)])]
  }
}
