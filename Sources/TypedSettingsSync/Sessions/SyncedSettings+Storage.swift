internal import TypedSettingsCore
internal import TypedSettingsFiles

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension SyncedSettings {
  /// Returns the storage for the state of synchronization.
  ///
  /// The default place depends on the first of the declared settings that aren't in memory. It mustn't depend on all
  /// of them, because later versions of the program can add some.
  ///
  /// - Parameter file: The file, or `nil` for the default place.
  /// - Returns: The storage.
  func storage(at file: URL?) -> any SyncStateStorage {
    if let file { return FileSyncStateStorage(path: file.path) }
    guard let first = order.compactMap({ members[$0] }).first(where: { $0.store.isPersistent }) else {
      return InMemorySyncStateStorage()
    }
    let domain = first.key.domain
    guard let store = first.store.documentStore, let document = store.documentPath(forDomain: domain) else {
      return FileSyncStateStorage(path: Self.defaultFile(forDomain: domain))
    }
    let isFolder = store.documentPath(forDomain: "a") != store.documentPath(forDomain: "b")
    let folder = URL(filePath: document).deletingLastPathComponent()
    return FileSyncStateStorage(path: (isFolder ? folder.appending(path: "settings").path : document) + ".sync")
  }

  /// Returns the file in the program's folder for data whose name depends on a domain.
  private static func defaultFile(forDomain domain: String) -> String {
    var fingerprint = SyncFingerprint()
    fingerprint.add(domain)
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
