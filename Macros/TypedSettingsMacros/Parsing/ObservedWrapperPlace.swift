import SwiftSyntax

/// Where an `@ObservedWrapper` stands.
enum ObservedWrapperPlace {
  case observableClass
  case otherClass(name: String)
  /// On storage that `@ObservationTracked` has made of the property, attributes included.
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
  /// Whether this has the looks of the storage that `@ObservationTracked` declares, around which no class can be seen.
  var isObservationStorage: Bool {
    bindings.first?.name?.first == "_" && attributes.first(named: "ObservationIgnored") != nil
  }
}
