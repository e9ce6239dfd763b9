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
    let property = PropertyChecks(variable: variable, attribute: "Pref")
    let finding =
      conditionalAttribute(variable) ?? property.repetition ?? property.modifier
      ?? property.shape(removal: .removePref(of: variable)) ?? bindingFinding(variable)
      ?? otherWrapper(variable) ?? typeFinding(variable) ?? RuleChecks.finding(in: variable)
    return finding.map { [$0] } ?? []
  }

  private static func conditionalAttribute(_ variable: VariableDeclSyntax) -> Finding? {
    let name = ["Pref", "PrefAttr"].first { variable.attributes.hasConditional($0) }
    return name.map { Finding(.conditionalAttribute($0), at: variable.bindingSpecifier) }
  }

  private static func bindingFinding(_ variable: VariableDeclSyntax) -> Finding? {
    guard let binding = variable.bindings.first, let name = binding.name else { return nil }
    if let accessors = binding.accessorBlock { return Finding(.observers(recordName: "$" + name), at: accessors) }
    guard binding.typeAnnotation == nil, binding.initializer == nil else { return nil }
    return Finding(.untypedProperty, at: binding.pattern, fixIts: [.addType(to: binding)])
  }

  /// A type of which the spelling shows that its values cannot be stored; those of an opaque one never can.
  private static func typeFinding(_ variable: VariableDeclSyntax) -> Finding? {
    guard let binding = variable.bindings.first else { return nil }
    let hasCoding = variable.attributes.first(named: "Pref")?.argument(labeled: "coding") != nil
    if let type = binding.typeAnnotation?.type {
      guard let part = type.unstorablePart else { return nil }
      if part.isOpaque { return Finding(.opaqueType(part.trimmedDescription), at: part) }
      return hasCoding ? nil : Finding(.unstorableType("values of type '\(part.trimmedDescription)'"), at: part)
    }
    guard !hasCoding, let value = binding.initializer?.value, let kind = value.unstorableKind else { return nil }
    return Finding(.unstorableType(kind), at: value)
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

extension ExprSyntax {
  /// What the expression gives, if its form alone shows that it cannot be stored.
  fileprivate var unstorableKind: String? {
    switch kind {
    case .closureExpr: "functions"
    case .keyPathExpr: "key paths"
    case .tupleExpr: self.as(TupleExprSyntax.self)?.elements.count == 1 ? nil : "tuples"
    default: nil
    }
  }
}
