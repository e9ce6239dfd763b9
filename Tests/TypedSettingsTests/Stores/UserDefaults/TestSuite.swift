#if canImport(Darwin) || UserDefaults
  import Foundation
  import TypedSettings

  @testable import TypedSettings

  /// A suite of `UserDefaults` that no other test has, in a folder that is nobody's.
  struct TestSuite {
    let name = "com.example.tests.\(UUID().uuidString)"

    /// Where Foundation keeps the suites of this process; its own choice is a person's folder of settings.
    static let folder: TemporaryFolder? = {
      #if canImport(Darwin)
        nil
      #else
        do {
          let folder = try TemporaryFolder()
          setenv("XDG_CONFIG_HOME", folder.url.path, 1)
          return folder
        } catch {
          return nil
        }
      #endif
    }()

    init() { _ = Self.folder }

    var key: SettingsKey { SettingsKey(domain: name, name: "Value") }

    var defaults: UserDefaults { UserDefaults(suiteName: name) ?? .standard }

    /// The name of the suite's file.
    var file: String { "\(name).plist" }

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
