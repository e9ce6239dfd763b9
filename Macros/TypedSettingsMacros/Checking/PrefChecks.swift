import SwiftDiagnostics
import SwiftSyntax

/// Checks the use of `@Pref`.
enum PrefChecks {
  static func diagnostics(in variable: VariableDeclSyntax, attribute: AttributeSyntax, place: PrefPlace) -> [Diagnostic]
  {
    if case .elsewhere = place { return [Diagnostic(.outsideGroup, at: attribute)] }
    return diagnostics(in: variable)
  }

  /// Returns at most one diagnostic, for the most fundamental error, because its fix often resolves or changes others.
  ///
  /// The expansion of the group and that of the property both call this method, so that neither emits code that
  /// depends on code the other omits.
  static func diagnostics(in variable: VariableDeclSyntax) -> [Diagnostic] {
    let property = PropertyChecks(variable: variable, attribute: "Pref")
    let diagnostic =
      conditionalAttribute(variable) ?? property.repetition ?? property.modifier
      ?? property.shape(removal: .removePref(of: variable)) ?? ArgumentChecks.diagnostic(in: variable)
      ?? bindingDiagnostic(variable) ?? otherWrapper(variable) ?? typeDiagnostic(variable)
      ?? RuleChecks.diagnostic(in: variable)
    return diagnostic.map { [$0] } ?? []
  }

  private static func conditionalAttribute(_ variable: VariableDeclSyntax) -> Diagnostic? {
    let name = ["Pref", "PrefAttr"].first { variable.attributes.hasConditional($0) }
    return name.map { Diagnostic(.conditionalAttribute($0), at: variable.bindingSpecifier) }
  }

  private static func bindingDiagnostic(_ variable: VariableDeclSyntax) -> Diagnostic? {
    guard let binding = variable.bindings.first, let name = binding.name else { return nil }
    if let accessors = binding.accessorBlock { return Diagnostic(.observers(recordName: "$" + name), at: accessors) }
    guard binding.typeAnnotation == nil else { return nil }
    if let value = binding.initializer?.value {
      // The compiler can't infer the type of the property either.
      return value.hasNoType ? Diagnostic(.untypedDefault, at: value) : nil
    }
    return Diagnostic(.untypedProperty, at: binding.pattern, fixIts: [.addType(to: binding)])
  }

  /// Checks for a type whose spelling shows that its values can't be stored; an opaque type can't even with a coding.
  private static func typeDiagnostic(_ variable: VariableDeclSyntax) -> Diagnostic? {
    guard let binding = variable.bindings.first else { return nil }
    let hasCoding = variable.attributes.first(named: "Pref")?.argument(labeled: "coding") != nil
    if let type = binding.typeAnnotation?.type {
      guard let part = type.unstorablePart else { return nil }
      if part.isOpaque { return Diagnostic(.opaqueType(part.trimmedDescription), at: part) }
      return hasCoding ? nil : Diagnostic(.unstorableType("values of type '\(part.trimmedDescription)'"), at: part)
    }
    guard !hasCoding, let value = binding.initializer?.value, let kind = value.unstorableKind else { return nil }
    return Diagnostic(.unstorableType(kind), at: value)
  }

  /// Checks for property wrappers and other macros, which also replace the storage or the accessors.
  ///
  /// Most attributes of the language start with a lowercase letter.
  private static func otherWrapper(_ variable: VariableDeclSyntax) -> Diagnostic? {
    guard variable.attributes.count > 1 else { return nil }
    for attribute in variable.attributes.unconditional {
      let name = attribute.simpleName
      guard name.first?.isUppercase == true, !compatibleAttributes.contains(name), !name.hasSuffix("Actor") else {
        continue
      }
      return Diagnostic(
        .otherWrapper(name: name, attribute: "Pref"), at: attribute, fixIts: [.remove(attribute, of: variable)])
    }
    return nil
  }

  private static let compatibleAttributes: Set = ["Pref", "PrefAttr", "IBInspectable", "GKInspectable", "Sendable"]
}

/// Checks the use of `@PrefAttr`.
enum PrefAttrChecks {
  static func diagnostics(in declaration: some DeclSyntaxProtocol, attribute: AttributeSyntax) -> [Diagnostic] {
    guard let variable = declaration.as(VariableDeclSyntax.self) else {
      return [Diagnostic(.attributeWithoutPref, at: attribute)]
    }
    if let argument = attribute.labeledArguments.first, let label = argument.label {
      let text = "@PrefAttr(\\.\(label.text), \(argument.expression.trimmedDescription))"
      let own = variable.attributes.unconditional.first { $0.trimmedDescription == attribute.trimmedDescription }
      return [
        Diagnostic(
          .wrongAttributeLabel(label.text, advice: text), at: own?.labeledArguments.first?.label ?? label,
          fixIts: own.map { [.replace($0, with: text)] } ?? [])
      ]
    }
    if variable.attributes.mentionsPref { return [] }
    return [Diagnostic(.attributeWithoutPref, at: attribute, fixIts: [.addPref(to: variable)])]
  }
}

extension ExprSyntax {
  /// A Boolean value that indicates whether the expression has no type without a context: `nil`, `[]`, `[:]` or `.a`.
  fileprivate var hasNoType: Bool {
    if implicitMemberName != nil || self.is(NilLiteralExprSyntax.self) { return true }
    if let array = self.as(ArrayExprSyntax.self) { return array.elements.isEmpty }
    return self.as(DictionaryExprSyntax.self)?.content.is(TokenSyntax.self) ?? false
  }

  /// The kind of the expression's values, if its syntax alone shows that they can't be stored.
  fileprivate var unstorableKind: String? {
    switch kind {
    case .closureExpr: "functions"
    case .keyPathExpr: "key paths"
    case .tupleExpr: self.as(TupleExprSyntax.self)?.elements.count == 1 ? nil : "tuples"
    default: nil
    }
  }
}
