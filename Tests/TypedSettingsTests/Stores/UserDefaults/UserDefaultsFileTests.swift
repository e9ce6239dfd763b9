#if UserDefaults && !canImport(Darwin)
  import Foundation
  import Testing
  import TypedSettings

  @testable import TypedSettings

  extension UserDefaultsSuites {
    struct UserDefaultsFileTests {
      private let suite = TestSuite()

      private static func list(_ entries: String) -> String {
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist version=\"1.0\"><dict>\(entries)</dict></plist>\n"
      }

      private func key(_ name: String) -> SettingsKey { SettingsKey(domain: suite.name, name: name) }

      @Test func `a write of another process is an external change`() throws {
        let core = try suite.core()
        let received = Log<SettingsChange>()
        let live = core.liveValue(forKey: suite.key)
        let token = live.observe { received.append($0) }
        try suite.write(Self.list("<key>Value</key><integer>4</integer>"))
        core.reload()
        live.removeObserver(token)
        #expect(received.elements.map(\.newValue) == [4])
        #expect(received.elements.map(\.origin) == [.external])
      }

      @Test func `other keys that another process has written survive a write`() throws {
        let core = try suite.core()
        try suite.write(Self.list("<key>theirs</key><integer>4</integer>"))
        _ = try core.write(1, forKey: suite.key, origin: .local)
        try core.flush()
        let reader = try suite.core()
        #expect(reader.value(forName: "theirs") == 4)
        #expect(reader.value(forName: "Value") == 1)
      }

      private static let broken = [
        "", "<?xml version=\"1.0\"?>\n<plist version=\"1.0\"><dict><key>Value</key><inte", "bplist00", "no list",
        list("<key>Value</key><array>") + "</array>", String(repeating: "<array>", count: 100_000),
        "<plist version=\"1.0\"><array><integer>1</integer></array></plist>\n",
        list("<key>CF$UID</key><integer>4</integer>"),
        // Foundation's reader accepts none of these.
        list("<key>Value</key><integer>4 </integer>"), list("<key>Value</key><real>0.5 </real>"),
        list("<key>Value</key><integer>99999999999999999999</integer>"),
        list("<key>Value</key><date>2026-01-02T03:04:05.5Z</date>"),
      ]

      @Test(arguments: broken.indices) func `a corrupt file is not overwritten, and its last values are kept`(
        index: Int
      )
        throws
      {
        let text = Self.broken[index]
        let core = try suite.core()
        _ = try core.write(1, forKey: suite.key, origin: .local)
        try core.flush()
        _ = try core.write(2, forKey: suite.key, origin: .local)
        try suite.write(text)
        let error = #expect(throws: SettingsError.self) { try core.flush() }
        #expect(error?.code == .notSaved)
        let reports = Log<SettingsError>()
        SettingsDiagnostics.withHandler({ reports.append($0) }) {
          core.reload()
          core.reload()
        }
        #expect(reports.elements.map(\.code) == [.fileCorrupt])
        #expect(core.value(forName: "Value") == 2)
        let refused = #expect(throws: SettingsError.self) { try core.write(3, forKey: suite.key, origin: .local) }
        #expect(refused?.code == .storeUnavailable)
        #expect(try String(contentsOf: suite.file, encoding: .utf8) == text)
        // Repairing the file makes it usable again, and keeps other tests in this process from overwriting it.
        try suite.write(Self.list("<key>theirs</key><true/>"))
        try core.flush()
        core.reload()
        #expect(core.value(forName: "Value") == 2)
        #expect(core.value(forName: "theirs") == true)
      }

      private func copy(of name: String) -> URL {
        suite.file.deletingLastPathComponent().appending(path: ".\(name).plist.previous")
      }

      private var copy: URL { copy(of: suite.name) }

      /// Creates a folder with the name of a suite's copy, as a stand-in for a full disk.
      private func takeRoom(of name: String) throws {
        // No save is in progress, because the other tests have ended all of their tasks in the background.
        try FileManager.default.createDirectory(at: copy(of: name), withIntermediateDirectories: false)
      }

      @Test(arguments: [0, 1, 60, 150])
      func `a file that a killed process was writing is restored`(length: Int) throws {
        let whole = Self.list("<key>Value</key><integer>4</integer><key>other</key><string>text</string>")
        try Data(whole.utf8).write(to: copy)
        try suite.write(String(whole.prefix(length)))
        let reports = Log<SettingsError>()
        try SettingsDiagnostics.withHandler({ reports.append($0) }) {
          let core = try suite.core()
          #expect(core.value(forName: "other") == "text")
          _ = try core.write(5, forKey: suite.key, origin: .local)
          try core.flush()
        }
        #expect(reports.elements.map(\.code) == [])
        #expect(try suite.core().value(forName: "Value") == 5)
        #expect(try suite.core().value(forName: "other") == "text")
        #expect(!FileManager.default.fileExists(atPath: copy.path))
      }

      @Test(arguments: [0, 60])
      func `a first file that a killed process was writing counts as none`(length: Int) throws {
        // What a process leaves that is killed after it has copied no file.
        try Data(Self.list("").utf8).write(to: copy)
        try suite.write(String(Self.list("<key>Value</key><integer>4</integer>").prefix(length)))
        let core = try suite.core()
        #expect(core.names == [])
        _ = try core.write(5, forKey: suite.key, origin: .local)
        try core.flush()
        #expect(try suite.core().value(forName: "Value") == 5)
      }

      @Test(arguments: ["", "<plist><dict><key>Value</key><inte"])
      func `an incomplete copy restores nothing`(text: String) throws {
        try Data(text.utf8).write(to: copy)
        let half = "<?xml version=\"1.0\"?>\n<plist version=\"1.0\"><dict><key>Val"
        try suite.write(half)
        let reports = Log<SettingsError>()
        try SettingsDiagnostics.withHandler({ reports.append($0) }) { _ = try suite.core() }
        #expect(reports.elements.map(\.code) == [.fileCorrupt])
        #expect(try String(contentsOf: suite.file, encoding: .utf8) == half)
        try FileManager.default.removeItem(at: suite.file)
      }

      @Test func `a suite without room for its copy delays saving all, and then all are saved`() throws {
        let other = TestSuite()
        let (core, otherCore) = (try suite.core(), try other.core())
        try takeRoom(of: suite.name)
        _ = try core.write(1, forKey: suite.key, origin: .local)
        _ = try otherCore.write(2, forKey: other.key, origin: .local)
        #expect(throws: SettingsError.self) { try otherCore.flush() }
        #expect(otherCore.value(forName: "Value") == 2)
        try FileManager.default.removeItem(at: copy)
        try otherCore.flush()
        #expect(try other.core().value(forName: "Value") == 2)
        #expect(try suite.core().value(forName: "Value") == 1)
        let left = try FileManager.default.contentsOfDirectory(atPath: suite.file.deletingLastPathComponent().path)
        #expect(left.filter { $0.hasPrefix(".\(suite.name)") || $0.hasPrefix(".\(other.name)") } == [])
      }

      @Test func `a suite that was saved together with another one isn't saved again`() throws {
        let other = TestSuite()
        let (core, otherCore) = (try suite.core(), try other.core())
        _ = try core.write(1, forKey: suite.key, origin: .local)
        _ = try otherCore.write(2, forKey: other.key, origin: .local)
        try core.flush()
        try takeRoom(of: other.name)
        let reported = reports { otherCore.saveReporting() }
        #expect(reported.map(\.code) == [])
        try FileManager.default.removeItem(at: copy(of: other.name))
        _ = try otherCore.write(3, forKey: other.key, origin: .local)
        otherCore.saveReporting()
        #expect(try other.core().value(forName: "Value") == 3)
      }

      @Test func `a lock file that can't be opened is reported once, and again after it could be opened`() throws {
        let folder = try TemporaryFolder()
        let lock = folder.file(FileBackedDefaults.lockName)
        func spoilLock() throws {
          unlink(lock.path)
          // A link to itself can't be opened, even by the superuser.
          try FileManager.default.createSymbolicLink(atPath: lock.path, withDestinationPath: lock.lastPathComponent)
        }
        try spoilLock()
        let reported = try reports {
          let name = try SuiteName(suite.name)
          let database = FileBackedDefaults(name, in: folder.url.path)
          let core = UserDefaultsCore(name, database: database, schedule: ManualSchedule())
          core.reload()
          #expect(core.isWritable("Value"))
          unlink(lock.path)
          core.reload()
          try spoilLock()
          core.reload()
        }
        #expect(reported.map(\.code) == [.locksUnsupported, .locksUnsupported])
        #expect(reported.allSatisfy { $0.found.contains(lock.path) })
        withExtendedLifetime(folder) {}
      }

      /// Opens the suite, with its lock file alone on a disk where locking fails.
      private func core(whoseLockFailsWith number: Int32) throws -> UserDefaultsCore {
        let disk = SimulatedDisk()
        disk.faults = [Fault(operation: .lock, isSticky: true, effect: .error(number))]
        let system = SimulatedFileSystem(disk)
        try system.makeFolder(suite.file.deletingLastPathComponent().path)
        let name = try SuiteName(suite.name)
        return UserDefaultsCore(
          name, database: FileBackedDefaults(name, system: system), schedule: ManualSchedule())
      }

      @Test(arguments: [ENOLCK, ENOSYS, EOPNOTSUPP])
      func `without file locks, a suite is read and saved, and that is reported once`(number: Int32) throws {
        let reported = try reports {
          let core = try core(whoseLockFailsWith: number)
          for value in 1...3 {
            _ = try core.write(.integer(Int64(value)), forKey: suite.key, origin: .local)
            try core.flush()
            core.reload()
          }
        }
        #expect(reported.map(\.code) == [.locksUnsupported])
        #expect(try suite.core().value(forName: "Value") == 3)
      }

      @Test func `a lock that can't be acquired prevents reading, and writes name that reason`() throws {
        let reported = try reports {
          let core = try core(whoseLockFailsWith: EIO)
          let error = #expect(throws: SettingsError.self) { try core.write(1, forKey: suite.key, origin: .local) }
          #expect(error?.code == .storeUnavailable)
          #expect(error?.found.contains("\(suite.file.lastPathComponent)', which can't be read: ") == true)
        }
        #expect(reported.map(\.code) == [.fileUnreadable])
      }

      @Test func `a folder in place of the file is no large file`() throws {
        try FileManager.default.createDirectory(at: suite.file, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: suite.file) }
        let reported = try reports { _ = try suite.core() }
        #expect(reported.map(\.code) == [.fileUnreadable])
        #expect(reported.first?.found.contains("it's a folder") == true, "\(reported)")
        #expect(reported.first?.advice.hasPrefix("replace it with a file") == true, "\(reported)")
      }

      @Test func `a complete file beside a copy counts`() throws {
        try Data(Self.list("<key>Value</key><integer>4</integer>").utf8).write(to: copy)
        try suite.write(Self.list("<key>Value</key><integer>7</integer>"))
        #expect(try suite.core().value(forName: "Value") == 7)
        #expect(!FileManager.default.fileExists(atPath: copy.path))
      }

      @Test func `without room for a copy, nothing is written, and a later save writes it`() throws {
        let core = try suite.core()
        _ = try core.write(1, forKey: suite.key, origin: .local)
        try core.flush()
        let before = try Data(contentsOf: suite.file)
        try takeRoom(of: suite.name)
        _ = try core.write(2, forKey: suite.key, origin: .local)
        let error = #expect(throws: SettingsError.self) { try core.flush() }
        #expect(error?.code == .notSaved)
        #expect(try Data(contentsOf: suite.file) == before)
        #expect(core.value(forName: "Value") == 2)
        try FileManager.default.removeItem(at: copy)
        try core.flush()
        #expect(try suite.core().value(forName: "Value") == 2)
      }

      @Test func `the standard suite keeps values that cannot be saved yet`() throws {
        let key = SettingsKey(domain: SuiteName.standard.text, name: "Value of \(suite.name)")
        let core = UserDefaultsCore(.standard, database: FileBackedDefaults(.standard), schedule: ManualSchedule())
        _ = try core.write(1, forKey: key, origin: .local)
        try core.flush()
        try takeRoom(of: SuiteName.standard.text)
        _ = try core.write(2, forKey: key, origin: .local)
        let received = Log<SettingsValue?>()
        let live = core.liveValue(forKey: key)
        let token = live.observe { received.append($0.newValue) }
        #expect(throws: SettingsError.self) { try core.flush() }
        core.reload()
        #expect(core.value(forName: key.name) == 2)
        try FileManager.default.removeItem(at: copy(of: SuiteName.standard.text))
        try core.flush()
        core.reload()
        live.removeObserver(token)
        #expect(core.value(forName: key.name) == 2)
        #expect(received.elements == [])
      }

      @Test func `a suite that other code has changed is not saved without room for its copy`() throws {
        let other = TestSuite()
        let (core, otherCore) = (try suite.core(), try other.core())
        try takeRoom(of: other.name)
        other.defaults.set(1, forKey: "theirs")
        _ = try core.write(1, forKey: suite.key, origin: .local)
        #expect(throws: SettingsError.self) { try core.flush() }
        #expect(!FileManager.default.fileExists(atPath: other.file.path))
        try FileManager.default.removeItem(at: copy(of: other.name))
        try core.flush()
        otherCore.reload()
        #expect(otherCore.value(forName: "theirs") == 1)
      }

      @Test func `Foundation can read a file with control characters`() throws {
        try suite.write(Self.list("<key>Value</key><string>a\u{1}b</string>"))
        #expect(try suite.core().value(forName: "Value") == "a\u{1}b")
      }

      @Test func `a private file stays private`() throws {
        let core = try suite.core()
        _ = try core.write(1, forKey: suite.key, origin: .local)
        try core.flush()
        let attributes = try FileManager.default.attributesOfItem(atPath: suite.file.path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
      }

      @Test func `a store on the real schedule is notified without polling`() async throws {
        try await withRealStores { makeStore in
          let store = makeStore(nil)
          let live = store.liveValue(forKey: suite.key)
          let (changes, continuation) = AsyncStream<SettingsValue?>.makeStream()
          let token = live.observe { continuation.yield($0.newValue) }
          try suite.write(Self.list("<key>Value</key><integer>4</integer>"))
          var iterator = changes.makeAsyncIterator()
          #expect(await iterator.next() == .some(4))
          live.removeObserver(token)
        }
      }

      @Test func `a notification of the defaults is received`() async throws {
        try await withRealStores { makeStore in
          let store = makeStore(nil)
          let live = store.liveValue(forKey: suite.key)
          let (changes, continuation) = AsyncStream<SettingsValue?>.makeStream()
          let token = live.observe { continuation.yield($0.newValue) }
          suite.defaults.set(5, forKey: "Value")
          NotificationCenter.default.post(name: UserDefaults.didChangeNotification, object: nil)
          var iterator = changes.makeAsyncIterator()
          #expect(await iterator.next() == .some(5))
          live.removeObserver(token)
        }
      }
    }
  }
#endif
