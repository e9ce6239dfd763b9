import Foundation
import Testing
import TypedSettings

/// Messages about numbers and long texts in a settings file.
struct FileMessageTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Returns the message about a value that a setting can't have.
  private func message<Value: SettingsValueConvertible>(
    about text: String, default defaultValue: Value, _ coding: SettingCoding<Value>
  ) throws -> String {
    try folder.write("{\"app\": {\"value\": \(text)}}", to: "settings.json")
    let record = makeSettings(in: FileSettingsStore(file: folder.file("settings.json"))) {
      SettingRecord(
        name: "value", key: SettingsKey(domain: "app", name: "value"), default: defaultValue, coding: coding)
    }
    let errors = reports { _ = record.value }
    #expect(errors.count == 1)
    let error = try #require(errors.first)
    return "\(error)"
  }

  @Test(arguments: ["", "a"])
  func `a message shows only the beginning of a long run of combining marks, after linear time`(start: String) throws {
    let text = "\"\(start)\(String(repeating: "\u{301}\u{316}", count: 100_000))\""
    let begin = processorTime()
    let messages = [
      try message(about: text, default: 5, .automatic), try message(about: text, default: true, .automatic),
    ]
    #expect(processorTime() - begin < .seconds(isSanitized ? 10 : 2))
    for shown in messages {
      #expect(shown.utf8.count < 1_000)
      #expect(shown.contains("…"))
    }
  }

  @Test func `a message has a place beside a name with a long run of combining marks, after linear time`() throws {
    let marks = String(repeating: "\u{301}\u{316}", count: 100_000)
    try folder.write("{\"app\": {\"value\": \"x\"}, \"\(marks)\": 1}", to: "settings.json")
    let begin = processorTime()
    let errors = reports {
      let record = makeSettings(in: FileSettingsStore(file: folder.file("settings.json"))) {
        SettingRecord(name: "value", key: SettingsKey(domain: "app", name: "value"), default: 5, coding: .automatic)
      }
      _ = record.value
    }
    let messages = errors.map { "\($0)" }
    #expect(processorTime() - begin < .seconds(isSanitized ? 10 : 2))
    #expect(messages.contains { $0.hasSuffix("settings.json:1:19: \"x\" is not a whole number") })
  }

  @Test func `a message about a number out of range names the largest one`() throws {
    let text = try message(about: "1e300", default: Float(0.5), .automatic)
    #expect(text.hasSuffix("1e300 is out of range; expected a number of at most 3.4028235e+38"))
  }
}
