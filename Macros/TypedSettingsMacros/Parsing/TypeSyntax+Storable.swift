import SwiftSyntax

extension TypeSyntax {
  /// A Boolean value that indicates whether the spelling of the type alone shows that its values can be stored.
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

  /// Returns whether a value of an attribute or a property is certainly a literal of a type that can be stored.
  func certainlyContains(_ value: ExprSyntax) -> Bool {
    if let wrapped = optionallyWrapped {
      return value.is(NilLiteralExprSyntax.self) || wrapped.certainlyContains(value)
    }
    if self.is(ArrayTypeSyntax.self) { return value.as(ArrayExprSyntax.self)?.elements.isEmpty ?? false }
    if self.is(DictionaryTypeSyntax.self) {
      return value.as(DictionaryExprSyntax.self)?.content.is(TokenSyntax.self) ?? false
    }
    guard value.isCertainlyRepresentable, let implied = value.impliedType else { return false }
    let name = "Swift." + trimmedDescription
    return name == implied || name == "Swift.Double" && implied == "Swift.Int"
  }

  private static let storableTypes: Set = ["Bool", "Int", "Double", "Float", "String", "Date", "URL", "Data", "UUID"]

  /// The part of the type whose spelling alone shows that its values can't be stored.
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

  /// A Boolean value that indicates whether the type is opaque: `some P`.
  var isOpaque: Bool { self.as(SomeOrAnyTypeSyntax.self)?.someOrAnySpecifier.tokenKind == .keyword(.some) }
}

extension IdentifierTypeSyntax {
  /// A Boolean value that indicates whether this is a type of the standard library that can't be stored.
  fileprivate var isUnstorable: Bool {
    switch name.text {
    case "Any", "AnyObject", "AnyHashable", "AnyKeyPath": genericArgumentClause == nil
    case "PartialKeyPath": genericArgumentClause?.arguments.count == 1
    case "KeyPath", "WritableKeyPath", "ReferenceWritableKeyPath": genericArgumentClause?.arguments.count == 2
    default: false
    }
  }
}

extension TypeSyntax {
  /// The Foundation class of property lists that the type names, optional or not; `nil` for any other type.
  ///
  /// Most of these classes have mutable subclasses, so that they aren't `Sendable` as the values of a record must be.
  var copiedClass: String? {
    if let wrapped = optionallyWrapped { return wrapped.optionallyWrapped == nil ? wrapped.copiedClass : nil }
    if let member = self.as(MemberTypeSyntax.self) {
      let isCopied = member.baseType.trimmedDescription == "Foundation" && Self.copiedClasses.contains(member.name.text)
      return isCopied ? trimmedDescription : nil
    }
    guard let name = self.as(IdentifierTypeSyntax.self)?.name.text, Self.copiedClasses.contains(name) else {
      return nil
    }
    return name
  }

  /// The `T` of `T?` and `T!`; `nil` for any other type.
  var optionallyWrapped: TypeSyntax? {
    self.as(OptionalTypeSyntax.self)?.wrappedType ?? self.as(ImplicitlyUnwrappedOptionalTypeSyntax.self)?.wrappedType
  }

  private static let copiedClasses: Set = ["NSArray", "NSData", "NSDate", "NSDictionary", "NSNumber", "NSString"]
}
