import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsTools

private enum Fruit: Int, Codable, CaseIterable, Sendable { case apple = 1, pear = 2 }

@SettingsGroup(domain: "com.example.basket", keys: .propertyName)
private final class Basket: Sendable {
  @Pref var size: UInt8 = 1
  @Pref var weight = 1.0
  @Pref var isFull = false
  @Pref var names: [Int64: String] = [:]
  @Pref var scores: [String: Int] = [:]
  @Pref var list: [String] = []
  @Pref var fruit = Fruit.apple
  @Pref var seen = Date(timeIntervalSince1970: 0)
  @Pref var image = Data()
  @Pref var id: UUID? = nil
  @Pref var home: URL? = nil
  @Pref(validate: .range(0...10)) var level = 5
  @Pref(traits: .secret) var token = ""
}

/// The messages about refused values: the name and the text as typed, and the texts that can be typed instead.
struct RefusalTextTests {
  @Test(
    arguments: [
      ("size=256", "size: 256 is out of range; expected a whole number from 0 to 255"),
      ("size=-1", "size: -1 is out of range; expected a whole number from 0 to 255"),
      ("size=many", "size: many is not a whole number"), ("size=1.5", "size: 1.5 is not a whole number"),
      ("weight=light", "weight: light is not a number"), ("isFull=maybe", "isFull: maybe is not true or false"),
      (
        "names={\"5\":\"a\"}",
        #"names: {"5":"a"} is not an array; write the keys and the values in turn, as in '[5, "a"]'"#
      ),
      ("scores={\"a\":\"b\"}", #"scores.*: "b" is not an integer"#),
      ("scores=5", #"scores: 5 is not an object; write JSON, such as '{"name": 1}', or set one entry with '.name=1'"#),
      ("list=a,b", #"list: a,b is not an array; write a list as JSON, such as '["a", "b"]', or add to it with '+='"#),
      ("fruit=plum", "fruit: plum is not a fruit; expected one of apple, pear"),
      ("fruit=aple", "fruit: aple is not a fruit; expected one of apple, pear (did you mean \"apple\"?)"),
      ("seen=2026-13-45", "seen: 2026-13-45 is not a date as text, such as 2026-01-31T12:00:00Z"),
      ("image=AAA", "image: AAA is not data as base64 text"), ("id=5", "id: 5 is not a UUID"),
      ("level=11", "level: 11 is out of range; expected a number from 0 to 10"),
    ])
  func `A refusal has the words of a user`(argument: String, message: String) async {
    let run = await ToolRun(["set", argument], in: InMemorySettingsStore()) { [Basket()] }
    #expect(run.errors == "error: \(message); nothing was changed\n")
    #expect(run.code == SettingsTool.ExitCode.refused.rawValue)
  }

  @Test(arguments: ["size=10.0", "weight=1e3"])
  func `A number can be written with an exponent or a fraction of zero`(argument: String) async {
    let run = await ToolRun(["set", argument], in: InMemorySettingsStore()) { [Basket()] }
    #expect(run.code == 0, "\(run)")
  }

  @Test(arguments: [["set", "token"], ["doctor"]])
  func `A secret that can't be kept is explained without advice for developers`(arguments: [String]) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = FileSettingsStore(file: folder.appending(path: "settings.json"))
    let run = await ToolRun(arguments, in: store, input: "hunter2") { [Basket()] }
    let text = run.output + run.errors
    #expect(text.contains("token: the program keeps its settings in plain text, and has no safe place for this secret"))
    #expect(!text.contains("FileSettingsStore") && !text.contains("hunter2"), "\(text)")
  }

  @Test func `The error of a store is quoted`() async {
    let run = await ToolRun(["set", "level=6"], in: BrokenStore(base: InMemorySettingsStore())) { [Basket()] }
    #expect(run.errors.contains("the vault is closed"), "\(run)")
    #expect(!run.errors.contains("'underlying'"))
  }

  @Test func `A file in another encoding is named as such`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "settings.json")
    for encoding in [String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian] {
      try #require("{\"com.example.basket\": {\"level\": 6}}".data(using: encoding)).write(to: file)
      let run = await ToolRun(["get", "level"], in: FileSettingsStore(file: file)) { [Basket()] }
      #expect(run.errors.contains("settings.json:1:1: this is UTF-16 text; save the file as UTF-8"), "\(run)")
    }
  }

  @Test(arguments: ["get none", "set level=99", "list --orign"])
  func `With --json, a failure is JSON too`(command: String) async throws {
    let words = command.split(separator: " ").map(String.init) + ["--json"]
    let run = await ToolRun(words, in: InMemorySettingsStore()) { [Basket()] }
    let error = try #require(JSONSerialization.jsonObject(with: Data(run.errors.utf8)) as? [String: Any])
    #expect(error["exitCode"] as? Int == Int(run.code))
    #expect((error["messages"] as? [String])?.count == 1)
  }
}

private struct ClosedVault: Error, CustomStringConvertible { var description: String { "the vault is closed" } }

/// A store whose writes fail.
private final class BrokenStore: WrappingSettingsStore {
  let base: any SettingsStore

  init(base: any SettingsStore) { self.base = base }

  func wrapping(_ store: any SettingsStore) -> any SettingsStore { BrokenStore(base: store) }
  func set(_ value: SettingsValue?, forKey key: SettingsKey) throws { throw ClosedVault() }
  func compareExchange(expected: SettingsValue?, desired: SettingsValue?, forKey key: SettingsKey) throws -> Bool {
    throw ClosedVault()
  }
  func commit(_ changes: SettingsChanges) throws -> Bool { throw ClosedVault() }
}
