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
    let initialization = "\(storage) = \(creation(from: "initialValue"))"
    let bodies = bodies(of: "wrappedValue", replacement: creation(from: "newValue"), renewal: renewal)
    let accessors = [("@storageRestrictions(initializes: \(storage)) init(initialValue)", initialization)] + bodies
    return accessors.map { .verbatim("\($0) {\(located($1))}") }
  }

  var peers: [DeclSyntax] { [wrapper, projection].compactMap { $0 }.map { .verbatim(located($0)) } }

  private var wrapper: String {
    let declaration = "@ObservationIgnored \(property.isolation)private var \(storage): \(property.wrapperType)"
    return declaration + (property.inferringValue.map { " = " + creation(from: $0) } ?? "")
  }

  private var projection: String? {
    guard property.isProjected else { return nil }
    let head = property.availability + property.isolation + property.access
    let type = property.wrapperType + ".ProjectedValue"
    // A write doesn't recreate the wrapper, which would lose the wrapper's state other than the value.
    let bodies = bodies(of: "projectedValue", replacement: nil, renewal: nil).prefix(isReadOnly ? 1 : 3)
    let accessors = bodies.map { "\($0) { \($1) }" }
    let readableHead = isReadOnly ? property.availability + property.isolation + property.readAccess : head
    return "\(readableHead)var $\(property.name): \(type) { \(accessors.joined(separator: " ")) }"
  }

  /// Returns the getter, setter and `_modify` of a member, each on one line so that errors have the property's line.
  private func bodies(of member: String, replacement: String?, renewal: String?) -> [(head: String, body: String)] {
    let value = "\(storage).\(member)"
    let assignment = replacement.map { "\(storage) = \($0)" } ?? "\(value) = newValue"
    let ending = (renewal.map { $0 + "; " } ?? "") + "\(registrar).didSet(\(subject))"
    return [
      ("get", "\(registrar).access(\(subject)); return \(value)"),
      ("set", "\(registrar).withMutation(of: \(subject)) { \(assignment) }"),
      ("_modify", "\(registrar).willSet(\(subject)); defer { \(ending) }; yield &\(value)"),
    ]
  }

  /// The statement that recreates the wrapper after an in-place change, which enforces its rules.
  private var renewal: String { "\(storage) = \(creation(from: "\(storage).wrappedValue"))" }

  private func creation(from value: String) -> String {
    let config = property.config.map { ", config: \($0)" } ?? ""
    return "\(property.wrapper.trimmedDescription).makeWrapper(from: \(value)\(config))"
  }

  private func located(_ text: String) -> String {
    guard let lines else { return " " + text + " " }
    return "\n" + lines.directive(at: property.binding) + text + "\n" + SourceLines.reset
  }
}
