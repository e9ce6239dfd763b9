import SwiftDiagnostics
import SwiftSyntax

/// Checks that a declaration is a single property that supports an attribute.
struct PropertyChecks {
  let variable: VariableDeclSyntax
  /// The name of the attribute.
  let attribute: String

  var repetition: Diagnostic? {
    let attributes = variable.attributes.unconditional.filter { $0.simpleName == attribute }
    guard attributes.count > 1 else { return nil }
    return Diagnostic(
      .repeatedAttribute(attribute: attribute), at: attributes[1], fixIts: [.remove(attributes[1], of: variable)])
  }

  var modifier: Diagnostic? {
    for modifier in variable.modifiers {
      let keyword = modifier.name.text
      let message: MacroDiagnostic
      switch modifier.name.tokenKind {
      case .keyword(.static), .keyword(.class): message = .typeMember(keyword: keyword, attribute: attribute)
      case .keyword(.lazy), .keyword(.weak), .keyword(.unowned):
        message = .storageModifier(keyword: keyword, attribute: attribute)
      case .keyword(.override): return Diagnostic(.override(attribute: attribute), at: modifier)
      default: continue
      }
      return Diagnostic(message, at: modifier, fixIts: [.remove(modifier, of: variable)])
    }
    return nil
  }

  /// Checks the binding, except for its observers and its type.
  ///
  /// - Parameter removal: The fix-it that removes the attribute from a property with accessors; evaluated only for one.
  /// - Returns: A diagnostic for the first error.
  func shape(removal: @autoclosure () -> FixIt) -> Diagnostic? {
    let keyword = variable.bindingSpecifier
    if variable.bindings.count > 1 {
      return Diagnostic(
        .severalProperties(attribute: attribute), at: keyword, fixIts: [.split(variable)].compactMap { $0 })
    }
    guard let binding = variable.bindings.first else { return nil }
    guard let identifier = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier else {
      return Diagnostic(.tuplePattern(attribute: attribute), at: binding.pattern)
    }
    guard identifier.canFollowDollar else { return Diagnostic(.rawName(attribute: attribute), at: identifier) }
    if keyword.tokenKind != .keyword(.var) {
      return Diagnostic(.constant(attribute: attribute), at: keyword, fixIts: [.replace(keyword, with: "var")])
    }
    guard let accessors = binding.accessorBlock, binding.isComputed else { return nil }
    return Diagnostic(.computedProperty(attribute: attribute), at: accessors, fixIts: [removal()])
  }

  /// Checks that a subscript doesn't have the attribute `@Pref`.
  static func subscripting(_ declaration: SubscriptDeclSyntax) -> Diagnostic? {
    declaration.attributes.first(named: "Pref").map { Diagnostic(.subscripting, at: $0) }
  }

  /// Checks the wrapper, its configuration and the projection in the arguments of an attribute.
  static func wrapper(_ wrapper: ExprSyntax?, of attribute: AttributeSyntax) -> Diagnostic? {
    let name = attribute.simpleName
    if let wrapper, wrapper.metatypeBase == nil {
      return Diagnostic(
        .wrapperNotType(wrapper.trimmedDescription, attribute: name), at: wrapper,
        fixIts: [.replaceText(of: wrapper)].compactMap { $0 })
    }
    if let wrapper, let type = wrapper.metatypeBase?.trimmedDescription, attribute.argument(labeled: "config") == nil,
      ["Clamped", "TypedSettings.Clamped"].contains(type.prefix { $0 != "<" })
    {
      return Diagnostic(.wrapperWithoutConfig(type, attribute: name), at: wrapper)
    }
    guard let projected = attribute.argument(labeled: "projected"), !projected.is(BooleanLiteralExprSyntax.self)
    else { return nil }
    return Diagnostic(.projectedNotLiteral(projected.trimmedDescription, attribute: name), at: projected)
  }
}
