import Testing
import TypedSettings

@testable import TypedSettingsTools

extension SettingCoding<String> {
  /// Text that is stored without its first character, which is always the same.
  fileprivate static var shortened: SettingCoding {
    .converted(through: SettingCoding<String>.automatic, encode: { String($0.dropFirst()) }, decode: { "x\($0)" })
  }
}

@SettingsGroup(domain: "com.example.forms", keys: .propertyName)
private final class FormSettings: Sendable {
  @Pref(coding: SettingCoding<String>.shortened, validate: .count(4...)) var tag = "xabc"
  @Pref(coding: SettingCoding<String>.shortened, validate: .matches(/xa[a-z]+/, pattern: "xa[a-z]+")) var label = "xabc"
  @Pref(coding: SettingCoding<String>.shortened.or(.automatic), validate: .count(4...)) var name = "xabc"
  @Pref(validate: .count(4...)) var title = "abcd"
  @Pref var wide: Int128 = 1
  @Pref var wideUnsigned: UInt128 = 1
  @Pref var wideNumbers: [Int128] = [1]
  @Pref var number: UInt64 = 1
}

struct StoredFormTests {
  private let settings = FormSettings.testSettings()

  private func members(_ name: String) throws -> [String: SettingsValue] {
    let data = try SettingsSchema(of: settings).jsonSchema(of: .domain("com.example.forms"))
    let document = try DocumentFormat.json.value(of: [UInt8](data))
    return try #require(document.members["properties"]?.members[name]).members
  }

  @Test(arguments: ["tag", "label", "name"])
  func `A schema has no rule of values that are converted to another value of the same type`(name: String) throws {
    let members = try members(name)
    for schema in [members] + (members["anyOf"]?.list.map(\.members) ?? []) {
      #expect(schema["minLength"] == nil)
      #expect(schema["pattern"] == nil)
    }
  }

  @Test func `A schema has the rule of text that is stored as it is`() throws {
    #expect(try members("title")["minLength"] == 4)
  }

  @Test(arguments: ["wide", "wideUnsigned"])
  func `A schema accepts the string that an integer beyond 64 bits is stored as`(name: String) throws {
    settings.wide = .max
    settings.wideUnsigned = .max
    let stored = settings.allSettings.first { $0.name == name }?.setting.encodedValue
    #expect(stored?.text != nil)
    #expect(try members(name)["type"] == nil)
  }

  @Test func `A schema accepts the strings of integers beyond 64 bits in an array`() throws {
    let items = try #require(try members("wideNumbers")["items"])
    #expect(items.members["type"] == nil)
  }

  @Test func `A schema has the bounds of an integer within 64 bits`() throws {
    let members = try members("number")
    #expect(members["type"] == "integer")
    #expect(members["maximum"] == .unsigned(.max))
  }
}
