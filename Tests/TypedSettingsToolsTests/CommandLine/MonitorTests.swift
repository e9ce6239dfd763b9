import Foundation
import Synchronization
import Testing
import TypedSettings

@testable import TypedSettingsTools

/// A store that counts batches, and fails if a value is written outside of one.
private final class BatchCountingStore: SettingsStore {
  private let base = InMemorySettingsStore()
  let batches = Atomic(0)

  func value(forKey key: SettingsKey) -> SettingsValue? { base.value(forKey: key) }

  func set(_ value: SettingsValue?, forKey key: SettingsKey) throws {
    Issue.record("a write of the single key \(key)")
    base.set(value, forKey: key)
  }

  func commit(_ changes: SettingsChanges) throws -> Bool {
    batches.add(1, ordering: .relaxed)
    return base.commit(changes)
  }

  func observe(_ key: SettingsKey, onChange: @escaping @Sendable (SettingsChange) -> Void)
    -> SettingsObservationToken
  { base.observe(key, onChange: onChange) }

  func removeObserver(_ token: SettingsObservationToken) { base.removeObserver(token) }
}

/// A group of 100 settings.
private final class HundredSettings: SettingsGroup {
  let records = (0..<100).map { number in
    SettingRecord(
      name: "s\(number)", key: SettingsKey(domain: "com.example.many", name: "s\(number)"), default: 0,
      coding: .automatic)
  }

  func enumerateSettings(into list: inout SettingsList) { for record in records { list.append(record) } }
}

struct MonitorTests {
  /// Runs `monitor` until it has printed as many changes as `--count` states.
  private func monitor(
    _ arguments: [String], in store: any SettingsStore, whileRunning body: @escaping @Sendable () -> Void
  ) async -> ToolRun {
    // The tool prints a message once it observes the settings.
    await ToolRun(
      ["monitor"] + arguments, in: store, output: ToolRun.Output { if $0.hasPrefix("monitoring") { body() } })
  }

  @Test(.timeLimit(.minutes(30)), arguments: [["target"], ["target", "mode"]])
  func `The settings that are monitored are counted`(names: [String]) async {
    let store = InMemorySettingsStore()
    let run = await monitor(["--count=1"] + names, in: store) { HeatSettings.make(alternateStore: store).target = 25 }
    #expect(run.errors.hasPrefix(names.count == 1 ? "monitoring 1 setting\n" : "monitoring 2 settings\n"))
  }

  @Test(.timeLimit(.minutes(30))) func `Monitoring prints changes in order, without secrets`() async {
    let store = InMemorySettingsStore()
    let run = await monitor(["--count=2"], in: store) {
      let settings = HeatSettings.make(alternateStore: store)
      settings.target = 25
      settings.token = "hunter2"
    }
    #expect(run.output == "target = 25.0\ntoken = \"(secret)\"\n")
    #expect(run.code == 0)
  }

  @Test(.timeLimit(.minutes(30))) func `Monitoring prints only the named settings, also as JSON`() async {
    let store = InMemorySettingsStore()
    let run = await monitor(["mode", "--count=1", "--json"], in: store) {
      let settings = HeatSettings.make(alternateStore: store)
      settings.isOn = true
      settings.mode = .light
    }
    #expect(run.output == #"{"isSet":true,"name":"mode","origin":"local","value":"light"}"# + "\n")
  }

  @Test(.timeLimit(.minutes(30))) func `Monitoring prints a change of a key that two groups declare once`() async {
    let store = InMemorySettingsStore()
    let output = ToolRun.Output { text in
      guard text.hasPrefix("monitoring") else { return }
      let settings = HeatSettings.make(alternateStore: store)
      settings.target = 25
      settings.isOn = true
    }
    let run = await ToolRun(["monitor", "--count=2"], in: store, output: output) { [HeatSettings(), HeatSettings()] }
    #expect(run.output == "target = 25.0\nisOn = true\n")
  }

  @Test(.timeLimit(.minutes(30))) func `Monitoring prints what another process writes to the file`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "settings.json")
    let run = await monitor(["--count=1"], in: FileSettingsStore(file: file)) {
      // An editor knows nothing of the store.
      try? Data(#"{"com.example.heat": {"mode": "dark"}}"#.utf8).write(to: file, options: .atomic)
    }
    #expect(run.output == "mode = \"dark\"\n")
  }

  /// A clock of the rounds of a test, which remembers the shortest time between a write and its output.
  private struct Rounds {
    var start: ContinuousClock.Instant?
    var number = 0
    var shortest = Duration.seconds(86_400)
  }

  @Test(.timeLimit(.minutes(30))) func `Monitoring prints a write through another store within 200 ms`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "settings.json")
    // Stores of different formats share no memory, as those of two processes.
    let writer = HeatSettings.make(alternateStore: FileSettingsStore(file: file, format: .automatic))
    let rounds = LockedState(Rounds())
    let write: @Sendable () -> Void = {
      let number = rounds.withLock { rounds in
        rounds.number += 1
        rounds.start = .now
        return rounds.number
      }
      writer.from = number
    }
    let console = SettingsConsole(
      write: { text in
        let number = rounds.withLock { rounds in
          if let start = rounds.start { rounds.shortest = min(rounds.shortest, .now - start) }
          return rounds.number
        }
        #expect(text == "from = \(number)\n")
        if number < 5 { write() }
      }, writeError: { if $0.hasPrefix("monitoring") { write() } })
    // A build for a sanitizer isn't measured, because it's several times as slow.
    #if THREAD_SANITIZER
      let limit = Duration.seconds(3_600)
    #else
      let limit = Duration.milliseconds(200)
    #endif
    // Other work of the machine can delay some of the rounds. A monitor that is slow itself is slow in all of them.
    for _ in 0..<20 where rounds.withLock({ $0.shortest }) >= limit {
      rounds.withLock { $0.number = 0 }
      let code = await PreferenceContext.$store.withValue(FileSettingsStore(file: file, format: .json)) {
        await SettingsTool(console: console) { [HeatSettings()] }.run(["monitor", "--count=5"])
      }
      try #require(code == 0)
      try #require(rounds.withLock { $0.number } == 5)
    }
    #expect(rounds.withLock { $0.shortest } < limit)
  }

  @Test func `Setting 100 values is one batch`() async {
    let store = BatchCountingStore()
    let arguments = (0..<100).map { "s\($0)=\($0 + 1)" }
    let code = await PreferenceContext.$store.withValue(store) {
      let console = SettingsConsole(write: { _ in }, writeError: { Issue.record("\($0)") })
      return await SettingsTool(console: console) { [HundredSettings()] }.run(["set"] + arguments)
    }
    #expect(code == 0)
    #expect(store.batches.load(ordering: .relaxed) == 1)
    #expect(store.value(forKey: SettingsKey(domain: "com.example.many", name: "s99")) == 100)
  }

  @Test func `A closure that doesn't make new groups is refused`() async {
    let settings = HeatSettings.testSettings()
    let console = SettingsConsole(write: { _ in }, writeError: { _ in })
    let code = await SettingsTool(console: console) { [settings] }.run(["set", "isOn=true"])
    #expect(code == SettingsTool.ExitCode.usage.rawValue)
    #expect(!settings.$isOn.isSet)
  }
}
