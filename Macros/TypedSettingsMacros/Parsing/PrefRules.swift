import SwiftSyntax

/// What a `@Pref` says about its values: the wrapper that they pass through, and the rule that they have to keep.
struct PrefRules {
  let wrapper: ExprSyntax?
  let config: ExprSyntax?
  let isProjected: Bool
  let validation: ExprSyntax?
  let policy: ExprSyntax?

  /// Nil where the attribute says nothing about the values.
  init?(_ attribute: AttributeSyntax) {
    // Most attributes have no arguments at all.
    if attribute.arguments == nil { return nil }
    wrapper = attribute.argument(labeled: "wrapper")
    validation = attribute.argument(labeled: "validate").flatMap { $0.is(NilLiteralExprSyntax.self) ? nil : $0 }
    guard wrapper != nil || validation != nil else { return nil }
    config = attribute.argument(labeled: "config")
    isProjected = attribute.argument(labeled: "projected")?.trimmedDescription == "true"
    policy = attribute.argument(labeled: "policy")
  }

  /// The wrapper's type, of what is written as `Clamped<Int>.self`.
  var wrapperType: String? { wrapper?.metatypeBase?.trimmedDescription }
}
