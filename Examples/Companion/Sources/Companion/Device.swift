import Foundation
import TypedSettings
import TypedSettingsSync

/// A device with settings in a file, which it synchronizes.
public struct Device: Sendable {
  private let name: String
  private let settings: TimerSettings
  private let sync: SettingsSync
  private let cable: Cable?

  /// Creates a device.
  public init(named name: String, _ end: Cable.End, _ options: Options) {
    self.name = name
    settings = PreferenceContext.$store.withValue(FileSettingsStore(directory: options.data)) { TimerSettings() }
    cable = options.folder == nil ? Cable(end, at: options.socket) : nil
    let transport: any SyncTransport
    if let folder = options.folder {
      transport = FolderTransport(folder: folder, group: "companion")
    } else {
      transport = StreamTransport(peer: end == .listening ? "watch" : "phone") { [cable] in
        guard let cable else { throw CancellationError() }
        return try await cable.connect()
      }
    }
    sync = SettingsSync(of: [settings], traits: [.watchSync], deviceName: name, over: transport)
  }

  /// Synchronizes the settings, and performs commands until the last one.
  public func run() async throws {
    show("\(name) is ready")
    SettingsDiagnostics.addHandler { show("report: \($0)") }
    showChanges(of: settings)
    try await withThrowingTaskGroup(of: Void.self) { [sync, settings, cable] group in
      group.addTask { try await sync.run() }
      group.addTask { for await conflict in sync.conflicts { show("conflict: \(conflict)") } }
      group.addTask { await Console(settings: settings, state: { "\(sync.state)" }, sync: sync, cable: cable).run() }
      try await waitForConsole(in: &group)
    }
  }
}

/// Edits the settings of other devices, and keeps none of its own.
public struct Remote: Sendable {
  private let store: CompanionSettingsStore
  private let settings: TimerSettings

  /// Creates a remote control over a folder.
  public init(_ options: Options) throws {
    guard let folder = options.folder else { throw UsageError() }
    let store = CompanionSettingsStore(over: FolderTransport(folder: folder, group: "companion"), traits: [.watchSync])
    self.store = store
    settings = PreferenceContext.$store.withValue(store) { TimerSettings() }
  }

  /// Exchanges the settings, and performs commands until the last one.
  public func run() async throws {
    show("remote is ready")
    showChanges(of: settings)
    try await withThrowingTaskGroup(of: Void.self) { [store, settings] group in
      group.addTask { try await store.run() }
      group.addTask { await Console(settings: settings, state: { "\(store.state)" }).run() }
      try await waitForConsole(in: &group)
    }
  }
}

/// Waits for the first task that ends, and cancels the others.
private func waitForConsole(in group: inout ThrowingTaskGroup<Void, any Error>) async throws {
  try await group.next()
  group.cancelAll()
}

/// Prints the changes of all settings until the program exits.
///
/// Unlike a loop over `settings.changes`, which begins with the loop, it misses no change from now on.
private func showChanges(of settings: TimerSettings) {
  for (name, setting) in settings.allSettings {
    _ = setting.store.observe(setting.key) { change in
      show("\(name) = \(change.newValue.map { "\($0)" } ?? "its default") (\(change.origin))")
    }
  }
}
