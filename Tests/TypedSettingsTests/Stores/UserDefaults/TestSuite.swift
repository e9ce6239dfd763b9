#if canImport(Darwin) || UserDefaults
  import Foundation
  import TypedSettings

  @testable import TypedSettings

  /// A suite of `UserDefaults` that no other test uses, in a temporary folder.
  struct TestSuite {
    let name = "com.example.tests.\(UUID().uuidString)"

    /// Whether the suites of this process are isolated: Foundation reads this variable once, before any test runs.
    static let isApart: Bool = {
      #if canImport(Darwin)
        true
      #else
        ProcessInfo.processInfo.environment["XDG_CONFIG_HOME"]?.hasPrefix(NSTemporaryDirectory()) ?? false
      #endif
    }()

    var key: SettingsKey { SettingsKey(domain: name, name: "Value") }

    var defaults: UserDefaults { UserDefaults(suiteName: name) ?? .standard }

    /// The file in which Foundation keeps the suite; meaningless on Apple's platforms.
    var file: URL {
      URL(filePath: ProcessInfo.processInfo.environment["XDG_CONFIG_HOME"] ?? "/").appending(path: "\(name).plist")
    }

    /// Overwrites the file in place, as some editors do.
    func write(_ text: String) throws { try Data(text.utf8).write(to: file) }

    /// The suite as another process sees it, without the cached state of this process.
    func core(_ schedule: any BackgroundSchedule = ManualSchedule()) throws -> UserDefaultsCore {
      UserDefaultsCore(try SuiteName(name), database: try database(), schedule: schedule)
    }

    func database() throws -> any DefaultsDatabase {
      #if canImport(Darwin)
        SystemDefaults(suite: try SuiteName(name))
      #else
        FileBackedDefaults(try SuiteName(name))
      #endif
    }
  }
#endif
