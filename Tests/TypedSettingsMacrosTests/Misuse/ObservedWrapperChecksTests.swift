import SwiftDiagnostics
import SwiftParser
import SwiftSyntax
import Testing

@testable import TypedSettingsMacros

/// Declarations that the compiler expands but the test expansion rejects.
@Suite struct ObservedWrapperChecksTests {
  @Test func `several properties are reported and split`() throws {
    let source = "@ObservedWrapper(Share.self) @ObservationIgnored private var a: Double = 1, b, c: Double"
    let diagnostic = try diagnostic(in: source)
    #expect(
      diagnostic.message == "'@ObservedWrapper' can only be attached to a declaration of a single property")
    #expect(diagnostic.node.trimmedDescription == "var")
    let edit = try #require(diagnostic.fixIts.first?.edits.first)
    #expect(
      edit.replacement == """
        @ObservedWrapper(Share.self) @ObservationIgnored private var a: Double = 1
        @ObservedWrapper(Share.self) @ObservationIgnored private var b: Double
        @ObservedWrapper(Share.self) @ObservationIgnored private var c: Double
        """)
    #expect(edit.range.upperBound.utf8Offset == source.utf8.count)
  }

  @Test func `a tuple pattern is reported`() throws {
    let diagnostic = try diagnostic(in: "@ObservedWrapper(Share.self) @ObservationIgnored var (a, b): (Double, Double)")
    #expect(diagnostic.message == "'@ObservedWrapper' cannot be attached to a tuple pattern")
    #expect(diagnostic.node.trimmedDescription == "(a, b)")
    #expect(diagnostic.fixIts.isEmpty)
  }

  @Test func `observers are reported`() throws {
    let diagnostic = try diagnostic(
      in: "@ObservedWrapper(Share.self) @ObservationIgnored var a: Double = 1 { willSet { print(newValue) } }")
    #expect(diagnostic.message == "'@ObservedWrapper' cannot be attached to a property with 'willSet'")
    #expect(diagnostic.node.is(AccessorBlockSyntax.self))
    #expect(diagnostic.fixIts.isEmpty)
  }

  @Test(.enabled(if: Expansion.isCurrent)) func `a name that takes backticks everywhere is reported`() throws {
    let diagnostic = try diagnostic(in: "@ObservedWrapper(Share.self) @ObservationIgnored var `a b`: Double = 1")
    #expect(
      diagnostic.message
        == "'@ObservedWrapper' property must have a name that can follow '$'; use a name without backticks")
    #expect(diagnostic.node.trimmedDescription == "`a b`")
  }

  private func diagnostic(in source: String) throws -> Diagnostic {
    let statement = try #require(Parser.parse(source: source).statements.first)
    let variable = try #require(statement.item.as(VariableDeclSyntax.self))
    let attribute = try #require(variable.attributes.first?.as(AttributeSyntax.self))
    let diagnostics = ObservedWrapperChecks.diagnostics(in: variable, attribute: attribute, place: .observableClass)
    return try #require(diagnostics.first)
  }
}
