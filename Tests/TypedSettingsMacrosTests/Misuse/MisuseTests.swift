import SwiftDiagnostics
import Testing

@testable import TypedSettingsMacros

/// A source with a misuse, the expected reports, and the source after the fix-its.
struct MisuseCase: CustomTestStringConvertible {
  let title: String
  let source: String
  let reports: [Report]
  var fixed: String?

  init(_ title: String, _ source: String, _ reports: [Report], fixed: String? = nil) {
    self.title = title
    self.source = source
    self.reports = reports
    self.fixed = fixed
  }

  /// Creates a misuse of a property of a group, which starts at line 2, column 3.
  init(_ title: String, property: String, _ reports: [Report], fixed: String? = nil) {
    func group(_ body: String) -> String { "@SettingsGroup(domain: \"app\") final class Group {\n  \(body)\n}" }
    self.init(title, group(property), reports, fixed: fixed.map(group))
  }

  var testDescription: String { title }
}

@Suite struct MisuseTests {
  @Test(arguments: MisuseCase.all)
  func `a misuse is reported at its location`(misuse: MisuseCase) {
    let expansion = Expansion(of: misuse.source)
    #expect(expansion.reports == misuse.reports)
  }

  @Test(arguments: MisuseCase.all)
  func `fix-its correct a misuse and change nothing else`(misuse: MisuseCase) {
    let expansion = Expansion(of: misuse.source)
    #expect(expansion.fixedSource == misuse.fixed ?? misuse.source)
  }

  @Test(arguments: MisuseCase.all.filter { $0.fixed?.contains("<#") == false })
  func `a corrected source has no misuse`(misuse: MisuseCase) throws {
    #expect(Expansion(of: try #require(misuse.fixed)).reports == [])
  }

  @Test(.enabled(if: Expansion.isCurrent), arguments: MisuseCase.all)
  func `code emitted despite a misuse parses`(misuse: MisuseCase) {
    #expect(Expansion(of: misuse.source).isWellFormed || misuse.isUnparsable)
  }

  @Test(
    arguments: MisuseCase.accepted + MisuseCase.acceptedRules + MisuseCase.acceptedTypes
      + MisuseCase.acceptedInitializers + MisuseCase.acceptedPlaces + MisuseCase.acceptedNames
      + MisuseCase.acceptedGuesses)
  func `a correct use is not reported`(source: String) {
    #expect(Expansion(of: source).reports == [])
  }

  @Test func `every misuse has an identity of its own`() {
    let diagnostics: [MacroDiagnostic] = [
      .groupNotClass, .unreachableGroup, .groupInFunction, .repeatedGroup, .observableGroup, .emptyDomain, .emptyKey,
      .reservedName("", kind: "", use: ""), .keysNotLiteral(""), .prefixOfPropertyNames,
      .duplicateKey("", firstUser: ""), .emptyAlias(of: ""), .ownAlias("", of: ""),
      .duplicateAlias("", of: "", firstUser: "", isAlias: false), .lowVersion(""), .unversionedMigrations,
      .instanceRequirement(""), .functionRequirement(""), .unreachedMigration(target: 1, version: 1),
      .constant(attribute: ""),
      .severalProperties(attribute: ""), .tuplePattern(attribute: ""), .typeMember(keyword: "", attribute: ""),
      .storageModifier(keyword: "", attribute: ""), .computedProperty(attribute: ""), .observers(recordName: ""),
      .untypedProperty, .neverInitialized(property: ""), .assignedTwice(property: ""), .unstorableType(""),
      .opaqueType(""), .subscripting, .otherWrapper(name: "", attribute: ""), .conditionalAttribute(""),
      .override(attribute: ""), .rawName(attribute: ""), .wrapperNotType("", attribute: ""),
      .wrapperWithoutConfig("", attribute: ""), .projectedNotLiteral("", attribute: ""), .policyWithoutRule,
      .policyWithoutNearest(""), .defaultOutside("", bounds: ""), .wrapperWithoutProjection(""),
      .wrongLabel("", advice: ""),
      .wrongValue(label: "", advice: ""), .wrongGroupLabel("", advice: ""), .wrongGroupValue(label: "", advice: ""),
      .wrongAttributeLabel("", advice: ""), .configWithoutWrapper(advice: ""), .notRule("", advice: ""),
      .reversedBounds("", advice: ""), .missingDomain,
      .untypedDefault, .defaultBreaksRule("", rule: ""),
      .repeatedAlias("", of: ""), .repeatedAttribute(attribute: ""), .outsideGroup,
      .attributeWithoutPref, .observedOutsideClass, .observedInOtherClass(name: ""),
      .observedWithoutWrapper(property: ""), .observedWithoutType(property: ""), .observedWithObservers(keyword: ""),
      .observedWithPref, .observedNotIgnored(property: ""), .observedAfterIgnored(property: ""),
    ]
    #expect(Set(diagnostics.map(\.diagnosticID)).count == diagnostics.count)
  }
}

extension MisuseCase {
  static let all =
    groups + places + properties + types + initializers + changes + keys + spellings + aliases + versions
    + observedWrappers + rules + guesses + groupGuesses

  /// Whether the declaration is invalid even without the attributes.
  fileprivate var isUnparsable: Bool { title == "property with observers" }
}
