import Foundation
import TypedSettings

@testable import TypedSettingsSync

/// A temporary folder that transports share, which is removed with its last reference.
final class SyncFolder: Sendable {
  static let group = "com.example.pomodoro"

  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "typed-settings-sync-\(UUID().uuidString)")
    try make()
  }

  deinit {
    // Some tests remove the folder themselves.
    guard FileManager.default.fileExists(atPath: url.path) else { return }
    do { try FileManager.default.removeItem(at: url) } catch { print("a temporary folder stays: \(error)") }
  }

  func make() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

  func transport(
    group: String = SyncFolder.group, maximumMessageSize: Int = 1 << 20, on system: any FileSystem = SystemCalls(),
    _ schedule: any FileSchedule = DispatchSchedule.shared
  ) -> FolderTransport {
    FolderTransport(folder: url, group: group, maximumMessageSize: maximumMessageSize, system, schedule)
  }

  /// The name of a replica's mailbox, with a part that a synchronizer adds.
  static func mailbox(_ number: UInt64, adding part: String = "") -> String {
    "\(group).\(SyncReplicaIdentity.number(number))\(part).sync"
  }

  func file(_ name: String) -> URL { url.appending(path: name) }

  /// Writes a file in place, as a synchronizer may do.
  func write(_ bytes: [UInt8], to name: String) throws { try Data(bytes).write(to: file(name)) }

  /// Writes a complete mailbox.
  func deliver(_ message: [UInt8], to name: String) throws { try write(MailboxFile.encode(message), to: name) }

  /// Sets the time of a file back by a day.
  func age(_ name: String) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -86_400)], ofItemAtPath: file(name).path)
  }

  func bytes(_ name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: file(name))) }

  func permissions(_ name: String) throws -> Int {
    try FileManager.default.attributesOfItem(atPath: file(name).path)[.posixPermissions] as? Int ?? 0
  }

  func setPermissions(_ permissions: Int) throws {
    try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: url.path)
  }

  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
  }
}

/// A schedule that counts its delayed work, and that may watch nothing.
final class CountingSchedule: FileSchedule {
  /// A watcher that collects the names that it has reported.
  private struct Watching: FolderWatching {
    let base: (any FolderWatching)?
    let reports: Collected<Set<String>?>

    func watch(
      _ path: String, trackingWritesTo files: Set<String>, _ onChange: @escaping @Sendable (Set<String>?) -> Void
    ) -> FolderWatch? {
      base?.watch(path, trackingWritesTo: files) { [reports] names in
        onChange(names)
        reports.append(names)
      }
    }
  }

  private let isWatching: Bool
  private let delays = Collected<Duration>()
  private let finished = Collected<Void>()
  private let reports = Collected<Set<String>?>()

  init(isWatching: Bool) { self.isWatching = isWatching }

  /// The delays of all work so far that had to wait.
  var pauses: [Duration] { delays.elements.filter { $0 > .zero } }

  /// The number of pieces of work so far.
  var workCount: Int { delays.elements.count }

  /// A Boolean value that indicates whether all work has been done.
  var isIdle: Bool { finished.elements.count == workCount }

  /// Returns how many watches have reported a change of a file; a report without names is one of any file.
  func reportCount(of name: String) -> Int { reports.elements.count { $0?.contains(name) ?? true } }

  var now: Duration { DispatchSchedule.shared.now }

  var watching: (any FolderWatching)? {
    Watching(base: isWatching ? DispatchSchedule.shared.watching : nil, reports: reports)
  }

  func run(after delay: Duration, _ work: @escaping @Sendable () -> Void) {
    delays.append(delay)
    DispatchSchedule.shared.run(after: min(delay, .milliseconds(1))) { [finished] in
      work()
      finished.append(())
    }
  }
}
