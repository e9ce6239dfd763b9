import Daemon
import Foundation
import Testing
import TypedSettings

@Suite struct DaemonTests {
  /// Runs a closure with a daemon whose temporary file contains some settings.
  private func withDaemon(
    _ arguments: [String] = [], environment: [String: String] = [:], _ body: (DaemonConfiguration) throws -> Void
  ) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { do { try FileManager.default.removeItem(at: folder) } catch { Issue.record(error) } }
    let file = folder.appending(path: "settings.json")
    let text = #"{"com.example.downloads": {"MaxTries": 7, "DownloadLimit": "2M", "PeerPort": 50000}}"#
    try Data(text.utf8).write(to: file)
    try body(DaemonConfiguration(arguments: arguments, environment: environment, file: file))
  }

  @Test func `there are 33 settings with documentation and unique keys`() throws {
    try withDaemon { daemon in
      #expect(daemon.settings.allSettings.count == 33)
      #expect(daemon.settings.allSettings.allSatisfy { $0.setting.documentation != nil })
      #expect(Set(daemon.settings.allSettings.map(\.setting.key)).count == 33)
    }
  }

  @Test func `the command line overrides the environment, which overrides the file`() throws {
    let arguments = [
      "-qp", "7000", "http://a.example/x", "-c", "http://b.example/y", "--limit=64K", "--no-daemon", "--trackers",
      #"["udp://t.example:80"]"#,
    ]
    let environment = ["DOWNLOADS_MAX_TRIES": "9", "DOWNLOADS_DOWNLOAD_LIMIT": "1G", "DOWNLOADS_CONTROL_TOKEN": "abc"]
    try withDaemon(arguments, environment: environment) { daemon in
      let settings = daemon.settings
      #expect(daemon.problems.isEmpty)
      #expect(daemon.addresses == ["http://a.example/x", "http://b.example/y"])
      #expect(settings.isQuiet && settings.continues && !settings.isDaemon)
      #expect(settings.controlPort == 7000)
      #expect(settings.downloadLimit.bytes == 64 << 10)
      #expect(settings.trackers.map(\.absoluteString) == ["udp://t.example:80"])
      #expect(settings.maxTries == 9)
      #expect(settings.controlToken == "abc")
      #expect(settings.peerPort == 50_000)
      #expect(settings.$downloadLimit.source == .layer("command line"))
      #expect(settings.$maxTries.source == .layer("environment"))
      #expect(settings.$peerPort.source == .layer("file"))
      #expect(settings.$userAgent.source == .default)
      #expect(throws: SettingsError.self) { try settings.$maxTries.set(1) }
      try settings.$peerPort.set(50_001)
      #expect(settings.peerPort == 50_001)
    }
  }

  @Test func `all errors are reported without secrets`() throws {
    let arguments = [
      "--prot=1", "-j", "100", "--limit", "fast", "--log", "--no-split", "--rpc-secret", "abc", "--log-level=loud",
    ]
    try withDaemon(arguments) { daemon in
      #expect(
        daemon.problems.map { $0.prefix { $0 != ";" } } == [
          "the option '--prot', which no setting has", "the option '-j' with the value '100'",
          "the option '--limit' with the value 'fast'", "the option '--log' without a value",
          "the option '--no-split' for a setting that isn't a Boolean value",
          "the option '--rpc-secret' for a secret, which every process on the machine can read",
          "the option '--log-level' with the value 'loud'",
        ])
      #expect(!daemon.problems.joined().contains("abc"))
    }
  }

  @Test func `the help lists every option except secrets`() throws {
    try withDaemon { daemon in
      let lines = daemon.help.split(separator: "\n")
      #expect(lines.filter { $0.hasPrefix("  -") }.count == 31)
      #expect(lines.allSatisfy { $0.count <= 80 })
      #expect(!daemon.help.contains("rpc-secret"))
      #expect(daemon.help.contains("-c, --[no-]continue"))
      #expect(daemon.help.contains("-j, --max-concurrent <integer>"))
    }
  }

  @Test func `an export contains the values of the file and can be imported`() throws {
    try withDaemon(["-p7000"]) { daemon in
      daemon.settings.schedule = Schedule(days: [.saturday, .sunday], start: 60, end: 600)
      let document = try daemon.settings.export()
      let copy = DaemonSettings.testSettings()
      try copy.import(document)
      #expect(copy.schedule == Schedule(days: [.saturday, .sunday], start: 60, end: 600))
      #expect(copy.maxTries == 7)
      #expect(copy.downloadLimit.rawValue == "2M")
      #expect(copy.controlPort == 6800)
    }
  }
}
