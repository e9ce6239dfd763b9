import SwiftDiagnostics
import SwiftSyntax

/// A property marked `@Pref` that can become a record: a single named `var`.
///
/// The initializer reads only the parts that determine the shape. Properties compute the rest on access, because most
/// expansions need little of it.
struct PrefDeclaration {
  let variable: VariableDeclSyntax
  let binding: PatternBindingSyntax
  let identifier: TokenSyntax
  let attribute: AttributeSyntax

  init?(_ variable: VariableDeclSyntax) {
    guard let attribute = variable.attributes.first(named: "Pref"),
      variable.bindings.count == 1, let binding = variable.bindings.first,
      let identifier = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier,
      // The compiler reports this value, and the property has no type.
      binding.typeAnnotation != nil || binding.initializer?.value.is(NilLiteralExprSyntax.self) != true
    else { return nil }
    self.variable = variable
    self.binding = binding
    self.identifier = identifier
    self.attribute = attribute
  }

  var name: String { identifier.nameWithoutBackticks }

  /// The name as it appears at the end of a default key.
  var capitalizedName: String { name.prefix(1).uppercased() + name.dropFirst() }

  /// The type of the record's value, if it's written or implied by a literal.
  ///
  /// `T!` is stored as `T?`.
  var valueType: String? {
    guard let type = binding.typeAnnotation?.type else { return binding.initializer?.value.impliedType }
    if let copied = type.copiedClass {
      return "\(Library.prefixOfObjects)PropertyListCopy<\(copied)>" + (type.optionallyWrapped == nil ? "" : "?")
    }
    if let unwrapped = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
      return unwrapped.wrappedType.trimmedDescription + "?"
    }
    return type.trimmedDescription
  }

  /// The type of the record, if it is known.
  var recordType: String? {
    if let rules, rules.isProjected {
      // If the property has a default value, the compiler infers the generic arguments of the wrapper's type.
      return hasDefault ? nil : rules.wrapperType.map { "\(Library.prefix)ProjectingSettingRecord<\($0)>" }
    }
    return valueType.map { "\(Library.prefix)SettingRecord<\($0)>" }
  }

  /// A Boolean value that indicates whether the record has a type annotation, instead of an inferred type.
  var hasDeclaredRecordType: Bool { hasCertainType || isCopied || !hasDefault }

  /// The source text of the default value: `"nil"` if Swift supplies it, and `nil` if an `init` has to assign it.
  var defaultValue: String? {
    if let value = binding.initializer?.value {
      // Swift doesn't accept these expressions as an argument.
      let isStatement = value.is(IfExprSyntax.self) || value.is(SwitchExprSyntax.self)
      let text = value.trimmedDescription
      if isStatement { return "{ \(text) }()" }
      // Nothing can follow a directive on its line.
      return text.hasSuffix("#endif") ? text + "\n" : text
    }
    return hasDefault ? "nil" : nil
  }

  var hasDefault: Bool { binding.isInitialized }

  /// A Boolean value that indicates whether the type is a class whose objects a record can only store as copies.
  var isCopied: Bool { binding.typeAnnotation?.type.copiedClass != nil }

  /// A Boolean value that indicates whether the declaration shows that the type can be stored.
  ///
  /// In that case, the record always compiles.
  var hasCertainType: Bool {
    guard let type = binding.typeAnnotation?.type else { return binding.initializer?.value.impliedType != nil }
    return type.isCertainlyStorable
  }

  /// A Boolean value that indicates whether the accessors can have an error that the record doesn't have.
  ///
  /// That's the case if the type might not be `Sendable`, or if the record has the type of an argument.
  var hasUncertainAccessors: Bool { !hasCertainType && !isCopied }

  /// Returns whether the declarations show that the compiler can't report an error in the record.
  ///
  /// This is the case for a literal of the property's type, if the arguments are literals too.
  func hasCertainRecord(in identity: GroupIdentity) -> Bool {
    guard identity.isCertain, variable.attributes.count == 1 || settingAttributes.isEmpty else { return false }
    guard hasCertainAttribute else { return false }
    guard let type = binding.typeAnnotation?.type else {
      return binding.initializer?.value.isCertainlyRepresentable ?? false
    }
    guard let value = binding.initializer?.value else { return type.isCertainlyStorable && isOptional }
    return type.isCertainlyStorable && type.certainlyContains(value)
  }

  /// A Boolean value that indicates whether the type is written as an optional.
  var isOptional: Bool { binding.typeAnnotation?.type.optionallyWrapped != nil }

  /// A Boolean value that indicates whether the compiler can't report an error in the attribute.
  var hasCertainAttribute: Bool {
    attribute.labeledArguments.allSatisfy { argument in
      switch argument.label?.text {
      case "key", "traits", "aliases", "publish": argument.expression.isCertainArgument
      default: false
      }
    }
  }

  /// The type of a record whose setting has errors; `nil` if it isn't certain that the record compiles.
  var placeholderType: String? {
    guard hasCertainType, identifier.canFollowDollar else { return nil }
    return valueType.map { "\(Library.prefix)SettingRecord<\($0)>" }
  }

  /// The access level of the record, which is that of the setter because a record can write the setting.
  var recordAccess: AccessLevel? { AccessLevel(ofSetter: variable.modifiers) }

  /// The key argument; `nil` if the key is derived from the name.
  var key: ArgumentValue? { ArgumentValue(attribute.argument(labeled: "key")) }

  /// The traits.
  var traits: ExprSyntax? { attribute.argument(labeled: "traits") }

  /// The aliases of the setting's key.
  var aliases: ExprSyntax? { attribute.argument(labeled: "aliases") }

  /// The publication timing, which determines when observers are notified of a write.
  var publication: ExprSyntax? { attribute.argument(labeled: "publish") }

  /// The coding of the values.
  var coding: ExprSyntax? { attribute.argument(labeled: "coding") }

  /// The wrapper and the validation rule of the values.
  var rules: PrefRules? { PrefRules(attribute) }

  /// The key path and value of each `@PrefAttr`.
  var settingAttributes: [(keyPath: ExprSyntax, value: ExprSyntax)] {
    if variable.attributes.count == 1 { return [] }
    return variable.attributes.unconditional.filter { $0.simpleName == "PrefAttr" }.compactMap { attribute in
      let arguments = attribute.labeledArguments.map(\.expression)
      return arguments.count == 2 ? (arguments[0], arguments[1]) : nil
    }
  }

  var documentation: String? { DocumentationComment(variable.leadingTrivia)?.text }

  /// The attribute that deprecates the property, if it's also valid on a stored property such as the record.
  var deprecation: String? {
    guard variable.attributes.count > 1 else { return nil }
    return variable.attributes.unconditional.first { $0.isPlainDeprecation }?.trimmedDescription
  }
}

extension AttributeSyntax {
  /// A Boolean value that indicates whether the attribute only deprecates its declaration.
  var isPlainDeprecation: Bool {
    guard simpleName == "available", case .availability(let arguments)? = arguments else { return false }
    var deprecates = false
    for argument in arguments {
      switch argument.argument {
      case .token(let token): if token.text == "deprecated" { deprecates = true }
      case .availabilityLabeledArgument(let labeled):
        switch labeled.label.text {
        case "deprecated": deprecates = true
        case "message", "renamed": break
        default: return false
        }
      case .availabilityVersionRestriction: return false
      }
    }
    return deprecates
  }
}

extension PatternBindingSyntax {
  /// A Boolean value that indicates whether the property has an initial value, written or the `nil` of `var x: T?`.
  var isInitialized: Bool {
    if initializer != nil { return true }
    guard let type = typeAnnotation?.type else { return false }
    return type.is(OptionalTypeSyntax.self) || type.is(ImplicitlyUnwrappedOptionalTypeSyntax.self)
  }
}

/// The wrapper and the validation rule in the arguments of a `@Pref`.
struct PrefRules {
  let wrapper: ExprSyntax?
  let config: ExprSyntax?
  let isProjected: Bool
  let validation: ExprSyntax?
  let policy: ExprSyntax?

  /// Returns `nil` if the attribute has neither a wrapper nor a rule.
  init?(_ attribute: AttributeSyntax) {
    // Most attributes have no arguments.
    if attribute.arguments == nil { return nil }
    wrapper = attribute.argument(labeled: "wrapper")
    validation = attribute.argument(labeled: "validate").flatMap { $0.is(NilLiteralExprSyntax.self) ? nil : $0 }
    guard wrapper != nil || validation != nil else { return nil }
    config = attribute.argument(labeled: "config")
    isProjected = attribute.argument(labeled: "projected")?.trimmedDescription == "true"
    policy = attribute.argument(labeled: "policy")
  }

  /// The wrapper's type: `Clamped<Int>` of `Clamped<Int>.self`.
  var wrapperType: String? { wrapper?.metatypeBase?.trimmedDescription }
}

/// The context of a property marked `@Pref`.
enum PrefPlace {
  case group(GroupIdentity)
  /// A type whose `@SettingsGroup` is misplaced or incomplete, which the group reports.
  case misplacedGroup
  /// A group that is also `@Observable`, which the group reports.
  case observableGroup
  /// The storage that `@ObservationTracked` has created from the property, including its attributes.
  case copy
  case elsewhere

  init(of variable: VariableDeclSyntax, lexicalContext: [Syntax]) {
    if lexicalContext.isEmpty, variable.isObservationStorage {
      self = .copy
      return
    }
    guard let type = lexicalContext.first, !type.is(ExtensionDeclSyntax.self),
      let attributes = type.asProtocol((any WithAttributesSyntax).self)?.attributes,
      let attribute = attributes.first(named: "SettingsGroup")
    else {
      self = .elsewhere
      return
    }
    let outer = Array(lexicalContext.dropFirst())
    if attributes.first(named: "Observable") != nil {
      self = .observableGroup
    } else if let declaration = type.as(ClassDeclSyntax.self), GroupArgumentChecks.canMatch(attribute),
      Self.hidingModifier(of: declaration, in: outer) == nil, !Self.isLocal(outer)
    {
      self = .group(GroupIdentity(declaration, attribute: attribute))
    } else {
      self = .misplacedGroup
    }
  }

  /// Returns the `private` modifier that hides a class from file scope.
  ///
  /// The modifier is that of the class or of a type around it, unless that type is itself at file scope.
  static func hidingModifier(of declaration: ClassDeclSyntax, in lexicalContext: [Syntax]) -> DeclModifierSyntax? {
    let types = [Syntax(declaration)] + lexicalContext
    return types.dropLast().lazy
      .compactMap { $0.asProtocol((any WithModifiersSyntax).self)?.modifiers }
      .compactMap { $0.first { $0.name.tokenKind == .keyword(.private) && $0.detail == nil } }
      .first
  }

  /// Returns whether a declaration in a context is inside a function, an accessor or a closure.
  ///
  /// The compiler of Swift 6.3 passes no context of an accessor, and reports such a class itself.
  static func isLocal(_ lexicalContext: [Syntax]) -> Bool {
    lexicalContext.contains { localKinds.contains($0.kind) }
  }

  private static let localKinds: Set<SyntaxKind> = [
    .functionDecl, .initializerDecl, .deinitializerDecl, .accessorDecl, .subscriptDecl, .closureExpr,
  ]
}
