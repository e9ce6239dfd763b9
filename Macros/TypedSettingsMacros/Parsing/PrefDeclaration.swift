import SwiftSyntax

/// One property marked `@Pref`, in the one shape that can become a record: a single named `var`.
///
/// Only what decides the shape is read at once; the rest when it is asked for, since most expansions need little.
struct PrefDeclaration {
  let variable: VariableDeclSyntax
  let binding: PatternBindingSyntax
  let identifier: TokenSyntax
  let attribute: AttributeSyntax

  init?(_ variable: VariableDeclSyntax) {
    guard let attribute = variable.attributes.first(named: "Pref"),
      variable.bindings.count == 1, let binding = variable.bindings.first,
      let identifier = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier
    else { return nil }
    self.variable = variable
    self.binding = binding
    self.identifier = identifier
    self.attribute = attribute
  }

  var name: String { identifier.nameWithoutBackticks }

  /// The name in the form that default keys end in.
  var capitalizedName: String { name.prefix(1).uppercased() + name.dropFirst() }

  /// The type of the record's value, if one is written or a literal implies it.
  ///
  /// `T!` is stored as `T?`.
  var valueType: String? {
    guard let type = binding.typeAnnotation?.type else { return binding.initializer?.value.impliedType }
    if let copied = type.copiedClass {
      return "TypedSettings.PropertyListCopy<\(copied)>" + (type.optionallyWrapped == nil ? "" : "?")
    }
    if let unwrapped = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
      return unwrapped.wrappedType.trimmedDescription + "?"
    }
    return type.trimmedDescription
  }

  /// The type of the record, if it is known.
  var recordType: String? {
    if let rules, rules.isProjected {
      // Where there is a default, the compiler finds out what the wrapper's type leaves open.
      return hasDefault ? nil : rules.wrapperType.map { "TypedSettings.ProjectingSettingRecord<\($0)>" }
    }
    return valueType.map { "TypedSettings.SettingRecord<\($0)>" }
  }

  /// Whether the record is declared with its type, rather than having it from the expression that makes it.
  var hasDeclaredRecordType: Bool { hasCertainType || isCopied || !hasDefault }

  /// Source text of the default; `nil` where Swift itself would supply it, nothing where an `init` has to.
  var defaultValue: String? {
    if let value = binding.initializer?.value {
      // Where Swift takes these for expressions, an argument is not among.
      let isStatement = value.is(IfExprSyntax.self) || value.is(SwitchExprSyntax.self)
      return isStatement ? "{ \(value.trimmedDescription) }()" : value.trimmedDescription
    }
    return hasDefault ? "nil" : nil
  }

  var hasDefault: Bool { binding.isInitialized }

  /// Whether the property is declared with a class whose objects cannot be values of a record, only copies of them.
  var isCopied: Bool { binding.typeAnnotation?.type.copiedClass != nil }

  /// Whether accessors and list can rely on the record: its type is known here to be one that can be stored.
  var hasCertainType: Bool {
    guard let type = binding.typeAnnotation?.type else { return binding.initializer?.value.impliedType != nil }
    return type.isCertainlyStorable
  }

  /// Whoever reaches the record can write the setting, so the record is as visible as the setter.
  var recordAccess: AccessLevel? { AccessLevel(ofSetter: variable.modifiers) }

  /// The key argument, if the setting does not go by its name.
  var key: ArgumentValue? { ArgumentValue(attribute.argument(labeled: "key")) }

  /// The traits.
  var traits: ExprSyntax? { attribute.argument(labeled: "traits") }

  /// The list of the setting's older names.
  var aliases: ExprSyntax? { attribute.argument(labeled: "aliases") }

  /// When those who observe the setting hear of a write.
  var publication: ExprSyntax? { attribute.argument(labeled: "publish") }

  /// How values are stored.
  var coding: ExprSyntax? { attribute.argument(labeled: "coding") }

  /// The wrapper that values pass through and what the attribute says about them.
  var rules: PrefRules? { PrefRules(attribute) }

  /// Key path and value of every `@PrefAttr`.
  var settingAttributes: [(keyPath: ExprSyntax, value: ExprSyntax)] {
    if variable.attributes.count == 1 { return [] }
    return variable.attributes.unconditional.filter { $0.simpleName == "PrefAttr" }.compactMap { attribute in
      let arguments = attribute.labeledArguments.map(\.expression)
      return arguments.count == 2 ? (arguments[0], arguments[1]) : nil
    }
  }

  var documentation: String? { DocumentationComment(variable.leadingTrivia)?.text }

  /// The attribute that deprecates the property and may stand on stored properties too, which the record is.
  var deprecation: String? {
    guard variable.attributes.count > 1 else { return nil }
    return variable.attributes.unconditional.first { $0.isPlainDeprecation }?.trimmedDescription
  }
}

extension AttributeSyntax {
  fileprivate var isPlainDeprecation: Bool {
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
  /// Whether the property has a value before any `init` runs: one that is written, or the `nil` of `var x: T?`.
  var isInitialized: Bool {
    if initializer != nil { return true }
    guard let type = typeAnnotation?.type else { return false }
    return type.is(OptionalTypeSyntax.self) || type.is(ImplicitlyUnwrappedOptionalTypeSyntax.self)
  }
}
