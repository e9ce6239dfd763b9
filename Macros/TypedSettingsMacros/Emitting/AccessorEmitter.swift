import SwiftSyntax
import SwiftSyntaxMacros

/// Emits the accessors that forward a property's value to its record.
struct AccessorEmitter {
  let pref: PrefDeclaration
  let identity: GroupIdentity
  let context: any MacroExpansionContext

  var accessors: [AccessorDeclSyntax] {
    let record = "$" + pref.name
    let bodies =
      pref.isCopied
      ? [("get", "\(record).object()"), ("set", "\(record).setObject(newValue)")]
      : [("get", "\(record).value"), ("set", "\(record).value = newValue"), ("_modify", "yield &\(record).value")]
    return pref.hasDefault ? accessors(bodies) : [initializer(of: record)] + accessors(bodies)
  }

  private func accessors(_ bodies: [(name: String, body: String)]) -> [AccessorDeclSyntax] {
    guard pref.hasUncertainAccessors, let lines = SourceLines(of: pref.variable, in: context) else {
      return bodies.map { .verbatim("  \($0.name) { \($0.body) }") }
    }
    // All accessors are on one line, because a directive can't be between them.
    var source = "  "
    for (name, body) in bodies {
      source += source == "  " ? "\(name) {\n\(lines.directive(at: pref.binding))    " : " \(name) { "
      source += body + " }"
    }
    return [.verbatim(source)]
  }

  /// The accessor for the assignment in an initializer of the class, which sets the default value.
  private func initializer(of record: String) -> AccessorDeclSyntax {
    let creation = RecordCreation(pref: pref, identity: identity)
    let isCertain = identity.isCertain && pref.hasCertainType && pref.attribute.arguments == nil
    var body = MirroredSource(lines: SourceLines(of: pref.variable, in: context))
    body.startLine(at: isCertain ? nil : creation.firstLocation, indentation: 2)
    body.append("\(record) = ")
    creation.append(to: &body, initialValue: "initialValue")
    body.endLine()
    body.endLocation()
    let attribute = "@storageRestrictions(initializes: \(record))"
    return .verbatim("  \(attribute)\n  init(initialValue) {\n\(body.text)  }")
  }

  /// Returns accessors that don't use a record, for a property with a reported error.
  static func placeholderAccessors(for variable: VariableDeclSyntax) -> [AccessorDeclSyntax] {
    guard variable.bindings.first?.accessorBlock == nil else { return [] }
    return [.verbatim("get { Swift.fatalError() }"), .verbatim("set {}")]
  }
}
