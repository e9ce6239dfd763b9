import SwiftSyntax
import SwiftSyntaxMacros

/// Emits the accessors that forward a property's value to its record.
struct AccessorEmitter {
  let pref: PrefDeclaration
  let identity: GroupIdentity
  let context: any MacroExpansionContext

  var accessors: [AccessorDeclSyntax] {
    let record = "$" + pref.name
    // Otherwise the record has the type of the property, or has already reported the error.
    let lines = pref.hasTypeOfAttribute ? SourceLines(of: pref.variable, in: context) : nil
    func accessor(_ name: String, _ body: String) -> AccessorDeclSyntax {
      guard let lines else { return .verbatim("  \(name) { \(body) }") }
      return .verbatim("  \(name) {\n\(lines.located(body, at: pref.binding))\(SourceLines.reset)  }")
    }
    let accessors =
      pref.isCopied
      ? [accessor("get", "\(record).object()"), accessor("set", "\(record).setObject(newValue)")]
      : [
        accessor("get", "\(record).value"), accessor("set", "\(record).value = newValue"),
        accessor("_modify", "yield &\(record).value"),
      ]
    return pref.hasDefault ? accessors : [initializer(of: record)] + accessors
  }

  /// The accessor for the assignment in an initializer of the class, which sets the default value.
  private func initializer(of record: String) -> AccessorDeclSyntax {
    let creation = RecordCreation(pref: pref, identity: identity, versionArguments: identity.versionArguments)
    var body = AlignedSource(lines: SourceLines(of: pref.variable, in: context), indentation: "    ")
    body.append("\(record) = ")
    creation.append(to: &body, initialValue: "initialValue")
    let attribute = "@storageRestrictions(initializes: \(record))"
    return .verbatim("  \(attribute)\n  init(initialValue) {\n\(body.terminated)  }")
  }

  /// Returns accessors that don't use a record, for a property with a reported error.
  static func placeholderAccessors(for variable: VariableDeclSyntax) -> [AccessorDeclSyntax] {
    guard variable.bindings.first?.accessorBlock == nil else { return [] }
    return [.verbatim("get { Swift.fatalError() }"), .verbatim("set {}")]
  }
}
