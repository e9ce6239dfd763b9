import SwiftSyntax

/// One property marked `@ObservedWrapper`, in the one shape that a wrapper can keep: a single named `var` with a type.
struct ObservedWrapperDeclaration {
  let variable: VariableDeclSyntax
  let binding: PatternBindingSyntax
  let identifier: TokenSyntax
  /// What stands before `.self`.
  let wrapper: ExprSyntax
  private let type: TypeSyntax
  private let attribute: AttributeSyntax

  init?(_ variable: VariableDeclSyntax) {
    guard let attribute = variable.attributes.first(named: "ObservedWrapper"),
      let wrapper = attribute.wrapperArgument?.metatypeBase,
      let binding = variable.bindings.first,
      let identifier = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier,
      let type = binding.typeAnnotation?.type
    else { return nil }
    self.variable = variable
    self.binding = binding
    self.identifier = identifier
    self.wrapper = wrapper
    self.type = type
    self.attribute = attribute
  }

  var name: String { identifier.nameWithoutBackticks }

  /// Source text of the type of the values.
  ///
  /// `T!` is kept as `T?`.
  var valueType: String {
    let unwrapped = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self)?.wrappedType
    return unwrapped.map { $0.trimmedDescription + "?" } ?? type.trimmedDescription
  }

  /// Source text of the wrapper's type.
  ///
  /// The argument of the library's own wrapper can be left out, since the property's type says it.
  var wrapperType: String {
    let text = wrapper.trimmedDescription
    return ["Clamped", "TypedSettings.Clamped"].contains(text) ? "\(text)<\(valueType)>" : text
  }

  /// Source text of the expression that the declaration starts with, where it takes that to infer the wrapper's type.
  ///
  /// It is never evaluated, because the property hands the same value to its `init` accessor.
  var inferringValue: String? {
    guard !wrapperType.contains("<"), let value = binding.initializer?.value else { return nil }
    let isStatement = value.is(IfExprSyntax.self) || value.is(SwitchExprSyntax.self)
    let text = value.trimmedDescription
    return (isStatement ? "{ \(text) }()" : "(\(text))") + " as \(valueType)"
  }

  /// Source text of what each wrapper is made with.
  var config: String? { attribute.argument(labeled: "config")?.trimmedDescription }

  var isProjected: Bool { attribute.argument(labeled: "projected")?.trimmedDescription == "true" }

  /// The attributes and modifiers that say on which actor the property lives, each with a blank behind.
  var isolation: String {
    let actors = variable.attributes.unconditional.filter { $0.simpleName.hasSuffix("Actor") }
    let modifiers = variable.modifiers.filter { $0.name.tokenKind == .keyword(.nonisolated) }
    return (actors.map(\.trimmedDescription) + modifiers.map(\.trimmedDescription)).map { $0 + " " }.joined()
  }

  /// The attributes that say where the property is available, each with a blank behind.
  var availability: String {
    variable.attributes.unconditional.filter { $0.simpleName == "available" }.map { $0.trimmedDescription + " " }
      .joined()
  }

  /// The modifier that says who sees the property, with a blank behind.
  var readAccess: String { AccessLevel(variable.modifiers)?.prefix ?? "" }

  /// The modifiers that say who sees the property and who may set it, each with a blank behind.
  var access: String {
    variable.modifiers.compactMap { modifier -> String? in
      guard let level = AccessLevel(rawValue: modifier.name.text) else { return nil }
      return modifier.detail == nil ? level.prefix : modifier.trimmedDescription + " "
    }.joined()
  }
}

extension AttributeSyntax {
  /// The argument without a label.
  var wrapperArgument: ExprSyntax? { labeledArguments.first { $0.label == nil }?.expression }
}

extension ExprSyntax {
  /// `T` of `T.self`; nil for any other expression.
  var metatypeBase: ExprSyntax? {
    guard let access = self.as(MemberAccessExprSyntax.self),
      access.declName.baseName.tokenKind == .keyword(.self)
    else { return nil }
    return access.base
  }
}
