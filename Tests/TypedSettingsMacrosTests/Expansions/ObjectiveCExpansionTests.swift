import Testing

@Suite struct ObjectiveCExpansionTests {
  @Test(arguments: [
    "@Pref @objc var x = true", "@objc @Pref var x = true", "@objc\n@Pref\nvar x = true",
    "@objc(voiceOver) @Pref var x = true", "@Pref @objc(voiceOver) var x = true",
    "@objc @Pref @PrefAttr(\\.section, \"S\") @available(macOS 15, *) public dynamic var x = true",
    "@PrefAttr(\\.section, \"S\") @objc @Pref public final var x: Bool = true", "@nonobjc @Pref var x = true",
    "@objc @IBInspectable @Pref var x = true", "@Pref @objc dynamic var x: NSNumber? = nil",
  ])
  func `an attribute of Objective-C stands beside a setting in any order`(property: String) {
    let expansion = Expansion(of: "@SettingsGroup(domain: \"app\") final class Group: NSObject {\n\(property)\n}")
    #expect(expansion.reports == [])
    #expect(expansion.isWellFormed)
    #expect(expansion.excerpt(from: "var x", to: "}").contains("get { $x.value }"))
    #expect(expansion.text.contains("let $x: TypedSettings.SettingRecord<"))
  }

  @Test func `the record of an exported property is not exported itself`() {
    let expansion = Expansion(
      of: "@objc @SettingsGroup(domain: \"app\") final class Group: NSObject {\n@objc(voiceOver) @Pref var x = true\n}")
    #expect(expansion.excerpt(from: "let $x", to: "#sourceLocation()").hasPrefix("let $x: "))
    #expect(expansion.text.contains(#"name: "x", key: TypedSettings.SettingsKey(domain: "app", name: "GroupX")"#))
  }

  @Test(arguments: ["@objc", "@objcMembers", "@objc(TSGroup)"])
  func `a class of Objective-C is a group like any other`(attribute: String) {
    let expansion = Expansion(
      of: "\(attribute) @SettingsGroup(domain: \"app\") final class Group: NSObject {\n@Pref var x = true\n}")
    #expect(expansion.reports == [])
    #expect(expansion.text.contains("extension Group: Swift.Sendable"))
    #expect(expansion.text.contains("static func testSettings() -> Group"))
  }
}
