import SwiftDiagnostics
import SwiftParser
import SwiftSyntax
import Testing

@testable import TypedSettingsMacros

/// Declarations of more than one property, which the compiler expands and the expansion for tests refuses.
@Suite struct ObservedWrapperChecksTests {
  @Test func `several properties are reported and split`() throws {
    let source = "@ObservedWrapper(Share.self) @ObservationIgnored private var a: Double = 1, b, c: Double"
    let finding = try finding(in: source)
    #expect(
      finding.complaint.message == "'@ObservedWrapper' can only be attached to a declaration of a single property")
    #expect(finding.node.trimmedDescription == "var")
    let edit = try #require(finding.fixIts.first?.edits.first)
    #expect(
      edit.replacement == """
        @ObservedWrapper(Share.self) @ObservationIgnored private var a: Double = 1
        @ObservedWrapper(Share.self) @ObservationIgnored private var b: Double
        @ObservedWrapper(Share.self) @ObservationIgnored private var c: Double
        """)
    #expect(edit.range.upperBound.utf8Offset == source.utf8.count)
  }

  @Test func `a tuple pattern is reported`() throws {
    let finding = try finding(in: "@ObservedWrapper(Share.self) @ObservationIgnored var (a, b): (Double, Double)")
    #expect(finding.complaint.message == "'@ObservedWrapper' cannot be attached to a tuple pattern")
    #expect(finding.node.trimmedDescription == "(a, b)")
    #expect(finding.fixIts.isEmpty)
  }

  @Test func `observers are reported`() throws {
    let finding = try finding(
      in: "@ObservedWrapper(Share.self) @ObservationIgnored var a: Double = 1 { willSet { print(newValue) } }")
    #expect(finding.complaint.message == "'@ObservedWrapper' cannot be attached to a property with 'willSet'")
    #expect(finding.node.is(AccessorBlockSyntax.self))
    #expect(finding.fixIts.isEmpty)
  }

  @Test(.enabled(if: Expansion.isCurrent)) func `a name that takes backticks everywhere is reported`() throws {
    let finding = try finding(in: "@ObservedWrapper(Share.self) @ObservationIgnored var `a b`: Double = 1")
    #expect(finding.complaint.message == "'@ObservedWrapper' property must have a name that can follow '$'")
    #expect(finding.node.trimmedDescription == "`a b`")
  }

  @Test func `every misuse has an identity of its own`() {
    let rules: [Misuse] = [
      .observedOutsideClass, .observedInOtherClass(name: ""), .observedWithoutWrapper(property: ""),
      .wrapperNotType(""), .projectedNotLiteral(""), .observedWithoutType(property: ""),
      .observedWithObservers(keyword: ""), .observedWithPref, .observedNotIgnored(property: ""),
      .observedAfterIgnored(property: ""), .constant, .policyWithoutRule, .policyWithoutNearest(""),
      .defaultOutside("", bounds: ""), .groupInFunction, .repeatedGroup, .observableGroup,
      .reservedName("", kind: "", use: ""), .keysNotLiteral(""), .prefixOfPropertyNames,
      .neverInitialized(property: ""), .assignedTwice(property: ""), .unstorableType(""), .opaqueType(""),
      .subscripting, .wrapperWithoutConfig(""),
    ]
    #expect(Set(rules.map(\.name)).count == rules.count)
  }

  private func finding(in source: String) throws -> Finding {
    let statement = try #require(Parser.parse(source: source).statements.first)
    let variable = try #require(statement.item.as(VariableDeclSyntax.self))
    let attribute = try #require(variable.attributes.first?.as(AttributeSyntax.self))
    let findings = ObservedWrapperChecks.findings(in: variable, attribute: attribute, place: .observableClass)
    return try #require(findings.first)
  }
}
