import SwiftSyntax

extension TypeSyntax {
  /// Whether the spelling alone shows that values of the type can be stored.
  var isCertainlyStorable: Bool {
    if let name = self.as(IdentifierTypeSyntax.self) {
      return name.genericArgumentClause == nil && Self.storableTypes.contains(name.name.text)
    }
    if let wrapped = optionallyWrapped { return wrapped.isCertainlyStorable }
    if let array = self.as(ArrayTypeSyntax.self) { return array.element.isCertainlyStorable }
    if let dictionary = self.as(DictionaryTypeSyntax.self) {
      return dictionary.key.trimmedDescription == "String" && dictionary.value.isCertainlyStorable
    }
    return false
  }

  private static let storableTypes: Set = ["Bool", "Int", "Double", "Float", "String", "Date", "URL", "Data", "UUID"]

  /// The part of the type of which the spelling alone shows that its values cannot be stored.
  var unstorablePart: TypeSyntax? {
    if let name = self.as(IdentifierTypeSyntax.self) { return name.isUnstorable ? self : nil }
    if let wrapped = optionallyWrapped { return wrapped.unstorablePart }
    if let array = self.as(ArrayTypeSyntax.self) { return array.element.unstorablePart }
    if let dictionary = self.as(DictionaryTypeSyntax.self) {
      return dictionary.key.unstorablePart ?? dictionary.value.unstorablePart
    }
    if let tuple = self.as(TupleTypeSyntax.self) {
      guard tuple.elements.count == 1, let only = tuple.elements.first else { return self }
      return only.type.unstorablePart
    }
    if let attributed = self.as(AttributedTypeSyntax.self) { return attributed.baseType.unstorablePart }
    return self.is(FunctionTypeSyntax.self) || self.is(SomeOrAnyTypeSyntax.self) || self.is(MetatypeTypeSyntax.self)
      ? self : nil
  }

  /// Whether the type is opaque: `some P`.
  var isOpaque: Bool { self.as(SomeOrAnyTypeSyntax.self)?.someOrAnySpecifier.tokenKind == .keyword(.some) }
}

extension IdentifierTypeSyntax {
  /// Whether this is one of the standard library's types that cannot be stored.
  fileprivate var isUnstorable: Bool {
    switch name.text {
    case "Any", "AnyObject", "AnyHashable", "AnyKeyPath": genericArgumentClause == nil
    case "PartialKeyPath": genericArgumentClause?.arguments.count == 1
    case "Result", "KeyPath", "WritableKeyPath", "ReferenceWritableKeyPath": genericArgumentClause?.arguments.count == 2
    default: false
    }
  }
}
