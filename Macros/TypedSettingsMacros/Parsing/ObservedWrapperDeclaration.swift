import SwiftSyntax

/// A property marked `@ObservedWrapper` that a wrapper can store: a single named `var` with a type.
struct ObservedWrapperDeclaration {
  let variable: VariableDeclSyntax
  let binding: PatternBindingSyntax
  let identifier: TokenSyntax
  /// The type before `.self`.
  let wrapper: ExprSyntax
  private let type: TypeSyntax
  let attribute: AttributeSyntax

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

  /// The source text of the type of the values.
  ///
  /// `T!` is stored as `T?`.
  var valueType: String {
    let unwrapped = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self)?.wrappedType
    return unwrapped.map { $0.trimmedDescription + "?" } ?? type.trimmedDescription
  }

  /// The source text of the wrapper's type.
  ///
  /// The generic argument of `Clamped` can be omitted, because it's the property's type.
  var wrapperType: String {
    let text = wrapper.trimmedDescription
    return ["Clamped", "TypedSettings.Clamped"].contains(text) ? "\(text)<\(valueType)>" : text
  }

  /// The source text of an initial value from which the compiler infers the wrapper's type; `nil` if it isn't needed.
  ///
  /// It is never evaluated, because the property passes the same value to its `init` accessor.
  var inferringValue: String? {
    guard !wrapperType.contains("<"), let value = binding.initializer?.value else { return nil }
    let isStatement = value.is(IfExprSyntax.self) || value.is(SwitchExprSyntax.self)
    let text = value.trimmedDescription
    return (isStatement ? "{ \(text) }()" : "(\(text))") + " as \(valueType)"
  }

  /// The source text of the configuration that each wrapper is created with.
  var config: String? { attribute.argument(labeled: "config")?.trimmedDescription }

  /// A Boolean value that indicates whether the wrapper provides a projection.
  var hasProjection = true

  var isProjected: Bool {
    hasProjection && attribute.argument(labeled: "projected")?.trimmedDescription == "true"
  }

  /// The attributes and modifiers that specify the property's isolation, each followed by a space.
  var isolation: String {
    let actors = variable.attributes.unconditional.filter { $0.simpleName.hasSuffix("Actor") }
    let modifiers = variable.modifiers.filter { $0.name.tokenKind == .keyword(.nonisolated) }
    return (actors.map(\.trimmedDescription) + modifiers.map(\.trimmedDescription)).map { $0 + " " }.joined()
  }

  /// The availability attributes of the property, each followed by a space.
  var availability: String {
    variable.attributes.unconditional.filter { $0.simpleName == "available" }.map { $0.trimmedDescription + " " }
      .joined()
  }

  /// The access modifier of the property, followed by a space.
  var readAccess: String { AccessLevel(variable.modifiers)?.prefix ?? "" }

  /// The access modifiers of the property and its setter, each followed by a space.
  var access: String {
    variable.modifiers.compactMap { modifier -> String? in
      guard let level = AccessLevel(rawValue: modifier.name.text) else { return nil }
      return modifier.detail == nil ? level.prefix : modifier.trimmedDescription + " "
    }.joined()
  }
}

extension AttributeSyntax {
  /// The first argument without a label.
  var wrapperArgument: ExprSyntax? { labeledArguments.first { $0.label == nil }?.expression }
}

extension ExprSyntax {
  /// The `T` of `T.self`, or of a `T` that is spelled like a type; `nil` for any other expression.
  ///
  /// The compiler reports a type without `.self`, so that no macro does.
  var metatypeBase: ExprSyntax? {
    if looksLikeType { return self }
    guard let access = self.as(MemberAccessExprSyntax.self),
      access.declName.baseName.tokenKind == .keyword(.self)
    else { return nil }
    return access.base
  }

  /// The source text of the metatype, with `.self` even if it's missing: on a metatype, `.self` changes nothing.
  var metatypeText: String {
    looksLikeType ? trimmedDescription + ".self" : trimmedDescription
  }
}

/// The context of a declaration marked `@ObservedWrapper`.
enum ObservedWrapperPlace {
  case observableClass
  case otherClass(name: String)
  /// The storage that `@ObservationTracked` has created from the property, including its attributes.
  case copy
  case elsewhere

  init(of declaration: some DeclSyntaxProtocol, lexicalContext: [Syntax]) {
    if lexicalContext.isEmpty, let variable = declaration.as(VariableDeclSyntax.self), variable.isObservationStorage {
      self = .copy
      return
    }
    guard let type = lexicalContext.first?.as(ClassDeclSyntax.self) else {
      self = .elsewhere
      return
    }
    let isObservable =
      type.attributes.first(named: "Observable") != nil || type.attributes.hasConditional("Observable")
    self = isObservable ? .observableClass : .otherClass(name: type.name.text)
  }
}

extension VariableDeclSyntax {
  /// A Boolean value that indicates whether this looks like the storage that `@ObservationTracked` declares.
  ///
  /// That storage has no lexical context.
  var isObservationStorage: Bool {
    bindings.first?.name?.first == "_" && attributes.first(named: "ObservationIgnored") != nil
  }
}
