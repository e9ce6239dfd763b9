import Foundation
import Testing
import TypedSettings
import TypedSettingsTesting

@testable import TypedSettingsCore
@testable import TypedSettingsFiles
@testable import TypedSettingsTools

#if canImport(Glibc)
  import Glibc
#endif

/// A group of one setting.
private final class SoleSetting: SettingsGroup {
  let record = SettingRecord(
    name: "sole", key: SettingsKey(domain: "com.example.sole", name: "sole"), default: 0, coding: .automatic)

  func enumerateSettings(into list: inout SettingsList) { list.append(record) }
}

/// The states of stores that the doctor finds.
struct DoctorTests {
  private func withFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer {
      try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
      try? FileManager.default.removeItem(at: folder)
    }
    try await body(folder)
  }

  /// The kinds and the names of the problems.
  private func kinds(_ run: ToolRun) -> [String] {
    run.output.split(separator: "\n").map { $0.split(separator: ":").prefix(2).joined(separator: ":") }
  }

  @Test(arguments: [(["target"], "1 problem"), (["target", "from"], "2 problems")])
  func `Values that can't be used are counted`(names: [String], count: String) async {
    let values = names.map { (SettingsKey(domain: "com.example.heat", name: $0), SettingsValue.string("?")) }
    let store = InMemorySettingsStore(Dictionary(uniqueKeysWithValues: values))
    let run = await ToolRun(["doctor"], in: store)
    #expect(run.errors.contains("error: \(count)\n"))
    #expect(run.code == SettingsTool.ExitCode.refused.rawValue)
  }

  @Test func `A single setting without problems is counted as one`() async {
    let run = await ToolRun(["doctor"], in: InMemorySettingsStore()) { [SoleSetting()] }
    #expect(run.errors == "no problems with 1 setting\n")
    #expect(run.code == 0)
  }

  @Test func `An undeclared name is shown with the nearest declared one`() async {
    let store = InMemorySettingsStore([
      SettingsKey(domain: "com.example.heat", name: "targte"): 20,
      SettingsKey(domain: "com.example.heat", name: "xyzzy"): 20,
    ])
    let run = await ToolRun(["doctor"], in: store)
    #expect(
      run.output == """
        undeclared: com.example.heat/targte: no setting has this key; did you mean 'target'?
        undeclared: com.example.heat/xyzzy: no setting has this key

        """)
    #expect(run.code == 0)
  }

  @Test(arguments: [false, true])
  func `A value of another kind in the place of a domain is a problem with a place`(isManaged: Bool) async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "settings.json")
      for (text, problem) in [("null", nil), ("\"oops\"", "a string"), ("[]", "an array")] as [(String, String?)] {
        try Data("{\n  \"com.example.heat\": \(text)\n}".utf8).write(to: file)
        await SettingsDiagnostics.withHandler({ _ in }) {
          let store: any SettingsStore =
            isManaged
            ? LayeredSettingsStore([
              .layer("managed", ManagedSettingsStore(file: file)), .writable("user", InMemorySettingsStore()),
            ]) : FileSettingsStore(file: file, allowsSecrets: true)
          let run = await ToolRun(["doctor"], in: store)
          let place = "unavailable: com.example.heat: \(file.path):2:23: "
          if let problem {
            #expect(run.output.hasPrefix("\(place)\(problem) stands where the settings of a domain are expected"))
            #expect(run.errors.contains("error: 1 problem\n"), "\(run.output) \(run.errors)")
            #expect(run.code == SettingsTool.ExitCode.unavailable.rawValue)
          } else {
            #expect(run.output.isEmpty)
            #expect(run.code == 0, "\(run.errors)")
          }
          let write = await ToolRun(["set", "isOn=true"], in: store)
          #expect((write.code == 0) == (isManaged || problem == nil), "\(write.errors)")
        }
      }
    }
  }

  @Test func `A file of a newer format is too new`() async throws {
    try await withFolder { folder in
      let header = JournalHeader(identity: .none, document: nil)
      try Data(header.bytes(version: JournalHeader.version + 1)).write(
        to: folder.appending(path: FileNames(document: "settings.json").journal))
      await SettingsDiagnostics.withHandler({ #expect($0.code == .newerFormat) }) {
        let store = FileSettingsStore(file: folder.appending(path: "settings.json"))
        let run = await ToolRun(["doctor"], in: store)
        #expect(kinds(run).contains("too new: com.example.heat"), "\(run.output)")
        #expect(run.code == SettingsTool.ExitCode.unavailable.rawValue)
        let write = await ToolRun(["set", "isOn=true"], in: store)
        #expect(write.code == SettingsTool.ExitCode.unavailable.rawValue, "\(write.errors)")
      }
    }
  }

  @Test func `Values of a newer version are too new`() async {
    let versions = SettingsKey(domain: "com.example.studio", name: "$version")
    let console = ToolRun.Output()
    let code = await SettingsDiagnostics.withHandler({ _ in }) {
      await PreferenceContext.$store.withValue(InMemorySettingsStore([versions: 3])) {
        await SettingsTool(
          console: SettingsConsole(write: { text in console.text.withLock { $0 += text } }, writeError: { _ in })
        ) { [StudioSettings()] }.run(["doctor"])
      }
    }
    #expect(console.text.withLock { $0.hasPrefix("too new: com.example.studio: the values are of a newer version") })
    #expect(console.text.withLock { $0.contains("; update the program\n") })
    #expect(code == SettingsTool.ExitCode.unavailable.rawValue)
  }

  @Test func `Changes that a full disk doesn't take are not saved`() async {
    let store = FaultInjectingSettingsStore()
    store.failWrites(
      with: SettingsError(.notSaved, found: "the file: No space left on device", advice: "free some space"))
    let run = await ToolRun(["doctor"], in: store)
    #expect(kinds(run) == ["not saved: com.example.heat"])
    #expect(run.output.contains("No space left"))
    #expect(run.code == SettingsTool.ExitCode.unavailable.rawValue)
    #expect(await ToolRun(["set", "isOn=true"], in: store).code == SettingsTool.ExitCode.unavailable.rawValue)
  }

  // The superuser may write every file.
  @Test(.enabled(if: geteuid() != 0), arguments: [true, false])
  func `Changes of a file that this user may not write are not saved`(isNew: Bool) async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "settings.json")
      if !isNew {
        try Data("{}".utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: file.path)
      }
      try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder.path)
      let run = await ToolRun(["doctor"], in: FileSettingsStore(file: file, allowsSecrets: true))
      #expect(kinds(run) == ["not saved: com.example.heat"], "\(run.output)")
      #expect(run.output.contains("make it writable"), "\(run.output)")
      #expect(run.code == SettingsTool.ExitCode.unavailable.rawValue)
    }
  }

  @Test(
    arguments: [
      (.success, "get mode"), (.unset, "get --stored label"), (.usage, "get nothing"), (.refused, "set target=99"),
      (.locked, "set mode=dark"), (.unavailable, "set isOn=true"),
    ] as [(SettingsTool.ExitCode, String)])
  func `Every exit code is reached`(code: SettingsTool.ExitCode, command: String) async {
    let mode = SettingsKey(domain: "com.example.heat", name: "mode")
    let failing = FaultInjectingSettingsStore()
    failing.failWrites(with: CocoaError(.fileWriteOutOfSpace))
    let managed = LayeredSettingsStore([
      .layer("managed", InMemorySettingsStore([mode: "light"])), .writable("user", InMemorySettingsStore()),
    ])
    let run = await ToolRun(
      command.split(separator: " ").map(String.init), in: code == .unavailable ? failing : managed)
    #expect(run.code == code.rawValue, "\(run.errors)")
  }
}
