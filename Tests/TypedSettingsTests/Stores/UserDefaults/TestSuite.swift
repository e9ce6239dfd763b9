#if canImport(Darwin) || UserDefaults
  import Foundation
  import TypedSettings

  @testable import TypedSettings

  /// A suite of `UserDefaults` that no other test has, in a folder that is nobody's.
  struct TestSuite {
    let name = "com.example.tests.\(UUID().uuidString)"

    /// Whether the suites of this process are nobody's: Foundation reads this variable once, before any test runs.
    static let isApart: Bool = {
      #if canImport(Darwin)
        true
      #else
        ProcessInfo.processInfo.environment["XDG_CONFIG_HOME"]?.hasPrefix(NSTemporaryDirectory()) ?? false
      #endif
    }()

    var key: SettingsKey { SettingsKey(domain: name, name: "Value") }

    var defaults: UserDefaults { UserDefaults(suiteName: name) ?? .standard }

    /// Where Foundation keeps the suite; of no meaning on Apple's platforms.
    var file: URL {
      URL(filePath: ProcessInfo.processInfo.environment["XDG_CONFIG_HOME"] ?? "/").appending(path: "\(name).plist")
    }

    /// Replaces the file as an editor does that writes in place.
    func write(_ text: String) throws { try Data(text.utf8).write(to: file) }

    /// The suite as another process would see it: nothing that this one knows of it is used again.
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
