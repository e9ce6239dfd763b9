import Testing

@testable import TypedSettingsMacros

@Suite struct ConformanceExpansionTests {
  @Test(arguments: [
    ("@Pref(key: \"k\", traits: [.secret], aliases: [\"b\"]) var a = 1", false),
    ("@Pref(traits: [.other]) var a = 1", true),
    ("@Pref(traits: [.other]) var a = 1; let b = 2", true),
    ("@Pref(traits: [.other]) var a = 1; let b = Child()", false),
    ("@Pref(traits: [.other]) var a = 1; #storage", false),
    ("@Pref(traits: [.other]) var a = 1; @Storage func b() {}", false),
    ("@Pref(foo: 1) var a = 1", true),
  ])
  func `only a class whose settings and literals are its whole storage is Sendable without a check`(
    members: String, isUnchecked: Bool
  ) {
    let expansion = Expansion(of: "@SettingsGroup(domain: \"app\") final class Group { \(members) }")
    #expect(expansion.text.contains("extension Group: @unchecked Swift.Sendable {}") == isUnchecked)
    #expect(expansion.text.contains("extension Group: Swift.Sendable {}") == !isUnchecked)
  }

  @Test(arguments: ["SettingsGroup", "VersionedSettingsGroup", "TypedSettings.VersionedSettingsGroup"])
  func `a class that states the conformance is not a subclass of a group`(conformance: String) {
    let expansion = Expansion(
      of: "@SettingsGroup(domain: \"app\", version: 2) final class Group: \(conformance) { @Pref var a = 1 }",
      missingConformances: ["__RootSettingsGroup", "Sendable"])
    #expect(!expansion.text.contains("override"))
    #expect(expansion.text.contains("static func __makeRoot() -> Group { Group() }"))
    #expect(expansion.text.contains("extension Group: Swift.Sendable {}"))
  }

  @Test func `a class that adds a version to a group without one is a subclass of that group`() {
    let expansion = Expansion(
      of: "@SettingsGroup(domain: \"app\", version: 2) class Group: Base, VersionedSettingsGroup { @Pref var a = 1 }",
      missingConformances: ["Sendable"])
    #expect(expansion.text.contains("override nonisolated func enumerateSettings("))
  }

  /// Returns the code for compilers before Swift 6.2, which have no isolated conformances.
  private func olderExpansion(of source: String) -> Expansion {
    GroupDeclaration.$canIsolateConformances.withValue(false) { Expansion(of: source) }
  }

  @Test(arguments: ["final class", "class", "open class"])
  func `an older compiler gets no isolated conformance`(declaration: String) {
    let expansion = olderExpansion(
      of: "@MainActor @SettingsGroup(domain: \"app\", version: 2) \(declaration) Group { @Pref var a = 1 }")
    #expect(expansion.text.contains("extension Group: TypedSettings.SettingsGroup {}"))
    #expect(!expansion.text.contains(": @MainActor"))
    #expect(!expansion.text.contains(": nonisolated"))
  }

  @Test func `with an older compiler, an isolated class that can have subclasses has nonisolated members`() {
    let expansion = olderExpansion(
      of: #"@MainActor @SettingsGroup(domain: "app") open class Group { @Pref var a = 1 }"#)
    #expect(expansion.text.contains("extension Group: __RootSettingsGroup {}"))
    #expect(expansion.text.contains("public typealias __Sharing = __Unshared"))
    #expect(
      expansion.text.contains("public nonisolated static func __makeRoot() -> Swift.Never { while true {} }"))
  }

  @Test func `with an older compiler, a final isolated class creates instances of itself`() {
    let expansion = olderExpansion(
      of: #"@MainActor @SettingsGroup(domain: "app") final class Group { @Pref var a = 1 }"#)
    #expect(!expansion.text.contains("__RootSettingsGroup"))
    for member in ["testSettings()", "make(alternateStore", "shared"] {
      #expect(expansion.text.contains(member))
    }
  }
}
