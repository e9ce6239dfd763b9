#if UserDefaults && !canImport(Darwin)
  import Foundation
  import Testing
  import TypedSettings

  @testable import TypedSettings

  extension UserDefaultsSuites {
    struct UserDefaultsInvalidFileTests {
      private let suite = TestSuite()
      private let other = TestSuite()

      private static func list(_ entries: String) -> String {
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist version=\"1.0\"><dict>\(entries)</dict></plist>\n"
      }

      private static let corrupt = [
        "", "no list", "<plist version=\"1.0\"><dict><key>Val", list("<key>Value</key><integer>4 </integer>"),
      ]

      /// The files of a suite, including hidden ones.
      private func files(of suite: TestSuite) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: suite.file.deletingLastPathComponent().path)
          .filter { $0.contains(suite.name) }
      }

      private func aside(of suite: TestSuite) -> URL {
        suite.file.deletingLastPathComponent().appending(path: ".\(suite.name).plist.set-aside")
      }

      /// Repairs a file, so that later tests of this process can save its suite.
      private func repair(_ suite: TestSuite) throws { try suite.write(Self.list("<key>theirs</key><true/>")) }

      @Test(arguments: corrupt) func `a corrupt file keeps no other suite from being saved`(text: String) throws {
        let (core, otherCore) = (try suite.core(), try other.core())
        _ = try otherCore.write(1, forKey: other.key, origin: .local)
        try other.write(text)
        _ = try core.write(2, forKey: suite.key, origin: .local)
        try core.flush()
        #expect(try suite.core().value(forName: "Value") == 2)
        try repair(other)
        try otherCore.flush()
      }

      @Test(arguments: corrupt) func `a corrupt file is not changed when other suites are saved`(text: String) throws {
        let (core, otherCore) = (try suite.core(), try other.core())
        _ = try otherCore.write(1, forKey: other.key, origin: .local)
        try other.write(text)
        for number in 0..<3 {
          _ = try core.write(.integer(Int64(number)), forKey: suite.key, origin: .local)
          try core.flush()
        }
        #expect(try String(contentsOf: other.file, encoding: .utf8) == text)
        #expect(try files(of: other) == ["\(other.name).plist"])
        try repair(other)
        try otherCore.flush()
      }

      @Test func `the changes of a suite with a corrupt file are saved once it is repaired`() throws {
        let (core, otherCore) = (try suite.core(), try other.core())
        _ = try otherCore.write(1, forKey: other.key, origin: .local)
        other.defaults.set(3, forKey: "theirs too")
        try other.write("no list")
        _ = try core.write(2, forKey: suite.key, origin: .local)
        try core.flush()
        let error = #expect(throws: SettingsError.self) { try otherCore.flush() }
        #expect(error?.code == .notSaved)
        try repair(other)
        try otherCore.flush()
        let reader = try other.core()
        #expect(reader.value(forName: "Value") == 1)
        #expect(reader.value(forName: "theirs") == true)
        #expect(reader.value(forName: "theirs too") == 3)
      }

      @Test func `removed values of a suite with a corrupt file are removed once it is repaired`() throws {
        let (core, otherCore) = (try suite.core(), try other.core())
        _ = try otherCore.write(1, forKey: other.key, origin: .local)
        try otherCore.flush()
        let text = try String(contentsOf: other.file, encoding: .utf8)
        _ = try otherCore.write(nil, forKey: other.key, origin: .reset)
        try other.write("no list")
        _ = try core.write(2, forKey: suite.key, origin: .local)
        try core.flush()
        #expect(try String(contentsOf: other.file, encoding: .utf8) == "no list")
        try other.write(text)
        try otherCore.flush()
        #expect(try other.core().names == [])
      }

      @Test func `a suite that other code has changed is not saved over a corrupt file`() throws {
        let (core, otherCore) = (try suite.core(), try other.core())
        try other.write("no list")
        other.defaults.set(1, forKey: "Value")
        _ = try core.write(1, forKey: suite.key, origin: .local)
        try core.flush()
        #expect(try String(contentsOf: other.file, encoding: .utf8) == "no list")
        try repair(other)
        try core.flush()
        otherCore.reload()
        #expect(otherCore.value(forName: "Value") == 1)
        #expect(otherCore.value(forName: "theirs") == true)
      }

      @Test func `an unreadable file keeps no other suite from being saved, and stays`() throws {
        let (core, otherCore) = (try suite.core(), try other.core())
        _ = try otherCore.write(1, forKey: other.key, origin: .local)
        // A link to itself can't be read, even by the superuser.
        try FileManager.default.createSymbolicLink(
          atPath: other.file.path, withDestinationPath: other.file.lastPathComponent)
        _ = try core.write(2, forKey: suite.key, origin: .local)
        try core.flush()
        #expect(try suite.core().value(forName: "Value") == 2)
        let destination = try FileManager.default.destinationOfSymbolicLink(atPath: other.file.path)
        #expect(destination == other.file.lastPathComponent)
        #expect(unlink(other.file.path) == 0)
        try otherCore.flush()
        #expect(try other.core().value(forName: "Value") == 1)
      }

      @Test func `changes of other processes are read while another suite's file is corrupt`() throws {
        let (core, otherCore) = (try suite.core(), try other.core())
        _ = try core.write(1, forKey: suite.key, origin: .local)
        try core.flush()
        try other.write("no list")
        try suite.write(Self.list("<key>Value</key><integer>4</integer>"))
        core.reload()
        #expect(core.value(forName: "Value") == 4)
        try repair(other)
        withExtendedLifetime(otherCore) {}
      }

      @Test func `a corrupt file is reported once, and not for other suites`() throws {
        let (core, otherCore) = (try suite.core(), try other.core())
        let reported = try reports {
          try other.write("no list")
          for number in 0..<3 {
            otherCore.reload()
            _ = try core.write(.integer(Int64(number)), forKey: suite.key, origin: .local)
            core.saveReporting()
            core.reload()
          }
        }
        #expect(reported.map(\.code) == [.fileCorrupt])
        try repair(other)
      }

      @Test(arguments: [true, false])
      func `a file that a killed process had set aside is put back`(hasFolder: Bool) throws {
        try Data("no list".utf8).write(to: aside(of: suite))
        if hasFolder {
          try FileManager.default.createDirectory(at: suite.file, withIntermediateDirectories: false)
        }
        let reported = try reports { _ = try suite.core() }
        #expect(reported.map(\.code) == [.fileCorrupt])
        #expect(try String(contentsOf: suite.file, encoding: .utf8) == "no list")
        #expect(try files(of: suite) == ["\(suite.name).plist"])
        try FileManager.default.removeItem(at: suite.file)
      }

      @Test func `a file that was set aside does not replace a newer one`() throws {
        try Data("no list".utf8).write(to: aside(of: suite))
        try suite.write(Self.list("<key>Value</key><integer>4</integer>"))
        #expect(try suite.core().value(forName: "Value") == 4)
        #expect(try String(contentsOf: aside(of: suite), encoding: .utf8) == "no list")
        try FileManager.default.removeItem(at: aside(of: suite))
      }

      @Test(
        arguments: [
          (["XDG_CONFIG_HOME": "/c", "HOME": "/h"], "/c"), (["XDG_CONFIG_HOME": "c", "HOME": "/h"], "/h/.config"),
          (["XDG_CONFIG_HOME": "/", "HOME": "/h"], "/h/.config"), (["HOME": "/h"], "/h/.config"),
          (["HOME": ""], "/.config"), ([:], "/.config"),
        ] as [([String: String], String)])
      func `the folder is that of Foundation`(_ environment: [String: String], _ folder: String) {
        #expect(FileBackedDefaults.folder(in: environment) == folder)
      }

      @Test func `a change behind a symbolic link is noticed`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "\(suite.name).linked")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { ignoringFailure { try FileManager.default.removeItem(at: folder) } }
        let file = folder.appending(path: "destination.plist")
        try Data(Self.list("<key>Value</key><integer>3</integer>").utf8).write(to: file)
        try FileManager.default.createSymbolicLink(at: suite.file, withDestinationURL: file)
        let watching = RecordedWatching()
        let schedule = ManualSchedule(watching: watching)
        let core = try suite.core(schedule)
        try Data(Self.list("<key>Value</key><integer>4</integer>").utf8).write(to: file)
        watching.report("destination.plist", inFoldersNamed: folder.lastPathComponent)
        schedule.advance(by: .seconds(1))
        #expect(core.value(forName: "Value") == 4)
      }

      @Test func `a change of another file behind a symbolic link isn't loaded`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "\(suite.name).linked")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { ignoringFailure { try FileManager.default.removeItem(at: folder) } }
        try FileManager.default.createSymbolicLink(
          at: suite.file, withDestinationURL: folder.appending(path: "destination.plist"))
        let watching = RecordedWatching()
        let schedule = ManualSchedule(watching: watching)
        let core = try suite.core(schedule)
        watching.report("another.plist", inFoldersNamed: folder.lastPathComponent)
        #expect(schedule.count == 0)
        withExtendedLifetime(core) {}
      }
    }
  }

  /// A watcher whose notifications the test triggers.
  private final class RecordedWatching: FolderWatching {
    private let observers = Log<(path: String, call: @Sendable (Set<String>?) -> Void)>()

    func report(_ name: String, inFoldersNamed folder: String) {
      for observer in observers.elements where observer.path.hasSuffix("/\(folder)") { observer.call([name]) }
    }

    func watch(
      _ path: String, trackingWritesTo files: Set<String>, _ onChange: @escaping @Sendable (Set<String>?) -> Void
    ) -> FolderWatch? {
      observers.append((path, onChange))
      return FolderWatch {}
    }
  }
#endif
