import SwiftSyntax
import SwiftSyntaxMacros

/// Writes the accessors that pass a property's value to and from its record.
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
      // Lets an `init` of the class give the setting its default by assigning to the property.
      let creation = RecordCreation(pref: pref, identity: identity, versionArguments: identity.versionArguments)
      var body = AlignedSource(before: pref.attribute, lines: lines)
      body.append("\(record) = ")
      creation.append(to: &body, initialValue: "initialValue")
      let head = "@storageRestrictions(initializes: \(record)) init(initialValue) {\n"
      accessors.insert(.verbatim(head + body.ended + "}"), at: 0)
    }
    return accessors
  }

  /// Accessors that need no record, for a property that has been reported.
  static func harmlessAccessors(for variable: VariableDeclSyntax) -> [AccessorDeclSyntax] {
    guard variable.bindings.first?.accessorBlock == nil else { return [] }
    return [.verbatim("get { Swift.fatalError() }"), .verbatim("set {}")]
  }
}
