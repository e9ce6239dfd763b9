import SwiftDiagnostics
import SwiftSyntax

/// Finds what is wrong with one `@ObservedWrapper`.
enum ObservedWrapperChecks {
  /// At most one misuse, the one that rules out most: to fix it may well resolve or change the others.
  static func findings(
    in declaration: some DeclSyntaxProtocol, attribute: AttributeSyntax, place: ObservedWrapperPlace
  ) -> [Finding] {
    guard let variable = declaration.as(VariableDeclSyntax.self) else {
      return [Finding(.observedOutsideClass, at: attribute)]
    }
    // Taken from the declaration: the attribute that is being expanded is a copy.
    guard let attribute = variable.attributes.first(named: "ObservedWrapper") else {
      return [Finding(.conditionalAttribute("ObservedWrapper"), at: variable.bindingSpecifier)]
    }
    let property = PropertyChecks(variable: variable, attribute: "ObservedWrapper")
    let finding =
      property.repetition ?? prefFinding(variable, attribute) ?? placeFinding(place, attribute: attribute)
      ?? property.modifier ?? property.shape(removal: .removeObservedWrapper(of: variable))
      ?? bindingFinding(variable) ?? argumentFinding(attribute, of: variable) ?? otherAttribute(variable)
      ?? ignoringFinding(variable, attribute)
    return finding.map { [$0] } ?? []
  }

  private static func prefFinding(_ variable: VariableDeclSyntax, _ attribute: AttributeSyntax) -> Finding? {
    variable.attributes.mentionsPref ? Finding(.observedWithPref, at: attribute) : nil
  }

  private static func placeFinding(_ place: ObservedWrapperPlace, attribute: AttributeSyntax) -> Finding? {
    switch place {
    case .observableClass, .copy: nil
    case .otherClass(let name): Finding(.observedInOtherClass(name: name), at: attribute)
    case .elsewhere: Finding(.observedOutsideClass, at: attribute)
    }
  }

  private static func bindingFinding(_ variable: VariableDeclSyntax) -> Finding? {
    guard let binding = variable.bindings.first, let name = binding.name else { return nil }
    if let accessors = binding.accessorBlock {
      let keyword = accessors.firstObserver?.accessorSpecifier.text ?? ""
      return Finding(.observedWithObservers(keyword: keyword), at: accessors)
    }
    if binding.typeAnnotation == nil {
      let type = binding.initializer?.value.impliedType?.split(separator: ".").last.map(String.init)
      return Finding(
        .observedWithoutType(property: name), at: binding.pattern, fixIts: [.addType(type ?? "<#Type#>", to: binding)])
    }
    return nil
  }

  private static func argumentFinding(_ attribute: AttributeSyntax, of variable: VariableDeclSyntax) -> Finding? {
    guard let wrapper = attribute.wrapperArgument else {
      let name = variable.bindings.first?.name ?? ""
      return Finding(
        .observedWithoutWrapper(property: name), at: attribute,
        fixIts: [.addWrapper(to: attribute)].compactMap { $0 })
    }
    return PropertyChecks.wrapper(wrapper, of: attribute)
  }

  /// Wrappers and other macros want the storage or the accessors for themselves.
  private static func otherAttribute(_ variable: VariableDeclSyntax) -> Finding? {
    let isIgnored = variable.attributes.first(named: "ObservationIgnored") != nil
    for attribute in variable.attributes.unconditional {
      let name = attribute.simpleName
      let isReplaced = name == "ObservationTracked" && !isIgnored
      let fixIts: [FixIt] = [
        isReplaced ? .replace(attribute, with: "@ObservationIgnored") : .remove(attribute, of: variable)
      ]
      switch name {
      case "ObservedWrapper", "ObservationIgnored", "IBInspectable", "GKInspectable", "Sendable": break
      // Attributes of the language begin with a small letter, save for the few above and global actors.
      case _ where name.first?.isUppercase == true && !name.hasSuffix("Actor"):
        return Finding(.otherWrapper(name: name), of: "ObservedWrapper", at: attribute, fixIts: fixIts)
      default: break
      }
    }
    return nil
  }

  private static func ignoringFinding(_ variable: VariableDeclSyntax, _ attribute: AttributeSyntax) -> Finding? {
    let name = variable.bindings.first?.name ?? ""
    guard let ignoring = variable.attributes.first(named: "ObservationIgnored") else {
      if variable.attributes.hasConditional("ObservationIgnored") {
        return Finding(.conditionalAttribute("ObservationIgnored"), at: variable.bindingSpecifier)
      }
      return Finding(
        .observedNotIgnored(property: name), at: attribute, fixIts: [.addIgnoring(after: attribute, of: variable)])
    }
    guard ignoring.position < attribute.position else { return nil }
    return Finding(
      .observedAfterIgnored(property: name), at: ignoring, fixIts: [.move(ignoring, after: attribute, of: variable)])
  }
}

extension Misuse {
  /// Whether another macro has given the property accessors, so that more would only add to the errors.
  var concedesAccessors: Bool {
    switch self {
    case .observedWithPref, .observedNotIgnored, .otherWrapper(name: "ObservationTracked"): true
    case .conditionalAttribute(let name): name == "ObservationIgnored"
    default: false
    }
  }
}

extension FixIt {
  /// Takes away `@ObservedWrapper` and the `@ObservationIgnored` that it asks for.
  fileprivate static func removeObservedWrapper(of variable: VariableDeclSyntax) -> FixIt {
    let names = ["ObservedWrapper", "ObservationIgnored"]
    let ours = variable.attributes.unconditional.filter { names.contains($0.simpleName) }
    return FixIt(.remove("@ObservedWrapper"), rewriting: variable, as: variable.text(without: ours.map { Syntax($0) }))
  }
}

extension AccessorBlockSyntax {
  /// The first `willSet` or `didSet`.
  fileprivate var firstObserver: AccessorDeclSyntax? {
    guard case .accessors(let accessors) = accessors else { return nil }
    return accessors.first { $0.isObserver }
  }
}
