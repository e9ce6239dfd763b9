import Foundation
import Testing
import TypedSettings

struct SettingsValueAccessTests {
  @Test func `a value converts only to its own type`() {
    let date = Date(timeIntervalSinceReferenceDate: 5)
    let values: [SettingsValue] = [
      .null, true, 3, .unsigned(.max), 2.5, 4.0, "a", .data(Data([1])), .date(date), [1], ["a": 1],
    ]
    #expect(values.map(\.isNull) == values.map { $0 == .null })
    #expect(values.map(\.boolValue) == [nil, true, nil, nil, nil, nil, nil, nil, nil, nil, nil])
    #expect(values.map(\.intValue) == [nil, nil, 3, nil, nil, 4, nil, nil, nil, nil, nil])
    #expect(values.map(\.doubleValue) == [nil, nil, 3, nil, 2.5, 4, nil, nil, nil, nil, nil])
    #expect(values.map(\.stringValue) == [nil, nil, nil, nil, nil, nil, "a", nil, nil, nil, nil])
    #expect(values.map(\.dataValue) == [nil, nil, nil, nil, nil, nil, nil, Data([1]), nil, nil, nil])
    #expect(values.map(\.dateValue) == [nil, nil, nil, nil, nil, nil, nil, nil, date, nil, nil])
    #expect(values.map(\.arrayValue) == [nil, nil, nil, nil, nil, nil, nil, nil, nil, [1], nil])
    #expect(values.map(\.dictionaryValue) == [nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, ["a": 1]])
  }

  @Test func `parts of a value can be read and changed in place`() {
    var value: SettingsValue = ["profile": ["age": 36, "tags": ["a", "b"]], "other": 1]
    #expect(value["profile"]?["age"] == 36)
    #expect(value["profile"]?["tags"]?[1]?.stringValue == "b")
    #expect(value["profile"]?["tags"]?[2] == nil)
    #expect(value["other"]?["age"] == nil)
    #expect(value[0] == nil)
    #expect(value["profile"]?["tags"]?[-1] == nil)

    value["profile"]?["age"] = 37
    value["profile"]?["tags"]?[0] = "c"
    value["profile"]?["tags"]?[7] = "no effect"
    value["other"]?["age"] = "no effect"
    value["new"] = .null
    value["new"]?["inner"] = "\(1 + 1)"
    #expect(value == ["profile": ["age": 37, "tags": ["c", "b"]], "other": 1, "new": ["inner": "2"]])

    value["profile"]?["tags"]?[0] = nil
    value["other"] = nil
    value["new"] = nil
    #expect(value == ["profile": ["age": 37, "tags": ["b"]]])
  }

  @Test func `a value can be matched with literals`() {
    func name(_ value: SettingsValue) -> String {
      switch value {
      case "dark": "text"
      case 5: "integer"
      case 2.5: "number"
      case true: "truth"
      case .null: "null"
      case [1]: "array"
      default: "other"
      }
    }
    let values: [SettingsValue] = ["dark", 5, 2.5, true, .null, [1], [:]]
    #expect(values.map(name) == ["text", "integer", "number", "truth", "null", "array", "other"])
  }

  @Test(arguments: [0.1, -0.1, 3.4028235e38, .leastNonzeroMagnitude, 16_777_216, 1 / 3, 0, -0.0, 0.3] as [Float])
  func `a Float is stored with its shortest digits, and its older form reads the same`(
    number: Float
  ) throws {
    let stored = number.settingsValue
    #expect(stored.doubleValue?.description == Double("\(number)")?.description)
    for form in [stored, .double(Double(number))] {
      #expect(try Float(settingsValue: form).bitPattern == number.bitPattern)
      #expect(try MigratingDecoder().decode([Float].self, from: [form]).first?.bitPattern == number.bitPattern)
    }
    #expect(try MigratingEncoder().encode([number]) == [stored])
  }
}
