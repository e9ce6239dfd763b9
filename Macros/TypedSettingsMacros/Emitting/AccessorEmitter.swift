import SwiftSyntax
import SwiftSyntaxMacros

/// Emits the accessors that forward a property's value to its record.
struct AccessorEmitter {
  let pref: PrefDeclaration
  let identity: GroupIdentity
  let context: any MacroExpansionContext

  var accessors: [AccessorDeclSyntax] {
    let record = "$" + pref.name
    let lines = pref.hasCertainType && pref.hasDefault ? nil : SourceLines(of: pref.variable, in: context)
    func located(_ body: String) -> String {
      guard let lines else { return " " + body + " " }
      return "\n" + lines.directive(for: pref) + lines.padding(to: pref.binding) + body + "\n" + SourceLines.reset
    }
    var accessors: [AccessorDeclSyntax] =
      pref.isCopied
      ? [
        .verbatim("get {\(located("\(record).object()"))}"),
        .verbatim("set {\(located("\(record).setObject(newValue)"))}"),
      ]
      : [
        .verbatim("get {\(located("\(record).value"))}"),
        .verbatim("set {\(located("\(record).value = newValue"))}"),
        .verbatim("_modify {\(located("yield &\(record).value"))}"),
      ]
    if !pref.hasDefault {
      // An `init` of the class assigns to the property to set the default value.
      let creation = RecordCreation(pref: pref, identity: identity, versionArguments: identity.versionArguments)
      var body = AlignedSource(before: pref.attribute, lines: lines)
      body.append("\(record) = ")
      creation.append(to: &body, initialValue: "initialValue")
      let head = "@storageRestrictions(initializes: \(record)) init(initialValue) {\n"
      accessors.insert(.verbatim(head + body.terminated + "}"), at: 0)
    }
    return accessors
  }

  /// Returns accessors that don't use a record, for a property with a reported error.
  static func placeholderAccessors(for variable: VariableDeclSyntax) -> [AccessorDeclSyntax] {
    guard variable.bindings.first?.accessorBlock == nil else { return [] }
    return [.verbatim("get { Swift.fatalError() }"), .verbatim("set {}")]
  }
}
