import SwiftSyntax

extension TypeSyntax {
  /// The class of property lists that the type names, optional or not; nil if it is any other type.
  ///
  /// Most of them have subclasses that can be changed, so they are not `Sendable`, and a record needs that of its values.
  var copiedClass: String? {
    if let wrapped = optionallyWrapped { return wrapped.optionallyWrapped == nil ? wrapped.copiedClass : nil }
    if let member = self.as(MemberTypeSyntax.self) {
      let isOurs = member.baseType.trimmedDescription == "Foundation" && Self.copiedClasses.contains(member.name.text)
      return isOurs ? trimmedDescription : nil
    }
    guard let name = self.as(IdentifierTypeSyntax.self)?.name.text, Self.copiedClasses.contains(name) else {
      return nil
    }
    return name
  }

  /// What `T?` and `T!` may hold; nil of any other type.
  var optionallyWrapped: TypeSyntax? {
    self.as(OptionalTypeSyntax.self)?.wrappedType ?? self.as(ImplicitlyUnwrappedOptionalTypeSyntax.self)?.wrappedType
  }

  private static let copiedClasses: Set = ["NSArray", "NSData", "NSDate", "NSDictionary", "NSNumber", "NSString"]
}
