import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsCore
@testable import TypedSettingsTools

private enum Outline: String, Codable, CaseIterable, Sendable { case round, square }

private struct Sensor: Codable, Sendable, Equatable {
  var name = "a"
  var port = 80
  var shape = Outline.round
  var seen: Date?
}

private enum Grade: Int, Codable, CaseIterable, Sendable { case low = 1, high = 9 }

private struct Report: Codable, Sendable {
  var grade = Grade.low
  var former: Grade?
}

@SettingsGroup(domain: "com.example.house", keys: .propertyName)
private final class House: Sendable {
  @Pref var sensor = Sensor()
  @Pref var scores: [String: Int] = ["al": 1]
  @Pref var zones = ["a"]
  @Pref var rooms: Set<String> = ["a"]
  @Pref var spare: Sensor? = nil
  @Pref(coding: .jsonString) var packed = Sensor()
  @Pref(validate: .range(0...10)) var count = 1
  @Pref var ratio = 0.5
  @Pref var isOn = false
  @Pref @PrefAttr(\.partDocumentation, ["grade": "How well it works."]) var report = Report()
  @Pref(traits: .secret) var keys = ["": ""]
}

/// Names of parts of values on the command line.
struct ValuePlaceTests {
  private struct Example: CustomTestStringConvertible, Sendable {
    let command: String
    let query: String
    let output: String

    init(_ command: String, _ query: String, _ output: String) {
      (self.command, self.query, self.output) = (command, query, output)
    }

    var testDescription: String { command }
  }

  private func run(_ command: String, in store: any SettingsStore) async -> ToolRun {
    await ToolRun(command.split(separator: " ").map(String.init), in: store) { [House()] }
  }

  private static let edits: [Example] = [
    Example("sensor.name=x", "sensor", #"{"name":"x","port":80,"seen":null,"shape":"round"}"#),
    Example("sensor.name x", "sensor.name", "x"),
    Example("sensor.name=", "sensor.name", ""),
    Example("sensor.name=5", "sensor.name", "5"),
    Example("sensor.port=8080 sensor.name=x", "sensor", #"{"name":"x","port":8080,"seen":null,"shape":"round"}"#),
    Example("sensor.shape=square", "sensor.shape", "square"),
    Example("sensor.seen=2026-01-02T03:04:05Z", "sensor.seen", "2026-01-02T03:04:05Z"),
    Example("sensor.seen=null", "sensor.seen", "null"),
    Example("scores.bob=2", "scores", #"{"al":1,"bob":2}"#),
    Example("scores.b.c=2", "scores", #"{"al":1,"b.c":2}"#),
    Example("scores-=al", "scores", "{}"),
    Example("zones+=b zones+=c zones-=a", "zones", #"["b","c"]"#),
    Example("zones.0=b", "zones", #"["b"]"#),
    Example("zones.1=b", "zones", #"["a","b"]"#),
    Example("zones-=x", "zones", #"["a"]"#),
    Example("rooms+=a rooms+=b", "rooms", #"["a","b"]"#),
    Example("packed.port=1", "packed.port", "1"),
    Example(#"spare={"name":"b","port":1,"shape":"round"} spare.port=2"#, "spare.port", "2"),
    Example("count+=4 count-=1", "count", "4"),
    Example("ratio+=0.25", "ratio", "0.75"),
    Example("sensor.port+=1", "sensor.port", "81"),
    Example("com.example.house/sensor.port=1", "sensor.port", "1"),
    Example("report.grade=high", "report.grade", "high"), Example("report.grade=9", "report.grade", "high"),
    Example("report.former=low", "report", #"{"former":1,"grade":1}"#),
  ]

  @Test(arguments: edits) private func `A part of a value is set by its name`(example: Example) async {
    let store = InMemorySettingsStore()
    let run = await run("set \(example.command)", in: store)
    #expect(run.code == 0, "\(run)")
    #expect(await self.run("get \(example.query)", in: store).output == example.output + "\n")
  }

  private static let refusals: [Example] = [
    Example("sensor.nam=x", "'sensor' has no part 'nam'; did you mean 'sensor.name'?", ""),
    Example("sensor.name.x=1", "'sensor.name' has no parts, such as 'x'", ""),
    Example("sensor.port=x", #"sensor.port: "x" is not an integer; nothing was changed"#, ""),
    Example("zones.a=b", "'zones' is a list, whose elements are 'zones.0', 'zones.1', …", ""),
    Example("zones.5=b", "zones: no element 5; the list has 1 element; nothing was changed", ""),
    Example("count+=20", "count: 21 is not from 0 to 10; nothing was changed", ""),
    Example("count+=x", "'+=' and '-=' are for the elements of a list and for numbers", ""),
    Example("isOn+=1", "'+=' and '-=' are for the elements of a list and for numbers", ""),
    Example("count+=9223372036854775807", "a sum that's out of range", ""),
    Example("spare.port=1", "spare: no value for 'name'", ""),
    Example("keys.a=b", "the secret 'keys' isn't taken from arguments", ""),
    Example("sensr.name=b", "no setting 'sensr.name'", ""),
  ]

  @Test(arguments: refusals)
  private func `A part that doesn't exist or can't be changed changes nothing else on the line`(example: Example) async
  {
    let store = InMemorySettingsStore()
    let run = await run("set isOn=true \(example.command)", in: store)
    #expect(run.errors.contains(example.query), "\(run)")
    #expect(run.code == 2 || run.code == 3)
    #expect(store.keys(inDomain: "com.example.house") == [])
  }

  @Test func `A part is read, described and reset by its name`() async {
    let store = InMemorySettingsStore()
    _ = await run("set sensor.name=x sensor.port=1 scores.bob=2 zones+=b", in: store)
    #expect(await run("get sensor.name scores.bob zones.1", in: store).output == "x\n2\nb\n")
    #expect(await run("get --json sensor.port", in: store).output == "{\n  \"sensor.port\": 1\n}\n")
    #expect(await run("get --stored sensor.port", in: store).output == "1\n")
    let missing = await run("get scores.none", in: store)
    #expect(missing.code == 1 && missing.errors == "error: not set: scores.none\n", "\(missing)")
    #expect(await run("range sensor.shape", in: store).output == "round\nsquare\n")
    #expect(await run("describe report.grade", in: store).output.contains("report.grade\n  How well it works.\n"))
    let description = await run("describe sensor.shape", in: store).output
    let expected = """
      sensor.shape
        part of:    sensor
        type:       choice
        default:    "round"
        choices:    round, square

      """
    #expect(description == expected)
    #expect(await run("range report.grade", in: store).output == "low\nhigh\n")
    #expect(await run("get keys.a", in: store).output == "")
    _ = await run("reset sensor.name scores.bob zones.0", in: store)
    #expect(
      await run("get sensor.name sensor.port scores zones", in: store).output == "a\n1\n{\"al\":1}\n[\"a\",\"b\"]\n")
  }

  @Test func `An edit in place doesn't lose what another process adds at the same time`() async {
    let store = InMemorySettingsStore()
    let key = SettingsKey(domain: "com.example.house", name: "zones")
    // The tool makes the change in a draft, which another writer precedes.
    let racing = RacingStore(store) { store.set(["a", "z"], forKey: key) }
    let run = await run("set zones+=b", in: racing)
    #expect(run.code == 0, "\(run)")
    #expect(store.value(forKey: key) == ["a", "z", "b"])
  }

  @Test(arguments: ["bash", "zsh", "fish"]) func `Completions have the names of parts`(shell: String) async {
    let store = InMemorySettingsStore()
    _ = await run("set scores.bob=2", in: store)
    let script = await run("completion \(shell)", in: store).output
    for name in ["sensor.name", "sensor.shape", "scores.bob", "spare.port"] { #expect(script.contains(" \(name)")) }
    #expect(!script.contains("keys."))
  }
}

/// A store in which another writer changes a value before the first commit.
private final class RacingStore: WrappingSettingsStore {
  let base: any SettingsStore
  private let interference: LockedState<(@Sendable () -> Void)?>

  init(_ base: any SettingsStore, interference: @escaping @Sendable () -> Void) {
    self.base = base
    self.interference = LockedState(interference)
  }

  func wrapping(_ store: any SettingsStore) -> any SettingsStore { store }

  func commit(_ changes: SettingsChanges) throws -> Bool {
    interference.withLock { $0.take() }?()
    return try base.commit(changes)
  }
}
