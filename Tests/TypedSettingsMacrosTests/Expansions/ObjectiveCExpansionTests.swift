import Testing

@Suite struct ObjectiveCExpansionTests {
  @Test(arguments: [
    "@Pref @objc var x = true", "@objc @Pref var x = true", "@objc\n@Pref\nvar x = true",
    "@objc(voiceOver) @Pref var x = true", "@Pref @objc(voiceOver) var x = true",
    "@objc @Pref @PrefAttr(\\.section, \"S\") @available(macOS 15, *) public dynamic var x = true",
    "@PrefAttr(\\.section, \"S\") @objc @Pref public final var x: Bool = true", "@nonobjc @Pref var x = true",
    "@objc @IBInspectable @Pref var x = true", "@Pref @objc dynamic var x: String? = nil",
  ])
  func `an Objective-C attribute can be combined with a setting in any order`(property: String) {
    let expansion = Expansion(of: "@SettingsGroup(domain: \"app\") final class Group: NSObject {\n\(property)\n}")
    #expect(expansion.reports == [])
    #expect(expansion.excerpt(from: "var x", to: "}").contains("$x.value"))
    #expect(expansion.text.contains("let $x: TypedSettings.SettingRecord<"))
  }

  private static let copies: [(property: String, record: String)] = [
    (
      "@Pref var x: NSDictionary = [:]",
      "let $x: TypedSettings.SettingRecord<TypedSettings.PropertyListCopy<NSDictionary>> = RECORD(.automatic, TypedSettings.PropertyListCopy(default: [:]), ID)"
    ),
    (
      "@objc @Pref var x: Foundation.NSArray = []",
      "let $x: TypedSettings.SettingRecord<TypedSettings.PropertyListCopy<Foundation.NSArray>> = RECORD(.automatic, TypedSettings.PropertyListCopy(default: []), ID)"
    ),
    (
      "@Pref var x: NSString?",
      "let $x: TypedSettings.SettingRecord<TypedSettings.PropertyListCopy<NSString>?> = RECORD(.automatic, nil, ID)"
    ),
    (
      "@Pref var x: NSNumber? = 3",
      "let $x: TypedSettings.SettingRecord<TypedSettings.PropertyListCopy<NSNumber>?> = RECORD(.automatic, TypedSettings.PropertyListCopy(default: 3), ID)"
    ),
    (
      "@Pref var x: NSDate!",
      "let $x: TypedSettings.SettingRecord<TypedSettings.PropertyListCopy<NSDate>?> = RECORD(.automatic, nil, ID)"
    ),
    (
      "@Pref var x: NSObject = a",
      "let $x = CHECKED(.automatic, (a) as NSObject, ID)"
    ),
    (
      "@Pref var x: [NSString] = a",
      "let $x = CHECKED(.automatic, (a) as [NSString], ID)"
    ),
  ]

  @Test(arguments: copies)
  func `a record stores a copy of an object that could be mutable`(property: String, record: String) {
    let expansion = Expansion(of: "@SettingsGroup(domain: \"app\") final class Group {\n\(property)\n}")
    let expected = record.replacing("RECORD", with: "__pref").replacing("CHECKED", with: "__checkedPref")
      .replacing("ID)", with: #"name: "x", key: "GroupX", in: Group.__group)"#)
    #expect(expansion.record == expected)
    #expect(expansion.reports == [])
  }

  @Test func `the accessors of a copied property pass objects to and from its record`() {
    let expansion = Expansion(
      of: "@SettingsGroup(domain: \"app\") final class Group {\n@Pref var x: NSData\ninit() { x = a }\n}")
    let accessors = expansion.excerpt(from: "var x", to: "let $x")
    #expect(accessors.contains("get { $x.object() }"))
    #expect(accessors.contains("set { $x.setObject(newValue) }"))
    #expect(accessors.contains("TypedSettings.PropertyListCopy(default: initialValue),\nname: "))
    #expect(!accessors.contains("_modify"))
  }

  @Test func `the record of a property marked @objc is not marked @objc`() {
    let expansion = Expansion(
      of: "@objc @SettingsGroup(domain: \"app\") final class Group: NSObject {\n@objc(voiceOver) @Pref var x = true\n}")
    #expect(expansion.record.hasPrefix("let $x: "))
    #expect(expansion.record.contains(#"name: "x", key: "GroupX", in: Group.__group)"#))
  }

  @Test(arguments: ["@objc", "@objcMembers", "@objc(TSGroup)"])
  func `a class of Objective-C is a group like any other`(attribute: String) {
    let expansion = Expansion(
      of: "\(attribute) @SettingsGroup(domain: \"app\") final class Group: NSObject {\n@Pref var x = true\n}")
    #expect(expansion.reports == [])
    #expect(expansion.text.contains("extension Group: Swift.Sendable"))
    #expect(expansion.text.contains("static func __makeRoot() -> Group { Group() }"))
  }
}
