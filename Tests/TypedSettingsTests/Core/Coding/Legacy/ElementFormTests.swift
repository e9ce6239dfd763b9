import Testing
import TypedSettings

/// Elements of collections that have an older form each.
struct ElementFormTests {
  enum Shade: String, Codable, Hashable, Sendable {
    case red, green
  }

  private let decoder = MigratingDecoder()
  private let green: SettingsValue = ["green": [:]]

  @Test func `an element can have the form of a case`() throws {
    #expect(try decoder.decode([String].self, from: ["red", green, 5]) == ["red", "green", "5"])
    #expect(try decoder.decode(Set<String>.self, from: ["red", green]) == ["red", "green"])
    #expect(try decoder.decode([String: String].self, from: ["a": "red", "b": green]) == ["a": "red", "b": "green"])
    #expect(try decoder.decode([[String]].self, from: [["red"], [green]]) == [["red"], ["green"]])
    #expect(try decoder.decode([Shade].self, from: ["red", green]) == [.red, .green])
  }

  @Test func `an element can have the form of a raw value`() throws {
    let wrapped: SettingsValue = ["rawValue": 1]
    #expect(try decoder.decode([Int].self, from: [3, wrapped, "2"]) == [3, 1, 2])
    #expect(try decoder.decode([String].self, from: ["red", ["rawValue": "green"]]) == ["red", "green"])
  }

  @Test func `a value in its current form is never read as an older one`() throws {
    #expect(try decoder.decode([SettingsValue].self, from: ["red", green]) == ["red", green])
    #expect(try decoder.decode([[String: [String: Int]]].self, from: [green]) == [["green": [:]]])
    #expect(try decoder.decode([String].self, from: [#"{"green": {}}"#]) == [#"{"green": {}}"#])
  }
}
