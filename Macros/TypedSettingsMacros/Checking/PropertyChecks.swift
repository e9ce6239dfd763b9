import SwiftDiagnostics
import SwiftSyntax

/// Finds what keeps a declaration from being the one property that an attribute can be about.
struct PropertyChecks {
  let variable: VariableDeclSyntax
  /// The name of the attribute.
  let attribute: String

  var repetition: Finding? {
    let ours = variable.attributes.unconditional.filter { $0.simpleName == attribute }
    guard ours.count > 1 else { return nil }
    return Finding(.repeatedAttribute, of: attribute, at: ours[1], fixIts: [.remove(ours[1], of: variable)])
  }

  var modifier: Finding? {
    for modifier in variable.modifiers {
      let keyword = modifier.name.text
      let misuse: Misuse
      switch modifier.name.tokenKind {
      case .keyword(.static), .keyword(.class): misuse = .typeMember(keyword: keyword)
      case .keyword(.lazy), .keyword(.weak), .keyword(.unowned): misuse = .storageModifier(keyword: keyword)
      case .keyword(.override): return Finding(.override, of: attribute, at: modifier)
      default: continue
      }
      return Finding(misuse, of: attribute, at: modifier, fixIts: [.remove(modifier, of: variable)])
    }
    return nil
  }

  /// What is wrong with the binding, save for its observers and its type.
  ///
  /// - Parameter removal: Takes the attribute off a property that has accessors.
  /// - Returns: The first thing that is wrong.
  func shape(removal: FixIt) -> Finding? {
    let keyword = variable.bindingSpecifier
    if variable.bindings.count > 1 {
      return Finding(
        .severalProperties, of: attribute, at: keyword, fixIts: [.split(variable)].compactMap { $0 })
    }
    guard let binding = variable.bindings.first else { return nil }
    guard let identifier = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier else {
      return Finding(.tuplePattern, of: attribute, at: binding.pattern)
    }
    guard identifier.canFollowDollar else { return Finding(.rawName, of: attribute, at: identifier) }
    if keyword.tokenKind != .keyword(.var) {
      return Finding(.constant, of: attribute, at: keyword, fixIts: [.replace(keyword, with: .var)])
    }
    guard let accessors = binding.accessorBlock, binding.isComputed else { return nil }
    return Finding(.computedProperty, of: attribute, at: accessors, fixIts: [removal])
  }

  /// What is wrong with the attribute of a subscript.
  static func subscripting(_ declaration: SubscriptDeclSyntax) -> Finding? {
    declaration.attributes.first(named: "Pref").map { Finding(.subscripting, at: $0) }
  }

  /// What is wrong with the wrapper that the attribute names, and with what it says about the projection.
  static func wrapper(_ wrapper: ExprSyntax?, of attribute: AttributeSyntax) -> Finding? {
    let name = attribute.simpleName
    if let wrapper, wrapper.metatypeBase == nil {
      return Finding(
        .wrapperNotType(wrapper.trimmedDescription), of: name, at: wrapper,
        fixIts: [.addSelf(to: wrapper)].compactMap { $0 })
    }
    if let wrapper, let name = wrapper.metatypeBase?.trimmedDescription, attribute.argument(labeled: "config") == nil,
      ["Clamped", "TypedSettings.Clamped"].contains(name.prefix { $0 != "<" })
    {
      return Finding(.wrapperWithoutConfig(name), of: attribute.simpleName, at: wrapper)
    }
    guard let projected = attribute.argument(labeled: "projected"), !projected.is(BooleanLiteralExprSyntax.self)
    else { return nil }
    return Finding(.projectedNotLiteral(projected.trimmedDescription), of: name, at: projected)
  }
}
