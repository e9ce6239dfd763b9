import SwiftSyntax
import SwiftSyntaxMacros

/// Emits the accessors that forward a property's value to a wrapper, and the properties for wrapper and projection.
struct ObservedWrapperEmitter {
  let property: ObservedWrapperDeclaration
  let lines: SourceLines?
  /// A Boolean value that indicates whether the wrapper's projection is read-only.
  var isReadOnly = false

  private var registrar: String { "_$observationRegistrar" }
  private var storage: String { "_" + property.name }

  /// The arguments that identify the property to the registrar.
  private var subject: String { "self, keyPath: \\.\(property.identifier.text)" }

  var accessors: [AccessorDeclSyntax] {
    let initializer = Accessor(
      head: "@storageRestrictions(initializes: \(storage))\n  init(initialValue)",
      body: located("\(storage) = \(creation(from: "initialValue"))", indentation: "    "))
    // An in-place change recreates the wrapper, which enforces its rules.
    let renewal = "\(storage) = \(creation(from: "\(storage).wrappedValue"))"
    let accessors = accessors(of: "wrappedValue", replacement: creation(from: "newValue"), renewal: renewal)
    return ([initializer] + accessors).map { .verbatim($0.source) }
  }

  var peers: [DeclSyntax] {
    [located(wrapper, indentation: ""), projection].compactMap { $0 }.map { .verbatim($0) }
  }

  private var wrapper: String {
    let declaration = "@ObservationIgnored \(property.isolation)private var \(storage): \(property.wrapperType)"
    return declaration + (property.inferringValue.map { " = " + creation(from: $0) } ?? "")
  }

  private var projection: String? {
    guard property.isProjected else { return nil }
    let head = property.availability + property.isolation + property.access
    let type = property.wrapperType + ".ProjectedValue"
    // A write doesn't recreate the wrapper, which would lose the wrapper's state other than the value.
    let accessors = accessors(of: "projectedValue", replacement: nil, renewal: nil).prefix(isReadOnly ? 1 : 3)
    let readableHead = isReadOnly ? property.availability + property.isolation + property.readAccess : head
    // A directive between the brace and the first accessor would end the list of accessors.
    return (lines?.directive(at: property.binding) ?? "") + "\(readableHead)var $\(property.name): \(type) {\n"
      + accessors.map { $0.source + "\n" }.joined() + "}"
  }

  private struct Accessor {
    let head: String
    let body: String

    var source: String { "  \(head) {\n\(body)  }" }
  }

  /// Returns the getter, setter and `_modify` of a member.
  private func accessors(of member: String, replacement: String?, renewal: String?) -> [Accessor] {
    let value = "\(storage).\(member)"
    let assignment = replacement.map { "\(storage) = \($0)" } ?? "\(value) = newValue"
    return [
      Accessor(
        head: "get",
        body: "    \(registrar).access(\(subject))\n" + located("return \(value)", indentation: "    ")),
      Accessor(
        head: "set",
        body: "    \(registrar).withMutation(of: \(subject)) {\n" + located(assignment, indentation: "      ")
          + "    }\n"),
      Accessor(
        head: "_modify",
        body: "    \(registrar).willSet(\(subject))\n    defer {\n"
          + (renewal.map { located($0, indentation: "      ") } ?? "")
          + "      \(registrar).didSet(\(subject))\n    }\n" + located("yield &\(value)", indentation: "    ")),
    ]
  }

  private func creation(from value: String) -> String {
    let config = property.config.map { ", config: \($0)" } ?? ""
    return "\(property.wrapper.trimmedDescription).makeWrapper(from: \(value)\(config))"
  }

  /// Returns a line of code, after a directive that reports its errors at the property.
  private func located(_ code: String, indentation: String) -> String {
    let line = indentation + code + "\n"
    guard let lines else { return line }
    return lines.directive(at: property.binding) + line + SourceLines.reset
  }
}
