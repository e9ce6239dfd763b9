#if canImport(Darwin) || UserDefaults
  import Foundation
  import TypedSettings

  @testable import TypedSettingsCore
  @testable import TypedSettingsUserDefaults

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
        FoundationDefaults(suite: try SuiteName(name))
      #endif
    }
  }

  /// Runs a test of stores on the real schedule, and returns once they have no task in the background any more.
  ///
  /// Such a task saves all suites of the process, which would disturb the next test.
  ///
  /// - Parameter test: The test. The closure passed to it creates a store on a suite, or for `nil` on a suite for each
  ///   domain.
  /// - Throws: The error of the test.
  func withRealStores(
    _ test: (_ makeStore: @Sendable (String?) -> UserDefaultsSettingsStore) async throws -> Void
  ) async throws {
    let cores = Log<WeakCore>()
    try await test { name in
      UserDefaultsSettingsStore(suiteName: name) { suite in
        let core = UserDefaultsRegistry.core(suite)
        cores.append(WeakCore(core: core))
        return core
      }
    }
    // A task retains the core that it belongs to.
    try await wait { cores.elements.allSatisfy { $0.core == nil } }
  }

  private struct WeakCore: Sendable {
    weak var core: UserDefaultsCore?
  }
#endif
