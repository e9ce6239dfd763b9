import Foundation
import TypedSettings
import TypedSettingsFleet

/// A server that handles ten requests per second, as far as its settings allow.
struct Server: Sendable {
  private let name: String
  private let fleet: EtcdSettingsStore
  private let settings: ShopSettings

  /// Creates a server.
  ///
  /// - Parameters:
  ///   - name: The name of the instance.
  ///   - endpoints: The endpoints of etcd.
  /// - Throws: `SettingsError` if an endpoint is invalid.
  init(named name: String, endpoints: [String]) async throws {
    self.name = name
    // A service uses a folder of its own instead, such as /var/cache/shop, which survives a restart of the machine.
    let cache = FileManager.default.temporaryDirectory.appending(path: "typed-settings-fleet-\(name)")
    fleet = try await EtcdSettingsStore(endpoints: endpoints, prefix: "/shop/", cache: cache)
    let layers = LayeredSettingsStore([
      .layer("environment", EnvironmentSettingsStore()),
      .layer("fleet", fleet),
    ])
    settings = PreferenceContext.$store.withValue(layers) { ShopSettings() }
  }

  /// Handles requests until the program ends.
  func run() async {
    await withTaskGroup { group in
      group.addTask { for await state in fleet.states { show("settings are \(state)") } }
      group.addTask { for await level in settings.$logLevel.values { show("the log level is \(level)") } }
      group.addTask { for await limit in settings.$requestsPerSecond.values { show("the limit is \(limit)") } }
      group.addTask {
        for await isOn in settings.$newCheckout.values { show("the new checkout is \(isOn ? "on" : "off")") }
      }
      group.addTask { await handleRequests() }
    }
  }

  private func handleRequests() async {
    while !Task.isCancelled {
      for number in 1...10 {
        let isAccepted = number <= settings.requestsPerSecond
        let checkout = settings.newCheckout ? "new" : "old"
        if settings.logLevel == .debug {
          show("request \(number) \(isAccepted ? "uses the \(checkout) checkout" : "is refused")")
        }
        // Sleeping throws only when the task is canceled.
        do { try await Task.sleep(for: .milliseconds(100)) } catch { return }
      }
    }
  }

  /// Prints a line at once, also if the output isn't a terminal.
  private func show(_ line: String) {
    FileHandle.standardOutput.write(Data("\(name): \(line)\n".utf8))
  }
}
