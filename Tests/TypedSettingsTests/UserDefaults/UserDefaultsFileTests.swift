#if UserDefaults && !canImport(Darwin)
  import Foundation
  import Testing
  import TypedSettings

  @testable import TypedSettingsUserDefaults

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
