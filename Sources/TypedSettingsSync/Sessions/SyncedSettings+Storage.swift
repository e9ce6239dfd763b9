internal import TypedSettings

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension SyncedSettings {
  /// Returns the storage for the state of synchronization.
  ///
  /// - Parameter file: The file, or `nil` for the default place.
  /// - Returns: The storage.
  func storage(at file: URL?) -> any SyncStateStorage {
    if let file { return FileSyncStateStorage(path: file.path) }
    for (_, member) in members.sorted(by: { SettingsKey.isInSyncOrder($0.key, $1.key) }) {
      guard let store = member.store as? FileSettingsStore, let file = store.file(forDomain: member.key.domain)
      else { continue }
      // In a folder, the place mustn't depend on the domains, because later versions of the program can add some.
      let isFolder = store.file(forDomain: "a") != store.file(forDomain: "b")
      let path = isFolder ? file.deletingLastPathComponent().appending(path: "settings").path : file.path
      return FileSyncStateStorage(path: path + ".sync")
    }
    if members.values.allSatisfy({ $0.store is InMemorySettingsStore }) { return InMemorySyncStateStorage() }
    return FileSyncStateStorage(path: defaultFile)
  }

  /// The file in the program's folder for data, whose name depends on the domains.
  private var defaultFile: String {
    var fingerprint = SyncFingerprint()
    for domain in Set(members.values.map(\.key.domain)).sorted() { fingerprint.add(domain) }
    let program = CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "swift"
    #if canImport(Darwin)
      let folder = URL.applicationSupportDirectory.path
    #else
      let variables = ProcessInfo.processInfo.environment
      let folder = variables["XDG_STATE_HOME"] ?? variables["HOME"].map { "\($0)/.local/state" } ?? "."
    #endif
    return "\(folder)/\(program)/\(String(fingerprint.value, radix: 16)).sync"
  }
}
