import SwiftDiagnostics
import SwiftSyntax

/// Checks the use of `@ObservedWrapper`.
enum ObservedWrapperChecks {
  /// Returns at most one diagnostic, for the most fundamental error, because its fix often resolves or changes others.
  static func diagnostics(
    in declaration: some DeclSyntaxProtocol, attribute: AttributeSyntax, place: ObservedWrapperPlace
  ) -> [Diagnostic] {
    guard let variable = declaration.as(VariableDeclSyntax.self) else {
      return [Diagnostic(.observedOutsideClass, at: attribute)]
    }
    // Reads the attribute from the declaration, because the attribute that is being expanded is a copy.
    guard let attribute = variable.attributes.first(named: "ObservedWrapper") else {
      return [Diagnostic(.conditionalAttribute("ObservedWrapper"), at: variable.bindingSpecifier)]
    }
    let property = PropertyChecks(variable: variable, attribute: "ObservedWrapper")
    let diagnostic =
      property.repetition ?? prefDiagnostic(variable, attribute) ?? placeDiagnostic(place, attribute: attribute)
      ?? property.modifier ?? property.shape(removal: .removeObservedWrapper(of: variable))
      ?? bindingDiagnostic(variable) ?? argumentDiagnostic(attribute, of: variable) ?? otherAttribute(variable)
      ?? ignoringDiagnostic(variable, attribute)
    return diagnostic.map { [$0] } ?? []
  }

  /// Returns the diagnostic for the argument `projected: true` of a wrapper without a projection.
  static func unprojected(_ property: ObservedWrapperDeclaration) -> Diagnostic {
    let argument = property.attribute.argument(labeled: "projected") ?? property.wrapper
    return Diagnostic(
      .wrapperWithoutProjection(property.wrapper.trimmedDescription), at: argument,
      fixIts: [.removeArgument(labeled: "projected", of: property.attribute)])
  }

  private static func prefDiagnostic(_ variable: VariableDeclSyntax, _ attribute: AttributeSyntax) -> Diagnostic? {
    variable.attributes.mentionsPref ? Diagnostic(.observedWithPref, at: attribute) : nil
  }

  private static func placeDiagnostic(_ place: ObservedWrapperPlace, attribute: AttributeSyntax) -> Diagnostic? {
    switch place {
    case .observableClass, .copy: nil
    case .otherClass(let name): Diagnostic(.observedInOtherClass(name: name), at: attribute)
    case .elsewhere: Diagnostic(.observedOutsideClass, at: attribute)
    }
  }

  private static func bindingDiagnostic(_ variable: VariableDeclSyntax) -> Diagnostic? {
    guard let binding = variable.bindings.first, let name = binding.name else { return nil }
    if let accessors = binding.accessorBlock {
      let keyword = accessors.firstObserver?.accessorSpecifier.text ?? ""
      return Diagnostic(.observedWithObservers(keyword: keyword), at: accessors)
    }
    if binding.typeAnnotation == nil {
      let type = binding.initializer?.value.impliedType?.split(separator: ".").last.map(String.init)
      return Diagnostic(
        .observedWithoutType(property: name), at: binding.pattern, fixIts: [.addType(type ?? "<#Type#>", to: binding)])
    }
    return nil
  }

  private static func argumentDiagnostic(_ attribute: AttributeSyntax, of variable: VariableDeclSyntax) -> Diagnostic? {
    guard let wrapper = attribute.wrapperArgument else {
      let name = variable.bindings.first?.name ?? ""
      return Diagnostic(
        .observedWithoutWrapper(property: name), at: attribute,
        fixIts: [.addWrapper(to: attribute)].compactMap { $0 })
    }
    return PropertyChecks.wrapper(wrapper, of: attribute)
  }

  /// Checks for property wrappers and other macros, which also replace the storage or the accessors.
  private static func otherAttribute(_ variable: VariableDeclSyntax) -> Diagnostic? {
    let isIgnored = variable.attributes.first(named: "ObservationIgnored") != nil
    for attribute in variable.attributes.unconditional {
      let name = attribute.simpleName
      let isReplaced = name == "ObservationTracked" && !isIgnored
      let fixIts: [FixIt] = [
        isReplaced ? .replace(attribute, with: "@ObservationIgnored") : .remove(attribute, of: variable)
      ]
      switch name {
      case "ObservedWrapper", "ObservationIgnored", "IBInspectable", "GKInspectable", "Sendable": break
      // Apart from those above and global actors, attributes of the language start with a lowercase letter.
      case _ where name.first?.isUppercase == true && !name.hasSuffix("Actor"):
        return Diagnostic(.otherWrapper(name: name, attribute: "ObservedWrapper"), at: attribute, fixIts: fixIts)
      default: break
      }
    }
    return nil
  }

  private static func ignoringDiagnostic(_ variable: VariableDeclSyntax, _ attribute: AttributeSyntax) -> Diagnostic? {
    let name = variable.bindings.first?.name ?? ""
    guard let ignoring = variable.attributes.first(named: "ObservationIgnored") else {
      if variable.attributes.hasConditional("ObservationIgnored") {
        return Diagnostic(.conditionalAttribute("ObservationIgnored"), at: variable.bindingSpecifier)
      }
      return Diagnostic(
        .observedNotIgnored(property: name), at: attribute, fixIts: [.addIgnoring(after: attribute, of: variable)])
    }
    guard ignoring.position < attribute.position else { return nil }
    return Diagnostic(
      .observedAfterIgnored(property: name), at: ignoring, fixIts: [.move(ignoring, after: attribute, of: variable)])
  }
}

extension MacroDiagnostic {
  /// A Boolean value that indicates whether another macro has already added accessors.
  ///
  /// More accessors would only cause more errors.
  var suppressesAccessors: Bool {
    switch self {
    case .observedWithPref, .observedNotIgnored, .otherWrapper(name: "ObservationTracked", attribute: _): true
    case .conditionalAttribute(let name): name == "ObservationIgnored"
    default: false
    }
  }
}

extension FixIt {
  /// Removes `@ObservedWrapper` and the `@ObservationIgnored` that it requires.
  fileprivate static func removeObservedWrapper(of variable: VariableDeclSyntax) -> FixIt {
    let names = ["ObservedWrapper", "ObservationIgnored"]
    let removed = variable.attributes.unconditional.filter { names.contains($0.simpleName) }
    let text = variable.text(without: removed.map { Syntax($0) })
    return FixIt(.remove("@ObservedWrapper"), rewriting: variable, as: text)
  }
}

extension AccessorBlockSyntax {
  /// The first `willSet` or `didSet`.
  fileprivate var firstObserver: AccessorDeclSyntax? {
    guard case .accessors(let accessors) = accessors else { return nil }
    return accessors.first { $0.isObserver }
  }
}
